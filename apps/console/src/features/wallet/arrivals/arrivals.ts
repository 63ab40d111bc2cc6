import type { WalletTransaction } from '@hornets/contract/admin/wallet'
import { statusOf, txidOf } from '../history/transaction-facts.ts'

/** A payment to us in the newest page of the history. */
export interface Payment {
  readonly txid: string
  /** Satoshis to us in total. */
  readonly sats: number
  /** Milliseconds: when first seen, then of the block. */
  readonly at: number
  readonly isConfirmed: boolean
  /** The operator's label of the address. */
  readonly label?: string | undefined
}

export interface Arrival extends Payment {
  readonly kind: 'received' | 'confirmed'
}

/** By txid; replaced and dropped ones do not count. */
export function paymentsIn(rows: readonly WalletTransaction[]): ReadonlyMap<string, Payment> {
  const payments = new Map<string, Payment>()
  for (const row of rows) {
    const status = statusOf(row)
    if (row.Value <= 0 || status === 'replaced' || status === 'dropped') continue
    const txid = txidOf(row)
    const before = payments.get(txid)
    payments.set(txid, {
      txid,
      sats: row.Value + (before?.sats ?? 0),
      at: Date.parse(row.Date),
      isConfirmed: status === 'confirming' || status === 'confirmed',
      label: before?.label ?? row.label,
    })
  }
  return payments
}

/** `sinceMs`: older payments are not news, but a history read for the first time, as after a restore. */
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
