import { DatabaseSync, type StatementSync } from 'node:sqlite'

export class DyingDatabase extends DatabaseSync {
  #left: number

  constructor(path: string, statements: number) {
    super(path)
    this.#left = statements
  }

  override prepare(sql: string): StatementSync {
    this.#left -= 1
    if (this.#left < 0) throw new Error('gone')
    return super.prepare(sql)
  }
}
