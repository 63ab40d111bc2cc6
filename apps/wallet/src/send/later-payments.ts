import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { Coin, PlannedOutput } from '../coins/coin.ts'
import type { Later } from '../coins/plans/plan-replacement.ts'
import { type ParsedTransaction, parseTransaction } from '../coins/raw-transaction.ts'
import { refused } from '../coins/refused-error.ts'
import type { ChainBook } from '../history/book/chain-book.ts'
import type { CoinBook } from '../history/coin-book.ts'

/** BIP 125: an input with at most this sequence marks the transaction as replaceable. */
const highestSignal = 0xfffffffd

/** Whether nodes accept a replacement (BIP 125). */
export function signalsReplacement({ inputs }: ParsedTransaction): boolean {
  return inputs.some(({ sequence }) => sequence <= highestSignal)
}

/** Inputs and outputs of later payments, apart from what they take from the first. */
export interface LaterPayments {
  readonly all: readonly Later[]
  /** Without outputs of the replaced payments. */
  readonly inputs: readonly Coin[]
}

/** Throws RefusedError('not_replaceable') if a descendant is not ours or is being replaced. */
export function laterPayments(txid: string, chainBook: ChainBook, coins: CoinBook): LaterPayments {
  const set = new Set([txid])
  const inputs: Coin[] = []
  const all: Later[] = []
  for (const one of set) {
    for (const { spent_by } of chainBook.outputsOf(one)) if (spent_by !== null) set.add(spent_by)
    if (one === txid) continue
    const { later, spent } = readLater(one, chainBook, coins)
    all.push(later)
    inputs.push(...spent)
  }
  return { all, inputs: inputs.filter(coin => !set.has(coin.txid)) }
}

/** Without those spent by later payments. `change` marks what can shrink, including payments to ourselves. */
export function outputsInForce(txid: string, chainBook: ChainBook): PlannedOutput[] {
  const { outputs } = parseTransaction(chainBook.find(txid)?.raw ?? '')
  const own = new Map(chainBook.outputsOf(txid).map(output => [output.vout, output]))
  const paysOthers = outputs.some((_, vout) => !own.has(vout))
  return outputs.flatMap(({ script, valueSats }, vout) => {
    const mine = own.get(vout)
    if (mine && mine.spent_by !== null) return []
    return [{ script, valueSats, change: mine !== undefined && (mine.branch === 1 || !paysOthers) }]
  })
}

function readLater(txid: string, chainBook: ChainBook, coins: CoinBook): { later: Later; spent: Coin[] } {
  const record = chainBook.find(txid)
  if (!record?.raw || record.fee_sats === null) throw refused(refusals.laterNotOurs)
  // A waiting replacement would lose what it is built on, and its payees would not be paid.
  const rival = chainBook.rivalsOf(txid).find(one => ['recorded', 'mempool'].includes(chainBook.find(one)?.state ?? ''))
  if (rival) throw refused(refusals.alreadyReplaced, { txid: rival })
  const parsed = parseTransaction(record.raw)
  if (record.state === 'mempool' && !signalsReplacement(parsed)) throw refused(refusals.noSignal)
  const spent = parsed.inputs.flatMap(input => coins.find(input.txid, input.vout) ?? [])
  if (spent.length !== parsed.inputs.length) throw refused(refusals.laterNotOurs)
  return { later: { txid, feeSats: record.fee_sats, vsize: record.vsize }, spent }
}
