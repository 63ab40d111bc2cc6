import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { SpendAnswer } from '@hornets/contract/wallet/spending'
import { type RefusedError, refused } from '../coins/refused-error.ts'
import type { ChainBook } from '../history/book/chain-book.ts'
import type { Refusal, SendRow, SendStore } from './send-store.ts'

/** A payment's status, as returned for each repeated call. */
export function answerOf(row: SendRow, chainBook: ChainBook, store: SendStore): SpendAnswer {
  const { txid, fee_sats, vsize } = row
  const { state, replaced_by } = chainBook.find(txid) ?? {}
  const isTaken = state === 'mempool' || state === 'confirmed'
  // Its signer may have sent what was refused here. If it was refused and made again, the other one paid.
  if (row.state === 'failed' && !(isTaken && store.findByTxid(txid)?.id === row.id)) return failed(readRefusal(row))
  const sums = { fee_sats, vsize }
  if (isTaken) return { txid, status: 'success', message: 'The network has the transaction', ...sums }
  if (replaced_by) {
    // If its replacement pays the same, this one only stops waiting. A shallow block may still be reorganised.
    const paysAgain = store.findByTxid(replaced_by)?.choice === 2
    if (!paysAgain && chainBook.isFinal(replaced_by))
      return failed(toRefusal(refused(refusals.coinsTaken, { txid: replaced_by })))
    return { txid, status: 'pending', ...sums, ...sentenceOf(refused(refusals.alreadyReplaced, { txid: replaced_by })) }
  }
  if (row.state === 'abandoned') return { txid, status: 'pending', ...sums, ...sentenceOf(refused(refusals.abandoned)) }
  // Whoever still has what it was built on can bring it back, so it has not failed.
  if (state === 'dropped') return { txid, status: 'pending', ...sums, ...sentenceOf(refused(refusals.lost)) }
  const message = 'The transaction is signed and saved. The wallet broadcasts it as soon as the network answers.'
  return { txid, status: 'pending', message, ...sums, ...whyWaiting(row) }
}

/** What the network said about a waiting payment; empty if nothing. */
export function whyWaiting(row: SendRow): Pick<SpendAnswer, 'template' | 'figures'> & { message?: string } {
  return row.refusal === null ? {} : sentenceOf(readRefusal(row))
}

export function failed(refusal: Refusal): SpendAnswer {
  return { txid: '', status: 'failed', ...refusal }
}

export function toRefusal({ reason, message, template, figures }: RefusedError): Refusal {
  return { reason, message, template, figures }
}

const readRefusal = ({ refusal }: SendRow) => JSON.parse(refusal ?? '{}') as Refusal
const sentenceOf = ({ message, template, figures }: Pick<Refusal, 'message' | 'template' | 'figures'>) => ({
  message,
  template,
  figures,
})
