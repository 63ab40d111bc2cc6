import type { Balance } from '@hornets/contract/wallet/accounting'
import type { PageQuery } from '@hornets/contract/wallet/page'
import type { Clock } from '@hornets/server/clock'
import type { Coin } from '../coins/coin.ts'
import { outpointOf } from '../coins/raw-transaction.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import type { TransactionState } from './book/chain-book-store.ts'
import { type CoinRow, CoinStore, type UnspentRow } from './coin-store.ts'

/** More than one transaction can spend; none beyond the largest of them is needed. */
const largestRead = 1800
/** The smallest above a target and the largest below it: an exact match is likely among them. */
const aboveRead = 100
const belowRead = 1000

/** Confirmations after which a block reward can be spent. */
const coinbaseMaturity = 100

export interface OwnedCoin extends Coin {
  readonly address: string
  readonly confirmations: number
  /** Confirmed, or change of a payment made from our coins only, which nobody else can replace. */
  readonly trusted: boolean
  /** False for a young block reward. */
  readonly mature: boolean
  readonly locked: boolean
  /** Its transaction is on the network, as far as we know. */
  readonly sent: boolean
  /** A waiting payment of ours would replace it. */
  readonly contested: boolean
}

interface CoinBookParts {
  readonly database: WalletDatabase
  readonly now: Clock
  readonly tipHeight: () => number | null
}

export class CoinBook {
  readonly #parts: CoinBookParts
  readonly #store: CoinStore

  constructor(parts: CoinBookParts) {
    this.#parts = parts
    this.#store = new CoinStore(parts.database.reads)
  }

  /** Largest first, without those that a waiting payment would replace. */
  page(page: PageQuery): OwnedCoin[] {
    const originOf = this.#origins()
    const lost = this.#store.listUnconfirmed().filter(row => row.contested === 1 || !originOf(row).stands)
    const without = [...this.#store.listInvalid(), ...lost.map(({ txid }) => txid)]
    return this.#own(this.#store.listPage({ ...page, without }))
  }

  listUnconfirmed(): OwnedCoin[] {
    return this.#own(this.#store.listUnconfirmed())
  }

  findUnspent(txid: string, vout: number): OwnedCoin | undefined {
    const row = this.#store.findCoin(txid, vout)
    return row && this.#own([row])[0]
  }

  /** All of a few thousand, otherwise those that a selection for this amount examines. Largest first. */
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

  find(txid: string, vout: number): Coin | undefined {
    const row = this.#store.find(txid, vout)
    return row && coinOf(row)
  }

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
      // Rewards are confirmed but too young.
      if (row.state !== 'confirmed' && isTrusted) confirmed += row.value_sats
      else if (stands) pending += row.value_sats
    }
    return { confirmed, pending }
  }

  /** Whether a transaction's outputs can be spent, as far as other transactions decide. */
  stands(txid: string): boolean {
    const state = this.#store.stateOf(txid)
    return state !== undefined && this.#origins()({ txid, state }).stands && this.#store.isUncontested(txid)
  }

  /** Locks a coin: for a draft until a time, otherwise until it is released. */
  lock(tx: WalletTransaction, coin: { txid: string; vout: number }, draft?: { sendId: number; until: number }): void {
    this.#store.lock(tx, coin.txid, coin.vout, draft?.sendId ?? null, draft?.until ?? null)
  }

  /** Frozen outpoints, including expected ones; drafts' locks are not included. */
  kept(): string[] {
    return this.#store.listKept().map(outpointOf)
  }

  /** As `lock`, without end. A draft's lock on the coin stays. */
  keep(tx: WalletTransaction, { txid, vout }: { txid: string; vout: number }): void {
    this.#store.lock(tx, txid, vout, null, null)
  }

  release(tx: WalletTransaction, coin: { txid: string; vout: number }): void {
    this.#store.release(tx, coin.txid, coin.vout)
  }

  releaseExpired(tx: WalletTransaction): void {
    this.#store.releaseExpired(tx, this.#parts.now())
  }

  /** Until when a draft locks its coins, in milliseconds; undefined if it locks none. */
  keptUntil(sendId: number): number | undefined {
    return this.#store.keptUntil(sendId)
  }

  releaseDraft(tx: WalletTransaction, sendId: number): void {
    this.#store.releaseDraft(tx, sendId)
  }

  /** The sum of what `listFor` and `listUnconfirmed` could spend. */
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
      // Most wallets freeze nothing, and names are expensive.
      const locked = locks.size > 0 && locks.has(outpointOf(row))
      if (stands) coins.push(owned(row, tip, isTrusted, locked))
    }
    return coins.sort((one, other) => other.valueSats - one.valueSats)
  }

  /** Caches results about unconfirmed transactions, since chains of them are asked for repeatedly. */
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

interface Origin {
  /** None is lost. */
  readonly stands: boolean
  /** All are ours and on the network. */
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
