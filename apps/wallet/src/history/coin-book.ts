import type { Balance } from '@hornets/contract/wallet/accounting'
import type { Clock } from '@hornets/server/clock'
import type { Coin } from '../coins/coin.ts'
import { outpointOf } from '../coins/raw-transaction.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import { type CoinRow, CoinStore, type UnspentRow } from './coin-store.ts'

/** A block's reward can be spent after so many confirmations. */
const coinbaseMaturity = 100

export interface OwnedCoin extends Coin {
  readonly address: string
  readonly confirmations: number
  /** Confirmed, or change of a payment that is ours from its first coin on: nobody else can take it back. */
  readonly trusted: boolean
  /** A young block reward is not. */
  readonly mature: boolean
  readonly locked: boolean
  /** A payment of ours waits that would take it away. */
  readonly contested: boolean
}

interface CoinBookParts {
  readonly database: WalletDatabase
  readonly now: Clock
  readonly tipHeight: () => number | null
}

/** What we hold. */
export class CoinBook {
  readonly #parts: CoinBookParts
  readonly #store: CoinStore

  constructor(parts: CoinBookParts) {
    this.#parts = parts
    this.#store = new CoinStore(parts.database.reads)
  }

  /** Largest first. */
  list(): OwnedCoin[] {
    const locks = new Set(this.#store.listLocks(this.#parts.now()).map(outpointOf))
    const isTrusted = this.#truster()
    const tip = this.#parts.tipHeight() ?? 0
    return this.#store
      .listUnspent()
      .map(row => owned(row, tip, isTrusted, locks))
      .sort((one, other) => other.valueSats - one.valueSats)
  }

  /** An output of ours, spent or not. */
  find(txid: string, vout: number): Coin | undefined {
    const row = this.#store.find(txid, vout)
    return row && coinOf(row)
  }

  balance(): Balance {
    const matureHeight = (this.#parts.tipHeight() ?? 0) - coinbaseMaturity
    let confirmed = this.#store.sumConfirmed(matureHeight)
    let pending = 0
    const isTrusted = this.#truster()
    for (const row of this.#store.listUnsettled(matureHeight))
      if (row.state === 'mempool' && isTrusted(row)) confirmed += row.value_sats
      else pending += row.value_sats
    return { confirmed, pending }
  }

  /** Keeps a coin from being spent; for a draft until a time, else until it is released. */
  lock(tx: WalletTransaction, coin: { txid: string; vout: number }, draft?: { sendId: number; until: number }): void {
    this.#store.lock(tx, coin.txid, coin.vout, draft?.sendId ?? null, draft?.until ?? null)
  }

  /** Outpoints that their operator keeps, of coins that are there or are still to come; those of drafts are not among them. */
  kept(): string[] {
    return this.#store.listKept().map(outpointOf)
  }

  /** As `lock`, for good. A draft that holds the coin goes on holding it. */
  keep(tx: WalletTransaction, { txid, vout }: { txid: string; vout: number }): void {
    this.#store.lock(tx, txid, vout, null, null)
  }

  release(tx: WalletTransaction, coin: { txid: string; vout: number }): void {
    this.#store.release(tx, coin.txid, coin.vout)
  }

  releaseDraft(tx: WalletTransaction, sendId: number): void {
    this.#store.releaseDraft(tx, sendId)
  }

  /** Remembers what it has found out about unconfirmed transactions: chains of them are asked for again and again. */
  #truster(): (row: Pick<CoinRow, 'txid' | 'state'>) => boolean {
    const known = new Map<string, boolean>()
    const isTrusted = (txid: string): boolean => {
      const found = known.get(txid)
      if (found !== undefined) return found
      const trusted = this.#store
        .parentsOf(txid)
        .every(({ prev_txid, state }) => state === 'confirmed' || (state === 'mempool' && isTrusted(prev_txid)))
      known.set(txid, trusted)
      return trusted
    }
    return row => row.state === 'confirmed' || (row.state === 'mempool' && isTrusted(row.txid))
  }
}

function owned(
  row: UnspentRow,
  tip: number,
  isTrusted: (row: CoinRow) => boolean,
  locks: ReadonlySet<string>,
): OwnedCoin {
  return {
    ...coinOf(row),
    address: row.address,
    confirmations: depthOf(row, tip),
    trusted: isTrusted(row),
    mature: isMature(row, tip),
    locked: locks.has(outpointOf(row)),
    contested: row.contested === 1,
  }
}

function coinOf({ txid, vout, value_sats, script, branch, idx, state }: CoinRow): Coin {
  return { txid, vout, valueSats: value_sats, script, branch, index: idx, confirmed: state === 'confirmed' }
}

function depthOf({ block_height }: CoinRow, tip: number): number {
  return block_height === null ? 0 : Math.max(1, tip - block_height + 1)
}

function isMature(row: CoinRow, tip: number): boolean {
  return row.is_coinbase === 0 || depthOf(row, tip) > coinbaseMaturity
}
