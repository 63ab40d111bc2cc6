import { refusals } from '@hornets/contract/wallet/refusals'
import type { Original } from '../coins/plan-replacement.ts'
import { parseTransaction } from '../coins/raw-transaction.ts'
import { refused } from '../coins/refused-error.ts'
import type { CoinBook } from '../history/coin-book.ts'
import type { Ledger } from '../history/ledger.ts'

/** BIP 125: an input with at most this sequence says that the transaction may be replaced. */
const highestSignal = 0xfffffffd

/**
 * An unconfirmed payment of ours, ready to be replaced. What no mempool holds that we know of need not have said that it
 * may be: whoever holds it all the same takes one of the two, never both.
 * Throws RefusedError: 'unknown_transaction', 'already_confirmed', 'not_replaceable'.
 */
export function findOriginal(
  { txid, paysAgain }: { txid: string; paysAgain: boolean },
  ledger: Ledger,
  coins: CoinBook,
): Omit<Original, 'descendantFeeSats'> {
  const record = ledger.find(txid)
  if (!record) throw refused(refusals.unknownTransaction)
  if (record.state === 'confirmed') throw refused(refusals.alreadyConfirmed)
  if (record.state === 'replaced') throw refused(refusals.alreadyReplaced, { txid: record.replaced_by ?? '' })
  if (record.state === 'dropped') throw refused(refusals.lost)
  const parsed = parseTransaction(record.raw)
  const all = parsed.inputs.flatMap(input => coins.find(input.txid, input.vout) ?? [])
  if (all.length !== parsed.inputs.length || record.fee_sats === null) throw refused(refusals.notOurs)
  // What came from a payment that is lost is left out: any one coin of the original that is spent again replaces it.
  const inputs = all.filter(coin => !['replaced', 'dropped'].includes(ledger.find(coin.txid)?.state ?? ''))
  if (inputs.length === 0) throw refused(refusals.notInMempool)
  // What it has replaced itself may come back with what is left out, and would pay beside what spends none of its coins.
  const isApart = (rival: string) => !inputs.some(coin => ledger.spends(rival, coin))
  if (paysAgain && ledger.rivalsOf(txid).some(isApart)) throw refused(refusals.notInMempool)
  if (record.state === 'mempool' && parsed.inputs.every(({ sequence }) => sequence > highestSignal))
    throw refused(refusals.noSignal)

  const own = new Map(ledger.outputsOf(txid).map(output => [output.vout, output]))
  if ([...own.values()].some(({ spent_by }) => spent_by !== null)) throw refused(refusals.changeSpent)
  const paysOthers = parsed.outputs.some((_, vout) => !own.has(vout))
  const outputs = parsed.outputs.map(({ script, valueSats }, vout) => {
    const mine = own.get(vout)
    // A payment to ourselves has nobody whose amount must stay: its output is as good as change.
    return { script, valueSats, change: mine !== undefined && (mine.branch === 1 || !paysOthers) }
  })
  return { inputs, outputs, feeSats: record.fee_sats, vsize: record.vsize, lockTime: parsed.lockTime }
}
