import type { LedgerEntry } from '@hornets/contract/admin/subscriptions/subscribers'
import type { AdminReads } from '../../database/admin-database.ts'
import type { EntryRow } from '../ledger/ledger-store.ts'

/** The payment that a refund asks of the wallet. */
interface Intended {
  readonly intention: string
  readonly address: string
  readonly sats: number
}

/** The transaction that pays a refund's amount to its address. */
export interface IntendedPayment {
  /** Null: its order was forwarded to the wallet, and it is unknown what became of it. */
  readonly txid: string | null
  /** Of such an order, milliseconds. */
  readonly orderedAt?: number
  /** In a block. */
  readonly isConfirmed: boolean
}

/** Payments of these refunds by intention, as the wallet reported them. */
export type FindIntended = (
  reads: AdminReads,
  wanted: readonly Intended[],
) => Promise<ReadonlyMap<string, IntendedPayment>>

/** The intention under which the wallet pays a refund, once. */
export const intentionOf = (refundId: number): string => `subscription-refund-${refundId}`

/** The refund that a payment's intention, or that of a further attempt (`.2`), is for; null for another intention. */
export function refundOf(intention: string): number | null {
  const [, id] = /^subscription-refund-(\d{1,15})(\.|$)/.exec(intention) ?? []
  return id === undefined ? null : Number(id)
}

/** A refund's entry holds the address before the note. */
export const writeRefund = ({ address, note }: { address: string; note: string }): string =>
  note === '' ? address : `${address} ${note}`

const readNote = (written: string) => {
  const [address = '', ...words] = written.split(' ')
  return { address, note: words.join(' ') }
}

/** What must be paid for a refund's entry. */
export const intendedBy = ({ id, note, sats }: Pick<EntryRow, 'id' | 'note' | 'sats'>): Intended => ({
  intention: intentionOf(id),
  address: readNote(note).address,
  sats: -sats,
})

/** A refund as admins read it: the payment to make, and its state. */
export function toldRefund(
  { id, note: written }: Pick<EntryRow, 'id' | 'note'>,
  { isCancelled, payment }: { isCancelled: boolean; payment: IntendedPayment | undefined },
): Required<Pick<LedgerEntry, 'note' | 'refund'>> {
  const { address: recipient_address, note } = readNote(written)
  const unpaid = isCancelled ? 'cancelled' : payment ? 'unclear' : 'open'
  const state = !payment?.txid ? unpaid : payment.isConfirmed ? 'paid' : 'sent'
  const refund = { recipient_address, intention: intentionOf(id), state, txid: payment?.txid ?? null } as const
  return { note, refund }
}
