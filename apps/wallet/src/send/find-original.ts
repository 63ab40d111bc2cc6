import { refusals } from '@hornets/contract/wallet/refusals'
import type { Original } from '../coins/plan-replacement.ts'
import { parseTransaction } from '../coins/raw-transaction.ts'
import { refused } from '../coins/refused-error.ts'
import type { CoinBook } from '../history/coin-book.ts'
import type { Ledger } from '../history/ledger.ts'
import { laterPayments, signalsReplacement, standingOutputs } from './later-payments.ts'

export interface WantedOriginal {
  readonly txid: string
  readonly paysAgain: boolean
  /** Later payments that are built on it go with it. */
  readonly withLater?: boolean
}

type Found = Omit<Original, 'descendantFeeSats'> & Required<Pick<Original, 'later'>>

/**
 * An unconfirmed payment of ours, ready to be replaced. What no mempool holds that we know of need not have said that it
 * may be: whoever holds it all the same takes one of the two, never both.
 * Throws RefusedError: 'unknown_transaction', 'already_confirmed', 'not_replaceable'.
 */
export function findOriginal({ txid, paysAgain, withLater }: WantedOriginal, ledger: Ledger, coins: CoinBook): Found {
  const record = ledger.find(txid)
  if (!record) throw refused(refusals.unknownTransaction)
  if (record.state === 'confirmed') throw refused(refusals.alreadyConfirmed)
  if (record.state === 'replaced') throw refused(refusals.alreadyReplaced, { txid: record.replaced_by ?? '' })
  if (record.state === 'dropped') throw refused(refusals.lost)
  const parsed = parseTransaction(record.raw)
  const all = parsed.inputs.flatMap(input => coins.find(input.txid, input.vout) ?? [])
  if (all.length !== parsed.inputs.length || record.fee_sats === null) throw refused(refusals.notOurs)
  // What came from a payment that is lost is left out: any one coin of the original that is spent again replaces it.
  const isThere = (coin: { txid: string }) => !['replaced', 'dropped'].includes(ledger.find(coin.txid)?.state ?? '')
  const inputs = all.filter(isThere)
  if (inputs.length === 0) throw refused(refusals.notInMempool)
  // What it has replaced itself may come back with what is left out, and would pay beside what spends none of its coins.
  const isApart = (rival: string) => !inputs.some(coin => ledger.spends(rival, coin))
  if (paysAgain && ledger.rivalsOf(txid).some(isApart)) throw refused(refusals.notInMempool)
  if (record.state === 'mempool' && !signalsReplacement(parsed)) throw refused(refusals.noSignal)

  const isSpent = ledger.outputsOf(txid).some(({ spent_by }) => spent_by !== null)
  if (isSpent && !withLater) throw refused(refusals.changeSpent)
  const later = laterPayments(txid, ledger, coins)
  return {
    inputs: [...inputs, ...later.inputs.filter(isThere)],
    outputs: [txid, ...later.all.map(one => one.txid)].flatMap(one => standingOutputs(one, ledger)),
    ...{ feeSats: record.fee_sats, vsize: record.vsize, lockTime: parsed.lockTime, later: later.all },
  }
}
