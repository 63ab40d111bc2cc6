import type { RelayTransaction } from '../database/relay-database.ts'

export interface CountedFile {
  /** Lower case, without parameters. */
  readonly mime: string
  readonly bytes: number
  /** Unix seconds, kept with the row. */
  readonly receivedAt: number
}

/**
 * Counts files as they come and go, told within the transaction that does it. A notice only adds up in memory; the sum is
 * written when the transaction commits and forgotten when it does not.
 */
export interface Tally {
  fileStored(tx: RelayTransaction, file: CountedFile): void
  fileRemoved(tx: RelayTransaction, file: CountedFile): void
}
