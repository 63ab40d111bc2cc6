import type { EngineRow, EngineRows, Numbers, RowTable, Slice, SliceOptions } from '../engines/engine-rows.ts'
import { fromHex } from './layout/keys.ts'
import { openTables, type TablesOptions } from './layout/tables.ts'
import { AuthorKeys } from './rows/author-keys.ts'
import type { RowShape } from './rows/row-shape.ts'
import { rowShapes } from './rows/row-shapes.ts'
import { countHours } from './writing/count-hours.ts'
import { readLastNumbers, setLastNumbers, WriteTransactions } from './writing/write-transaction.ts'

/** The tables of the embedded engine. A relay can run on them while they are only read. */
export class LmdbRows implements EngineRows {
  readonly #transactions: WriteTransactions
  readonly #authors: AuthorKeys

  constructor(options: TablesOptions, { readsOnly = false } = {}) {
    const tables = openTables(options)
    this.#transactions = new WriteTransactions(tables)
    this.#authors = new AuthorKeys(tables)
    if (!readsOnly) countHours(this.#transactions)
  }

  async slice(table: RowTable, { from, max }: SliceOptions): Promise<Slice> {
    const shape = this.#fresh(table)
    const start = from === null ? Buffer.from([0]) : fromHex(from)
    const entries = [...shape.table.getRange({ start, exclusiveStart: from !== null, limit: max })]
    const rows = entries.map(({ key, value }) => shape.rowOf(Buffer.from(key), Buffer.from(value)))
    const last = entries.length < max ? undefined : entries.at(-1)
    return { rows, next: last ? Buffer.from(last.key).toString('hex') : null }
  }

  async valuesOf(table: RowTable, keys: readonly EngineRow['key'][]): Promise<(readonly string[] | undefined)[]> {
    const shape = this.#fresh(table)
    return keys.map(key => {
      const stored = shape.keyOf(key)
      const value = stored && shape.table.getBinary(stored)
      return stored && value && shape.rowOf(stored, Buffer.from(value)).values
    })
  }

  async put(table: RowTable, rows: readonly EngineRow[]): Promise<void> {
    const shape = this.#shape(table)
    this.#transactions.transact(tx => {
      for (const row of rows) shape.put(tx, row)
    }, false)
  }

  async remove(table: RowTable, keys: readonly EngineRow['key'][]): Promise<void> {
    const shape = this.#shape(table)
    this.#transactions.transact(tx => {
      for (const key of keys) shape.remove(tx, key)
    }, false)
  }

  async numbers(): Promise<Numbers> {
    this.#transactions.tables.root.resetReadTxn()
    const { seq, change } = readLastNumbers(this.#transactions.tables)
    return { seq, change }
  }

  async setNumbers(numbers: Numbers): Promise<void> {
    const { tables, last } = this.#transactions
    tables.root.transactionSync(() => setLastNumbers(tables, { ...last, ...numbers }))
  }

  async close(): Promise<void> {
    await this.#transactions.tables.root.flushed
    await this.#transactions.tables.root.close()
  }

  /** As of now, not of the last read. */
  #fresh(table: RowTable): RowShape {
    this.#transactions.tables.root.resetReadTxn()
    return this.#shape(table)
  }

  #shape(table: RowTable): RowShape {
    return rowShapes[table](this.#transactions.tables, this.#authors)
  }
}
