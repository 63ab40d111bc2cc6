import type { WalletTransaction } from '@hornets/contract/admin/wallet'
import { standingOf, txidOf } from '../history/transaction-facts.ts'

/** A payment to us as the newest page of the history has it. */
export interface Payment {
  readonly txid: string
  /** Satoshis that it pays us in all. */
  readonly sats: number
  /** Milliseconds: of first sight, then of the block. */
  readonly at: number
  readonly isConfirmed: boolean
  /** What its operator calls the address. */
  readonly label?: string | undefined
}

/** What is new: a payment that was not there before, or one that was pending and is in a block now. */
export interface Arrival extends Payment {
  readonly kind: 'received' | 'confirmed'
}

/** By txid; what has been replaced or dropped never came. */
export function paymentsIn(rows: readonly WalletTransaction[]): ReadonlyMap<string, Payment> {
  const payments = new Map<string, Payment>()
  for (const row of rows) {
    const standing = standingOf(row)
    if (row.Value <= 0 || standing === 'replaced' || standing === 'dropped') continue
    const txid = txidOf(row)
    const before = payments.get(txid)
    payments.set(txid, {
      txid,
      sats: row.Value + (before?.sats ?? 0),
      at: Date.parse(row.Date),
      isConfirmed: standing === 'confirming' || standing === 'confirmed',
      label: before?.label ?? row.label,
    })
  }
  return payments
}

/**
 * What has come between two looks at the history. `sinceMs`: what is older is no news, but a history that is read for the
 * first time, as after a restore.
 */
export function arrivalsBetween(
  before: ReadonlyMap<string, Payment>,
  now: ReadonlyMap<string, Payment>,
  sinceMs: number,
): Arrival[] {
  return [...now.values()].flatMap((payment): Arrival[] => {
    const known = before.get(payment.txid)
    if (known) return payment.isConfirmed && !known.isConfirmed ? [{ ...payment, kind: 'confirmed' }] : []
    return payment.at >= sinceMs ? [{ ...payment, kind: 'received' }] : []
  })
}
