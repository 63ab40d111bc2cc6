import type { RelayTransaction } from '../database/relay-database.ts'

export interface CountedFile {
  /** Lower case, without parameters. */
  readonly mime: string
  readonly bytes: number
  /** Unix seconds, stored with the row. */
  readonly receivedAt: number
}

/**
 * Counts added and removed files within their transaction. Calls only update sums in memory; they are written at the
 * commit and dropped at a rollback.
 */
export interface Tally {
  fileStored(tx: RelayTransaction, file: CountedFile): void
  fileRemoved(tx: RelayTransaction, file: CountedFile): void
}
