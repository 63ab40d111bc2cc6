import { existsSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { openSqlite } from '@hornets/server/database/sqlite'

const matching = `SELECT rowid AS seq FROM event_text WHERE event_text MATCH ? AND rowid <= ? AND within_budget()
  ORDER BY rank, rowid DESC LIMIT ?`

export class TextSearch {
  readonly #path: string
  readonly #checkBudget: () => void
  #database: DatabaseSync | undefined
  #statement: StatementSync | undefined

  /** `checkBudget` throws when a search takes too long. */
  constructor(path: string, checkBudget: () => void) {
    this.#path = path
    this.#checkBudget = checkBudget
  }

  /** Numbers of events, best match first, then the newest arrival. Some may have been removed. */
  search(expression: string, upTo: number, max: number): number[] {
    const statement = this.#open()
    return statement ? statement.all(expression, upTo, max).map(({ seq }) => Number(seq)) : []
  }

  close(): void {
    this.#database?.close()
  }

  #open(): StatementSync | undefined {
    if (this.#statement || !existsSync(this.#path)) return this.#statement
    this.#database = openSqlite(this.#path, { readOnly: true })
    this.#database.function('within_budget', { deterministic: false }, () => {
      this.#checkBudget()
      return 1
    })
    this.#statement = this.#database.prepare(matching)
    return this.#statement
  }
}
