import type { RelayDatabase, RelayTransaction } from '../database/relay-database.ts'

export interface CountedEvent {
  readonly id: string
  readonly kind: number
  readonly pubkey: string
  /** Stored bytes: the length of the event's JSON. */
  readonly bytes: number
  /** Unix seconds at which the relay took it in; kept with the row, so that a removal counts in the same month. */
  readonly receivedAt: number
}

export interface CountedFile {
  /** Lower case, without parameters. */
  readonly mime: string
  readonly bytes: number
  /** Unix seconds, kept with the row. */
  readonly receivedAt: number
}

/**
 * Counts what comes and goes. The four notices only add up in memory (well under a microsecond each, but for kind 0);
 * `flush` writes the sum and must be the last thing in the transaction before it commits, `discard` forgets it and must be
 * called when the transaction fails. `transactCounted` does both.
 */
export interface Tally {
  /** `content` is looked at for kind 0 only. */
  eventStored(tx: RelayTransaction, event: CountedEvent & { readonly content: string }): void
  /** Order within the transaction does not matter: a replaced kind 0 may be removed before or after its successor comes. */
  eventRemoved(tx: RelayTransaction, event: CountedEvent): void
  fileStored(tx: RelayTransaction, file: CountedFile): void
  fileRemoved(tx: RelayTransaction, file: CountedFile): void
  flush(tx: RelayTransaction): void
  discard(): void
}

/** A transaction whose counters are written with it, or with it undone. */
export function transactCounted<Result>(
  database: RelayDatabase,
  tally: Tally,
  work: (tx: RelayTransaction) => Result,
): Result {
  try {
    return database.transact(tx => {
      const result = work(tx)
      tally.flush(tx)
      return result
    })
  } catch (error) {
    tally.discard()
    throw error
  }
}
