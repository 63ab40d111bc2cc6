import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { Original } from '../coins/plans/plan-replacement.ts'
import { parseTransaction } from '../coins/raw-transaction.ts'
import { refused } from '../coins/refused-error.ts'
import type { ChainBook } from '../history/book/chain-book.ts'
import type { CoinBook } from '../history/coin-book.ts'
import { laterPayments, outputsInForce, signalsReplacement } from './later-payments.ts'

export interface WantedOriginal {
  readonly txid: string
  readonly paysAgain: boolean
  /** Also replaces later payments built on it. */
  readonly withLater?: boolean
}

type Found = Omit<Original, 'descendantFeeSats'> & Required<Pick<Original, 'later'>>

/** Throws RefusedError: 'unknown_transaction', 'already_confirmed', 'not_replaceable'. */
export function findOriginal(
  { txid, paysAgain, withLater }: WantedOriginal,
  chainBook: ChainBook,
  coins: CoinBook,
): Found {
  const record = chainBook.find(txid)
  if (!record) throw refused(refusals.unknownTransaction)
  if (record.state === 'confirmed') throw refused(refusals.alreadyConfirmed)
  if (record.state === 'replaced') throw refused(refusals.alreadyReplaced, { txid: record.replaced_by ?? '' })
  if (record.state === 'dropped') throw refused(refusals.lost)
  const parsed = parseTransaction(record.raw)
  const all = parsed.inputs.flatMap(input => coins.find(input.txid, input.vout) ?? [])
  if (all.length !== parsed.inputs.length || record.fee_sats === null) throw refused(refusals.notOurs)
  // Leaves out coins of lost payments: spending any one coin of the original replaces it.
  const isThere = (coin: { txid: string }) => !['replaced', 'dropped'].includes(chainBook.find(coin.txid)?.state ?? '')
  const inputs = all.filter(isThere)
  if (inputs.length === 0) throw refused(refusals.notInMempool)
  // What it replaced could return with the coins left out, and pay in addition.
  const isApart = (rival: string) => !inputs.some(coin => chainBook.spends(rival, coin))
  if (paysAgain && chainBook.rivalsOf(txid).some(isApart)) throw refused(refusals.notInMempool)
  if (record.state === 'mempool' && !signalsReplacement(parsed)) throw refused(refusals.noSignal)

  const isSpent = chainBook.outputsOf(txid).some(({ spent_by }) => spent_by !== null)
  if (isSpent && !withLater) throw refused(refusals.changeSpent)
  const later = laterPayments(txid, chainBook, coins)
  return {
    inputs: [...inputs, ...later.inputs.filter(isThere)],
    outputs: [txid, ...later.all.map(one => one.txid)].flatMap(one => outputsInForce(one, chainBook)),
    feeSats: record.fee_sats,
    vsize: record.vsize,
    lockTime: parsed.lockTime,
    later: later.all,
  }
}
