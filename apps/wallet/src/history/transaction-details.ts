import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { TransactionDetails as Details } from '@hornets/contract/wallet/transaction-details'
import { ApiError } from '@hornets/server/api-error'
import { toTimestamp } from '@hornets/server/clock'
import type { NetworkTraits } from '../bitcoin/network.ts'
import { addressOfScript } from '../bitcoin/script-address.ts'
import { type Chain, ChainError } from '../chain/chain.ts'
import { outpointOf, type ParsedTransaction, parseTransaction } from '../coins/raw-transaction.ts'
import type { ChainBook } from './book/chain-book.ts'
import type { OutputRecord, TransactionRecord } from './book/chain-book-store.ts'
import type { CoinBook } from './coin-book.ts'

/** BIP 125: an input with at most this sequence marks the transaction as replaceable. */
const highestSignal = 0xfffffffd

const states = {
  recorded: 'waiting',
  mempool: 'pending',
  confirmed: 'confirmed',
  replaced: 'replaced',
  dropped: 'dropped',
} as const satisfies Record<TransactionRecord['state'], Details['state']>

interface TransactionDetailsParts {
  readonly chainBook: ChainBook
  readonly coins: CoinBook
  readonly chain: Chain | null
  readonly network: NetworkTraits
}

export class TransactionDetails {
  readonly #parts: TransactionDetailsParts

  constructor(parts: TransactionDetailsParts) {
    this.#parts = parts
  }

  /** Throws ApiError('not_found') if it is not in our book. */
  async of(txid: string): Promise<Details> {
    const { chainBook } = this.#parts
    const record = chainBook.find(txid)
    if (!record) throw new ApiError('not_found', refusals.unknownTransaction.template)
    const parsed = record.raw === '' ? null : parseTransaction(record.raw)
    const own = chainBook.outputsOf(txid)
    const feeSats = await this.#feeOf(record)
    const { state, seen_at, block_height, block_hash, block_time, replaced_by } = record
    const isInBlock = block_height !== null && block_hash !== null && block_time !== null
    const tip = chainBook.chainState().tipHeight ?? 0
    return {
      txid,
      state: states[state],
      seen_at: toTimestamp(seen_at),
      ...(isInBlock && { block: { height: block_height, hash: block_hash, time: toTimestamp(block_time) } }),
      confirmations: isInBlock ? Math.max(1, tip - block_height + 1) : 0,
      ...(parsed && { whole: this.#whole(parsed, record.raw) }),
      outputs: parsed ? this.#outputs(parsed, own) : own.map(output => this.#ownOutput(output)),
      ...(feeSats !== null && { fee_sats: feeSats }),
      ...(replaced_by !== null && { replaced_by }),
      replaces: chainBook.rivalsOf(txid).filter(rival => chainBook.find(rival)?.replaced_by === txid),
    }
  }

  #whole(parsed: ParsedTransaction, hex: string): NonNullable<Details['whole']> {
    const { chainBook, coins, network } = this.#parts
    const inputs = parsed.inputs.map(({ txid, vout }) => {
      const coin = coins.find(txid, vout)
      const known = chainBook.find(txid) !== undefined
      const named = { outpoint: outpointOf({ txid, vout }), own: coin !== undefined, known }
      const address = coin && addressOfScript(coin.script, network)
      return coin ? { ...named, ...(address && { address }), value_sats: coin.valueSats } : named
    })
    const { vsize, weight, lockTime: lock_time } = parsed
    const signals_replacement = parsed.inputs.some(({ sequence }) => sequence <= highestSignal)
    return { inputs, vsize, weight, lock_time, hex, signals_replacement }
  }

  #outputs(parsed: ParsedTransaction, own: readonly OutputRecord[]): Details['outputs'] {
    const ours = new Map(own.map(output => [output.vout, output]))
    return parsed.outputs.map(({ script, valueSats }, vout) => {
      const mine = ours.get(vout)
      if (mine) return this.#ownOutput(mine, script)
      const address = addressOfScript(script, this.#parts.network)
      return { vout, ...(address !== null && { address }), value_sats: valueSats, to: 'others' as const }
    })
  }

  #ownOutput({ txid, vout, value_sats, branch, spent_by }: OutputRecord, script?: string): Details['outputs'][number] {
    const { coins, network } = this.#parts
    const address = addressOfScript(script ?? coins.find(txid, vout)?.script ?? '', network)
    return {
      vout,
      value_sats,
      to: branch === 1 ? 'change' : 'receiving',
      ...(address && { address }),
      ...(spent_by !== null && { spent_by }),
    }
  }

  /** The fee of others' transactions is known only to nodes, and only while unconfirmed. */
  async #feeOf({ txid, state, fee_sats }: TransactionRecord): Promise<number | null> {
    if (fee_sats !== null || state !== 'mempool') return fee_sats
    try {
      const facts = await this.#parts.chain?.mempoolFacts(txid)
      return facts?.ancestors.find(one => one.txid === txid)?.feeSats ?? null
    } catch (error) {
      // Everything else is known without the chain.
      if (error instanceof ChainError) return null
      throw error
    }
  }
}
