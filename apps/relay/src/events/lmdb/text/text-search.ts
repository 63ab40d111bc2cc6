import { existsSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { openSqlite } from '@hornets/server/database/sqlite'

const matching = 'SELECT rowid AS seq FROM event_text WHERE event_text MATCH ? AND rowid <= ? AND within_budget()'
const newest = `${matching} ORDER BY rowid DESC LIMIT ?`
const ranked = `${matching} ORDER BY rank, rowid DESC LIMIT ?`

export class TextSearch {
  readonly #path: string
  readonly #checkBudget: () => void
  #database: DatabaseSync | undefined
  #statements: { newest: StatementSync; ranked: StatementSync } | undefined

  constructor(path: string, checkBudget: () => void) {
    this.#path = path
    this.#checkBudget = checkBudget
  }

  /** Best first; if more than `max` match, the newest: ranking takes 3 s for a word in half of a million events. */
  search(expression: string, upTo: number, max: number): number[] {
    const statements = this.#open()
    if (!statements) return []
    const seqsOf = (statement: StatementSync, limit: number) =>
      statement.all(expression, upTo, limit).map(({ seq }) => Number(seq))
    const found = seqsOf(statements.newest, max + 1)
    return found.length > max ? found.slice(0, max) : seqsOf(statements.ranked, max)
  }

  close(): void {
    this.#database?.close()
  }

  #open() {
    if (this.#statements || !existsSync(this.#path)) return this.#statements
    this.#database = openSqlite(this.#path, { readOnly: true })
    this.#database.function('within_budget', { deterministic: false }, () => {
      this.#checkBudget()
      return 1
    })
    this.#statements = { newest: this.#database.prepare(newest), ranked: this.#database.prepare(ranked) }
    return this.#statements
  }
}
