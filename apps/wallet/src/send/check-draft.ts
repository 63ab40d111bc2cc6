import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { ParsedTransaction } from '../coins/raw-transaction.ts'
import { refused } from '../coins/refused-error.ts'
import type { ChainBook } from '../history/book/chain-book.ts'
import type { CoinBook } from '../history/coin-book.ts'
import { findOriginal } from './find-original.ts'
import type { SendRow } from './send-store.ts'

interface Book {
  readonly chainBook: ChainBook
  readonly coins: CoinBook
}

/** A draft can return after its coins' hour, when they may be spent. Throws RefusedError. */
export function checkDraft(draft: SendRow, signed: ParsedTransaction, { chainBook, coins }: Book): void {
  const along = chainBook.takenAlongBy(draft.txid)
  if (draft.replaces !== null) {
    const wanted = { txid: draft.replaces, paysAgain: draft.choice === 2, withLater: along.length > 0 }
    const { later } = findOriginal(wanted, chainBook, coins)
    // Payments built on it since the draft was made would be lost.
    if (later.some(({ txid }) => !along.includes(txid))) throw refused(refusals.changeSpent)
  }
  for (const { txid, vout } of signed.inputs) {
    if (!coins.stands(txid)) throw refused(refusals.coinNotSpendable, { outpoint: `${txid}:${vout}` })
    const spender = chainBook.outputsOf(txid).find(output => output.vout === vout)?.spent_by ?? null
    if (spender === '') throw refused(refusals.coinNotSpendable, { outpoint: `${txid}:${vout}` })
    if (spender !== null && ![draft.replaces, draft.txid, ...along].includes(spender))
      throw refused(refusals.coinsTaken, { txid: spender })
  }
}
