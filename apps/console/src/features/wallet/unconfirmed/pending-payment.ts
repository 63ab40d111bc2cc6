import type { listPendingTransactions } from '@hornets/contract/admin/wallet'
import type { AnswerOf } from '@hornets/contract/endpoint'
import type { Sentence } from '../../../i18n/sentence.ts'

/** A payment in flight, as the relay lists it: in the words of the wallet, or of the console that saved it. */
export type PendingPayment = AnswerOf<typeof listPendingTransactions>[number]

/** The network does not have it: it may be replaced whatever it signals. */
export const isWaiting = ({ status }: PendingPayment): boolean => status === 'pending'

/** What the network said of a waiting one last; undefined where it has said nothing. */
export function reasonOf({ message, template, figures }: PendingPayment): Sentence | undefined {
  return message === undefined ? undefined : { message, template, figures }
}

/**
 * A console saved it, and the wallet does not know it. That is certain only where the wallet has read the whole chain, and has
 * told the relay something since: one that cannot reach the relay leaves its own payments untold, too.
 * @param toldAt when the wallet told its balance last (RFC 3339); undefined where it never has
 */
export function isUnknown(
  { untold, timestamp }: PendingPayment,
  isSynced: boolean,
  toldAt: string | undefined,
): boolean {
  return untold === true && isSynced && toldAt !== undefined && Date.parse(toldAt) > Date.parse(timestamp)
}
