import type { EngineRow } from '../../engines/engine-rows.ts'
import type { Table } from '../layout/tables.ts'
import type { WriteTransaction } from '../writing/write-transaction.ts'

export interface RowShape {
  readonly table: Table
  rowOf(key: Buffer, value: Buffer): EngineRow
  /** Undefined where it cannot be stored. */
  keyOf(key: EngineRow['key']): Buffer | undefined
  put(tx: WriteTransaction, row: EngineRow): void
  remove(tx: WriteTransaction, key: EngineRow['key']): void
}
