import type { RelayTransaction } from '../database/relay-database.ts'

export interface CountedFile {
  readonly mime: string
  readonly bytes: number
  /** Unix seconds, stored with the row. */
  readonly receivedAt: number
}

/** Sums in memory, written at the commit and dropped at a rollback. */
export interface Tally {
  fileStored(tx: RelayTransaction, file: CountedFile): void
  fileRemoved(tx: RelayTransaction, file: CountedFile): void
}
