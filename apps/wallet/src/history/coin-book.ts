import type { Balance } from '@hornets/contract/wallet/accounting'
import type { Clock } from '@hornets/server/clock'
import type { Coin } from '../coins/coin.ts'
import { outpointOf } from '../coins/raw-transaction.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import { type CoinRow, CoinStore, type UnspentRow } from './coin-store.ts'
import type { TransactionState } from './ledger-store.ts'

/** More than one transaction can spend: none beyond the largest of them is ever needed. */
const largestRead = 1800
/** The smallest above a target and the largest below it: an exact match is likely among them. */
const aboveRead = 100
const belowRead = 1000

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
  /** The network has the transaction that it comes from, as far as we know. */
  readonly sent: boolean
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
    return this.#own(this.#store.listUnspent())
  }

  /** Those of `list` that no block holds. */
  listUnconfirmed(): OwnedCoin[] {
    return this.#own(this.#store.listUnconfirmed())
  }

  /** One of `list`. */
  findUnspent(txid: string, vout: number): OwnedCoin | undefined {
    const row = this.#store.findCoin(txid, vout)
    return row && this.#own([row])[0]
  }

  /**
   * Confirmed coins for a payment of about this much, that nobody keeps: of a few thousand coins all, of more those that a
   * selection looks at. Largest first.
   */
  listFor(targetSats: number): OwnedCoin[] {
    const now = this.#parts.now()
    const largest = this.#store.listByValue({ below: Number.MAX_SAFE_INTEGER, limit: largestRead, now })
    const isAll = largest.length < largestRead
    const near = isAll
      ? []
      : [
          ...this.#store.listByValue({ from: targetSats, limit: aboveRead, now }),
          ...this.#store.listByValue({ below: targetSats, limit: belowRead, now }),
        ]
    const rows = new Map([...largest, ...near].map(row => [outpointOf(row), row]))
    return this.#own([...rows.values()])
  }

  /** An output of ours, spent or not. */
  find(txid: string, vout: number): Coin | undefined {
    const row = this.#store.find(txid, vout)
    return row && coinOf(row)
  }

  /** Is it among those of `list`? */
  holds({ txid, vout }: { txid: string; vout: number }): boolean {
    const row = this.#store.findUnspent(txid, vout)
    return row !== undefined && this.#origins()(row).stands
  }

  balance(): Balance {
    const matureHeight = (this.#parts.tipHeight() ?? 0) - coinbaseMaturity
    let confirmed = this.#store.sumConfirmed(matureHeight)
    let pending = 0
    const originOf = this.#origins()
    for (const row of this.#store.listUnsettled(matureHeight)) {
      const { stands, isTrusted } = originOf(row)
      // A reward is in a block, and too young.
      if (row.state !== 'confirmed' && isTrusted) confirmed += row.value_sats
      else if (stands) pending += row.value_sats
    }
    return { confirmed, pending }
  }

  /** Can what a transaction leaves us be spent, as far as other transactions go? */
  stands(txid: string): boolean {
    const state = this.#store.stateOf(txid)
    return state !== undefined && this.#origins()({ txid, state }).stands && this.#store.isUncontested(txid)
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

  /** What drafts keep no longer. */
  releaseExpired(tx: WalletTransaction): void {
    this.#store.releaseExpired(tx, this.#parts.now())
  }

  /** Until when a draft keeps its coins, in milliseconds; nothing when it keeps none. */
  keptUntil(sendId: number): number | undefined {
    return this.#store.keptUntil(sendId)
  }

  releaseDraft(tx: WalletTransaction, sendId: number): void {
    this.#store.releaseDraft(tx, sendId)
  }

  /** What `listFor` and `listUnconfirmed` could spend together. */
  spendableSats(): number {
    const matureHeight = (this.#parts.tipHeight() ?? 0) - coinbaseMaturity
    const loose = this.listUnconfirmed().filter(({ trusted, locked, contested }) => trusted && !locked && !contested)
    const settled = this.#store.sumFree(matureHeight, this.#parts.now())
    return loose.reduce((sum, { valueSats }) => sum + valueSats, settled)
  }

  #own(rows: readonly UnspentRow[]): OwnedCoin[] {
    const locks = new Set(this.#store.listLocks(this.#parts.now()).map(outpointOf))
    const originOf = this.#origins()
    const tip = this.#parts.tipHeight() ?? 0
    const coins: OwnedCoin[] = []
    for (const row of rows) {
      const { stands, isTrusted } = originOf(row)
      // Most wallets keep none back, and names are dear.
      const locked = locks.size > 0 && locks.has(outpointOf(row))
      if (stands) coins.push(owned(row, tip, isTrusted, locked))
    }
    return coins.sort((one, other) => other.valueSats - one.valueSats)
  }

  /** Remembers what it has found out about unconfirmed transactions: chains of them are asked for again and again. */
  #origins(): (row: Pick<CoinRow, 'txid' | 'state'>) => Origin {
    const known = new Map<string, Origin>()
    const originOf = ({ txid, state }: Pick<CoinRow, 'txid' | 'state'>): Origin => {
      if (state === 'confirmed') return settled
      if (isLost(state)) return lost
      const found = known.get(txid)
      if (found) return found
      const parents = this.#store
        .parentsOf(txid)
        .map(({ prev_txid, state: one }) => (one === null ? foreign : originOf({ txid: prev_txid, state: one })))
      const origin = {
        stands: parents.every(({ stands }) => stands),
        isTrusted: state === 'mempool' && parents.every(({ isTrusted }) => isTrusted),
      }
      known.set(txid, origin)
      return origin
    }
    return originOf
  }
}

/** What is known of all that a transaction is built on. */
interface Origin {
  /** Nothing of it is lost. */
  readonly stands: boolean
  /** All of it is ours, and the network has it. */
  readonly isTrusted: boolean
}

const settled: Origin = { stands: true, isTrusted: true }
const foreign: Origin = { stands: true, isTrusted: false }
const lost: Origin = { stands: false, isTrusted: false }

function isLost(state: TransactionState): boolean {
  return state === 'replaced' || state === 'dropped'
}

function owned(row: UnspentRow, tip: number, trusted: boolean, locked: boolean): OwnedCoin {
  return {
    ...coinOf(row),
    address: row.address,
    confirmations: depthOf(row, tip),
    trusted,
    mature: isMature(row, tip),
    locked,
    sent: row.state !== 'recorded',
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
