/** What a payment is meant for: this amount to this address, under this intention or a further attempt at it (`.2`). */
export interface Intended {
  readonly intention: string
  readonly address: string
  readonly sats: number
  /** When it was intended, milliseconds: a payment that no report names counts from then on. */
  readonly since?: number
  /** Nobody pays it any more, unless it was begun. */
  readonly isCancelled?: boolean
}

export interface IntendedPayment {
  /** Null: the order was forwarded to the wallet, and it is unknown what became of it. */
  readonly txid: string | null
  /** When it was ordered or signed, milliseconds. */
  readonly at: number
  readonly isConfirmed: boolean
  /** So deep that it stays there. */
  readonly isFinal?: boolean
  /** Why it may take long; missing: nodes have it, or it is in a block. */
  readonly trouble?: PaymentTrouble
}

/** untaken: no node takes it. orphaned: what it is built on is gone. unseen: neither reported nor seen since. */
export type PaymentTrouble = 'untaken' | 'orphaned' | 'unseen'
