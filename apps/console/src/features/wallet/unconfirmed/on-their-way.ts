import type { PendingTransaction } from '@hornets/contract/admin/wallet'
import type { Sentence } from '../../../i18n/sentence.ts'
import { pendingOf, type Send } from '../paying/pending-of.ts'

/** A payment on its way as it is listed. */
export interface PaymentOnItsWay extends PendingTransaction {
  /** The network does not have it: it may be replaced whatever it signals. */
  readonly isWaiting: boolean
  /** What the network has said of it last, where it has said anything. */
  readonly reason?: Sentence
}

/**
 * Payments on their way, each once, newest first: those that the relay has kept, and those that only the wallet knows.
 * What the wallet has replaced is on its way no more.
 * @param sends undefined where the wallet has not been asked
 */
export function mergeOnTheirWay(
  kept: readonly PendingTransaction[],
  sends: readonly Send[] = [],
): readonly PaymentOnItsWay[] {
  const replaced = new Set(sends.map(({ replaces }) => replaces))
  const rows = [...kept.filter(({ txid }) => !replaced.has(txid)), ...unrecorded(kept, sends).map(pendingOf)]
  const waiting = new Map(sends.filter(({ status }) => status === 'pending').map(send => [send.txid, send]))
  return rows
    .sort((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp))
    .map(row => ({ ...row, ...waitOf(waiting.get(row.txid)) }))
}

function waitOf(send: Send | undefined): Pick<PaymentOnItsWay, 'isWaiting' | 'reason'> {
  if (send?.message === undefined) return { isWaiting: send !== undefined }
  const { message, template, figures } = send
  return { isWaiting: true, reason: { message, template, figures } }
}

/** Those that the relay has not kept: its answer or the call that tells it was lost. */
export function unrecorded(kept: readonly PendingTransaction[], sends: readonly Send[]): readonly Send[] {
  const known = new Set(kept.map(({ txid }) => txid))
  return sends.filter(({ txid }) => !known.has(txid))
}
