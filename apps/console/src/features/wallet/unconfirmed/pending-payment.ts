import type { listPendingTransactions } from '@hornets/contract/admin/wallet'
import type { AnswerOf } from '@hornets/contract/endpoint'
import type { Sentence } from '../../../i18n/sentence.ts'

/** An unconfirmed payment in the relay's list, as the wallet or the console that saved it described it. */
export type PendingPayment = AnswerOf<typeof listPendingTransactions>[number]

/** The network does not have it: it may be replaced whatever it signals. */
export const isWaiting = ({ status }: PendingPayment): boolean => status === 'pending'

/** The network's last answer about a waiting payment; undefined if there was none. */
export function reasonOf({ message, template, figures }: PendingPayment): Sentence | undefined {
  return message === undefined ? undefined : { message, template, figures }
}

/** Certain only if the wallet has read the whole chain and reported since. `reportedAt`: its last balance (RFC 3339). */
export function isUnknown(
  { untold, timestamp }: PendingPayment,
  isSynced: boolean,
  reportedAt: string | undefined,
): boolean {
  return untold === true && isSynced && reportedAt !== undefined && Date.parse(reportedAt) > Date.parse(timestamp)
}
