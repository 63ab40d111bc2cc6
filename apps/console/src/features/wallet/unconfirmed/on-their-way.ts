import type { listPendingTransactions, PendingTransaction } from '@hornets/contract/admin/wallet'
import type { AnswerOf } from '@hornets/contract/endpoint'
import type { Sentence } from '../../../i18n/sentence.ts'
import { pendingOf, type Send } from '../paying/pending-of.ts'

type KeptPayment = PendingTransaction & Pick<AnswerOf<typeof listPendingTransactions>[number], 'untold'>

/** A payment on its way as it is listed. */
export interface PaymentOnItsWay extends PendingTransaction {
  /** The network does not have it: it may be replaced whatever it signals. */
  readonly isWaiting: boolean
  /** Neither the wallet nor its history knows it. */
  readonly isUnknown?: boolean
  /** What it is built on has gone: it can be abandoned. */
  readonly isOrphaned?: boolean
  /** What the network has said of it last, where it has said anything. */
  readonly reason?: Sentence
}

/**
 * Payments on their way, each once, newest first: those that the relay has kept, and those that only the wallet knows.
 * What the wallet has replaced is on its way no more.
 * @param sends undefined where the wallet has not been asked
 * @param isSynced the wallet knows all that the network knows, so that what it does not know is none of its own
 */
export function mergeOnTheirWay(
  kept: readonly KeptPayment[],
  sends: readonly Send[] | undefined,
  isSynced = false,
): readonly PaymentOnItsWay[] {
  const known = new Map(sends?.map(send => [send.txid, send]))
  const replaced = new Set(sends?.map(({ replaces }) => replaces))
  const told = kept
    .filter(({ txid }) => !replaced.has(txid))
    .map(({ untold, ...row }) => {
      const isUnknown = isSynced && sends !== undefined && untold === true && !known.has(row.txid)
      return { ...row, ...(isUnknown && { isUnknown }) }
    })
  return [...told, ...unrecorded(kept, sends ?? []).map(pendingOf)]
    .sort((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp))
    .map(row => ({ ...row, ...waitOf(known.get(row.txid)) }))
}

function waitOf(send: Send | undefined): Pick<PaymentOnItsWay, 'isWaiting' | 'isOrphaned' | 'reason'> {
  if (send?.status !== 'pending') return { isWaiting: false }
  const orphaned = send.orphaned && { isOrphaned: true }
  if (send.message === undefined) return { isWaiting: true, ...orphaned }
  const { message, template, figures } = send
  return { isWaiting: true, ...orphaned, reason: { message, template, figures } }
}

/** Those that the relay has not kept: its answer or the call that tells it was lost. */
export function unrecorded(kept: readonly PendingTransaction[], sends: readonly Send[]): readonly Send[] {
  const known = new Set(kept.map(({ txid }) => txid))
  return sends.filter(({ txid }) => !known.has(txid))
}
