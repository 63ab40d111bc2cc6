import type { LedgerEntry, StuckReason } from '@hornets/contract/admin/subscriptions/timeline'
import { toTimestamp } from '@hornets/server/clock'
import type { AdminReads } from '../../database/admin-database.ts'
import type { Intended, IntendedPayment } from '../../wallet/intentions/intended-payment.ts'
import type { EntryRow } from '../ledger/ledger-store.ts'

export type FindIntended = (
  reads: AdminReads,
  wanted: readonly Intended[],
) => Promise<ReadonlyMap<string, IntendedPayment>>

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

export const intendedBy = (
  { id, note, sats, at }: Pick<EntryRow, 'id' | 'note' | 'sats' | 'at'>,
  isCancelled: boolean,
): Intended => ({ intention: intentionOf(id), address: readNote(note).address, sats: -sats, since: at, isCancelled })

/** So long a payment without a block is nothing unusual. */
const usualMs = { untaken: 10 * 60_000, orphaned: 0, unseen: 60 * 60_000, slow: 24 * 60 * 60_000 }
/** Nodes forget a payment after two weeks, unless somebody sends it again. */
const forgottenAfterMs = 14 * 24 * 60 * 60_000

/** Why a payment that was sent needs an admin; undefined while it does not. */
export function stuckReason(payment: IntendedPayment, now: number): StuckReason | undefined {
  if (payment.txid === null || payment.isConfirmed) return undefined
  const { trouble = 'slow' } = payment
  if (now - payment.at < usualMs[trouble]) return now - payment.at < usualMs.slow ? undefined : 'slow'
  return trouble
}

/** Whether nobody can be expected to send it again, if the wallet does not know it either. */
export const isForgettable = ({ txid, at, isConfirmed }: IntendedPayment, now: number): boolean =>
  txid !== null && !isConfirmed && now - at > forgottenAfterMs

export function refundAnswer(
  { id, note: written }: Pick<EntryRow, 'id' | 'note'>,
  {
    isCancelled,
    payment,
    stuck,
  }: { isCancelled: boolean; payment: IntendedPayment | undefined; stuck: StuckReason | undefined },
): Required<Pick<LedgerEntry, 'note' | 'refund'>> {
  const { address: recipient_address, note } = readNote(written)
  const sent = stuck ? 'stuck' : 'sent'
  const paid = payment?.isConfirmed ? 'paid' : payment?.txid ? sent : payment ? 'unclear' : 'open'
  return {
    note,
    refund: {
      recipient_address,
      intention: intentionOf(id),
      // A payment that comes after all takes its credit again, in an entry of its own.
      state: isCancelled && paid !== 'paid' ? 'cancelled' : paid,
      txid: payment?.txid ?? null,
      ...(stuck && !isCancelled && { stuck: { reason: stuck, since: toTimestamp(payment?.at ?? 0) } }),
    },
  }
}
