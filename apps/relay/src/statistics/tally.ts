import type { RelayTransaction } from '../database/relay-database.ts'

export interface CountedEvent {
  readonly kind: number
  readonly pubkey: string
  /** Stored bytes: the UTF-8 length of the event's JSON. */
  readonly bytes: number
  /** Unix seconds at which the relay took it in; kept with the row, so that a removal counts in the same month. */
  readonly receivedAt: number
  /** Looked at for kind 0 only. */
  readonly event: { readonly id: string; readonly content: string }
}

export interface CountedFile {
  /** Lower case, without parameters. */
  readonly mime: string
  readonly bytes: number
  /** Unix seconds, kept with the row. */
  readonly receivedAt: number
}

/**
 * Counts what comes and goes, told within the transaction that does it. A notice only adds up in memory (well under a
 * microsecond, but for kind 0); the sum is written when the transaction commits and forgotten when it does not.
 */
export interface Tally {
  eventStored(tx: RelayTransaction, event: CountedEvent): void
  /** Order within the transaction does not matter: a replaced kind 0 may be removed before or after its successor comes. */
  eventRemoved(tx: RelayTransaction, event: CountedEvent): void
  fileStored(tx: RelayTransaction, file: CountedFile): void
  fileRemoved(tx: RelayTransaction, file: CountedFile): void
}
