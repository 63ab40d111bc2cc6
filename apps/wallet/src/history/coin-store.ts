import type { PageQuery } from '@hornets/contract/wallet/page'
import type { Branch } from '../coins/coin.ts'
import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'
import type { TransactionState } from './book/chain-book-store.ts'

export interface CoinRow {
  readonly txid: string
  readonly vout: number
  readonly value_sats: number
  readonly branch: Branch
  readonly idx: number
  readonly address: string
  readonly script: string
  readonly state: TransactionState
  readonly block_height: number | null
  readonly is_coinbase: 0 | 1
}

export interface UnspentRow extends CoinRow {
  /** 1 if a waiting payment of ours would replace the transaction and thus the coin. */
  readonly contested: 0 | 1
}

/** Of two transactions that spend the same coin, only one can hold anything (see outputs.spent_by). */
const hasItsCoins = `(t.state = 'confirmed' OR NOT EXISTS (
  SELECT 1 FROM inputs i JOIN outputs p ON p.txid = i.prev_txid AND p.vout = i.prev_vout
  WHERE i.txid = t.txid AND p.spent_by <> t.txid))`

const contested = `t.state <> 'confirmed' AND (EXISTS (
  SELECT 1 FROM inputs mine
  JOIN inputs other ON other.prev_txid = mine.prev_txid AND other.prev_vout = mine.prev_vout
  JOIN transactions rival ON rival.txid = other.txid AND rival.state = 'recorded'
  WHERE mine.txid = t.txid AND rival.txid <> t.txid
) OR EXISTS (
  SELECT 1 FROM taken_along a JOIN transactions rival ON rival.txid = a.by_txid AND rival.state = 'recorded'
  WHERE a.txid = t.txid))`

const coinColumns = `o.txid, o.vout, o.value_sats, o.branch, o.idx, a.address, a.script, t.state, t.block_height,
  t.is_coinbase`
const withAddress = 'JOIN addresses a ON a.branch = o.branch AND a.idx = o.idx'

const isUnspent = `o.spent_by IS NULL AND t.state IN ('recorded', 'mempool', 'confirmed') AND ${hasItsCoins}`

type ValueRange = { readonly limit: number; readonly now: number } & (
  | { readonly from: number; readonly below?: undefined }
  | { readonly below: number; readonly from?: undefined }
)

/** Our unspent outputs, and which are frozen or locked. */
export class CoinStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  /** The index gives order and offset, so that only the page is read: joining 100,000 coins takes a second. */
  listPage({ limit, offset, without }: PageQuery & { without: readonly string[] }): UnspentRow[] {
    return this.#reads.all(
      `WITH page AS MATERIALIZED (
         SELECT u.txid, u.vout FROM outputs u INDEXED BY outputs_value
         WHERE u.spent_by IS NULL AND u.txid NOT IN (SELECT value FROM json_each(?))
         ORDER BY u.value_sats DESC, u.spent_by DESC, u.txid DESC, u.vout DESC LIMIT ? OFFSET ?)
       SELECT ${coinColumns}, ${contested} AS contested FROM page CROSS JOIN outputs o USING (txid, vout)
       JOIN transactions t ON t.txid = o.txid ${withAddress}
       ORDER BY o.value_sats DESC, o.txid DESC, o.vout DESC`,
      JSON.stringify(without),
      limit,
      offset,
    )
  }

  /** Transactions with unspent outputs that are none: replaced, dropped, or without their own coins. */
  listInvalid(): string[] {
    return this.#reads
      .all<{ txid: string }>(
        `SELECT DISTINCT t.txid FROM transactions t CROSS JOIN outputs o ON o.txid = t.txid
         WHERE t.state <> 'confirmed' AND o.spent_by IS NULL AND NOT (${isUnspent})`,
      )
      .map(({ txid }) => txid)
  }

  listUnconfirmed(): UnspentRow[] {
    return this.#reads.all(
      `SELECT ${coinColumns}, ${contested} AS contested FROM transactions t JOIN outputs o ON o.txid = t.txid ${withAddress}
       WHERE t.state <> 'confirmed' AND ${isUnspent}`,
    )
  }

  findCoin(txid: string, vout: number): UnspentRow | undefined {
    return this.#reads.get(
      `SELECT ${coinColumns}, ${contested} AS contested FROM outputs o JOIN transactions t ON t.txid = o.txid ${withAddress}
       WHERE o.txid = ? AND o.vout = ? AND ${isUnspent}`,
      txid,
      vout,
    )
  }

  /** Smallest from a value on, or largest below it. By the index: wallets of any size read only these. */
  listByValue({ from, below, limit, now }: ValueRange): UnspentRow[] {
    const frame = `SELECT ${coinColumns}, 0 AS contested
      FROM outputs o INDEXED BY outputs_value CROSS JOIN transactions t ON t.txid = o.txid ${withAddress}
      WHERE o.spent_by IS NULL AND t.state = 'confirmed' AND NOT EXISTS (SELECT 1 FROM coin_locks l
        WHERE l.txid = o.txid AND l.vout = o.vout AND (l.until IS NULL OR l.until > ?))`
    return from === undefined
      ? this.#reads.all(`${frame} AND o.value_sats < ? ORDER BY o.value_sats DESC LIMIT ?`, now, below, limit)
      : this.#reads.all(`${frame} AND o.value_sats >= ? ORDER BY o.value_sats LIMIT ?`, now, from, limit)
  }

  findUnspent(txid: string, vout: number): Pick<CoinRow, 'txid' | 'state'> | undefined {
    const sql = `SELECT o.txid, t.state FROM outputs o JOIN transactions t ON t.txid = o.txid
      WHERE o.txid = ? AND o.vout = ? AND ${isUnspent}`
    return this.#reads.get(sql, txid, vout)
  }

  /** Sum of confirmed coins, without rewards of blocks above a height. */
  sumConfirmed(matureHeight: number): number {
    // The whole index minus the few invalid ones: joining each transaction takes a second for 100,000 coins.
    const unspent = 'SELECT ifnull(sum(o.value_sats), 0)'
    const of = 'FROM transactions t CROSS JOIN outputs o ON o.txid = t.txid WHERE o.spent_by IS NULL'
    const row = this.#reads.get<{ sum: number }>(
      `SELECT (${unspent} FROM outputs o INDEXED BY outputs_value WHERE o.spent_by IS NULL)
         - (${unspent} ${of} AND t.state <> 'confirmed')
         - (${unspent} ${of} AND t.state = 'confirmed' AND t.block_height > ? AND t.is_coinbase = 1) AS sum`,
      matureHeight,
    )
    return row?.sum ?? 0
  }

  /** As `sumConfirmed`, without locked coins. */
  sumFree(matureHeight: number, now: number): number {
    const row = this.#reads.get<{ sum: number | null }>(
      `SELECT sum(o.value_sats) AS sum FROM coin_locks l CROSS JOIN outputs o ON o.txid = l.txid AND o.vout = l.vout
       JOIN transactions t ON t.txid = o.txid
       WHERE o.spent_by IS NULL AND t.state = 'confirmed' AND (t.is_coinbase = 0 OR t.block_height <= ?)
         AND (l.until IS NULL OR l.until > ?)`,
      matureHeight,
      now,
    )
    return this.sumConfirmed(matureHeight) - (row?.sum ?? 0)
  }

  /** Unconfirmed coins, and rewards of blocks above a height. */
  listUnsettled(matureHeight: number): Pick<CoinRow, 'txid' | 'value_sats' | 'state'>[] {
    return this.#reads.all(
      `SELECT o.txid, o.value_sats, t.state FROM transactions t CROSS JOIN outputs o ON o.txid = t.txid
       WHERE t.state <> 'confirmed' AND t.state IN ('recorded', 'mempool') AND o.spent_by IS NULL AND ${hasItsCoins}
       UNION ALL
       SELECT o.txid, o.value_sats, t.state FROM transactions t CROSS JOIN outputs o ON o.txid = t.txid
       WHERE t.block_height > ? AND t.state = 'confirmed' AND t.is_coinbase = 1 AND o.spent_by IS NULL`,
      matureHeight,
    )
  }

  find(txid: string, vout: number): (CoinRow & { spent_by: string | null }) | undefined {
    return this.#reads.get(
      `SELECT ${coinColumns}, o.spent_by FROM outputs o JOIN transactions t ON t.txid = o.txid ${withAddress}
       WHERE o.txid = ? AND o.vout = ?`,
      txid,
      vout,
    )
  }

  /** Whether all its inputs exist and no waiting payment would replace it. */
  isUncontested(txid: string): boolean {
    const sql = `SELECT 1 FROM transactions t WHERE t.txid = ? AND ${hasItsCoins} AND NOT (${contested})`
    return this.#reads.get(sql, txid) !== undefined
  }

  stateOf(txid: string): TransactionState | undefined {
    return this.#reads.get<{ state: TransactionState }>('SELECT state FROM transactions WHERE txid = ?', txid)?.state
  }

  /** The origins of a transaction's inputs: the state of ours, null for others'. */
  parentsOf(txid: string): { prev_txid: string; state: TransactionState | null }[] {
    return this.#reads.all(
      `SELECT i.prev_txid, CASE WHEN o.txid IS NULL THEN NULL ELSE t.state END AS state FROM inputs i
       LEFT JOIN outputs o ON o.txid = i.prev_txid AND o.vout = i.prev_vout
       LEFT JOIN transactions t ON t.txid = i.prev_txid
       WHERE i.txid = ?`,
      txid,
    )
  }

  listLocks(now: number): { txid: string; vout: number }[] {
    return this.#reads.all('SELECT txid, vout FROM coin_locks WHERE until IS NULL OR until > ?', now)
  }

  listKept(): { txid: string; vout: number }[] {
    return this.#reads.all(
      `SELECT l.txid, l.vout FROM coin_locks l LEFT JOIN outputs o ON o.txid = l.txid AND o.vout = l.vout
       WHERE l.send_id IS NULL AND o.spent_by IS NULL ORDER BY l.txid, l.vout`,
    )
  }

  /** `sendId` and `until` for a draft; without them, until it is unfrozen. */
  lock(tx: WalletTransaction, txid: string, vout: number, sendId: number | null, until: number | null): void {
    tx.run(
      `INSERT INTO coin_locks (txid, vout, send_id, until) VALUES (?, ?, ?, ?)
       ON CONFLICT (txid, vout) DO UPDATE SET send_id = excluded.send_id, until = excluded.until`,
      txid,
      vout,
      sendId,
      until,
    )
  }

  release(tx: WalletTransaction, txid: string, vout: number): void {
    tx.run('DELETE FROM coin_locks WHERE txid = ? AND vout = ?', txid, vout)
  }

  releaseExpired(tx: WalletTransaction, now: number): void {
    tx.run('DELETE FROM coin_locks WHERE until <= ?', now)
  }

  keptUntil(sendId: number): number | undefined {
    return this.#reads.get<{ until: number }>('SELECT until FROM coin_locks WHERE send_id = ? LIMIT 1', sendId)?.until
  }

  releaseDraft(tx: WalletTransaction, sendId: number): void {
    tx.run('DELETE FROM coin_locks WHERE send_id = ?', sendId)
  }
}
