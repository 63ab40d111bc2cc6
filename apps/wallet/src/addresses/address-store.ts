import type { PageQuery } from '@hornets/contract/wallet/page'
import type { Branch, Spot } from '../coins/coin.ts'
import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'
import type { DerivedAddress } from '../keys/account/address-deriver.ts'

export type Purpose = 'operator' | 'relay' | 'restored' | 'change'

export interface AddressRow {
  readonly branch: Branch
  readonly idx: number
  readonly address: string
  readonly script: string
  /** Null until it is given out. */
  readonly purpose: Purpose | null
  readonly used: 0 | 1
  /** For change addresses: reserved until then (milliseconds) for a payment signed elsewhere. */
  readonly held_until: number | null
  /** The subscriber's key, hex; null without one. */
  readonly holder: string | null
}

/** Signed, in a mempool or in a block; not replaced or lost. */
const inForce = `state IN ('recorded', 'mempool', 'confirmed')`

export class AddressStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  findByScript(script: string): AddressRow | undefined {
    return this.#reads.get('SELECT * FROM addresses WHERE script = ?', script)
  }

  findByIndex(branch: Branch, index: number): AddressRow | undefined {
    return this.#reads.get('SELECT * FROM addresses WHERE branch = ? AND idx = ?', branch, index)
  }

  /** Number of derived addresses, without gaps. */
  derivedCount(branch: Branch): number {
    const row = this.#reads.get<{ top: number | null }>(
      'SELECT max(idx) AS top FROM addresses WHERE branch = ?',
      branch,
    )
    return (row?.top ?? -1) + 1
  }

  /** The first index neither given out nor seen on the chain. */
  firstFree(branch: Branch): number {
    return Math.max(this.#top(branch, 'purpose IS NOT NULL'), this.#top(branch, 'used = 1')) + 1
  }

  firstUnused(branch: Branch): number {
    return this.#top(branch, 'used = 1') + 1
  }

  /** With `sparing`: never used on the network; else not by a payment in force. Never reserved beyond `now`. */
  firstFreeChange(now: number, { sparing }: { sparing: boolean }): number | undefined {
    return this.#reads.get<{ idx: number }>(
      `SELECT a.idx FROM addresses a WHERE a.branch = 1 AND (a.held_until IS NULL OR a.held_until <= ?)
         AND NOT EXISTS (SELECT 1 FROM outputs o JOIN transactions t ON t.txid = o.txid
           WHERE o.branch = 1 AND o.idx = a.idx ${sparing ? '' : `AND t.${inForce}`})
       ORDER BY a.idx LIMIT 1`,
      now,
    )?.idx
  }

  /** Number of change addresses up to the last one of a payment in force. */
  usedChangeCount(): number {
    const last = this.#reads.get<{ idx: number }>(
      `SELECT o.idx FROM outputs o JOIN transactions t ON t.txid = o.txid
       WHERE o.branch = 1 AND t.${inForce} ORDER BY o.idx DESC LIMIT 1`,
    )
    return (last?.idx ?? -1) + 1
  }

  /** Milliseconds; null once its payment is recorded. */
  holdChange(tx: WalletTransaction, index: number, until: number | null): void {
    tx.run(`UPDATE addresses SET purpose = 'change', held_until = ? WHERE branch = 1 AND idx = ?`, until, index)
  }

  letChangeGo(tx: WalletTransaction, until: number): void {
    tx.run('UPDATE addresses SET held_until = NULL WHERE branch = 1 AND held_until = ?', until)
  }

  listGivenOut({ limit, offset }: PageQuery): AddressRow[] {
    const sql = `SELECT * FROM addresses WHERE branch = 0 AND (purpose IS NOT NULL OR used = 1)
      ORDER BY idx LIMIT ? OFFSET ?`
    return this.#reads.all(sql, limit, offset)
  }

  listScripts(branch: Branch, count: number): string[] {
    return this.#reads
      .all<{ script: string }>('SELECT script FROM addresses WHERE branch = ? AND idx < ? ORDER BY idx', branch, count)
      .map(({ script }) => script)
  }

  /** Unpaid ones, the last given out first. */
  listAwaited(count: number): string[] {
    return this.#reads
      .all<{ script: string }>(
        `SELECT script FROM addresses WHERE branch <> 1 AND purpose IS NOT NULL AND used = 0
         ORDER BY given_at DESC, idx DESC LIMIT ?`,
        count,
      )
      .map(({ script }) => script)
  }

  /** Subscribers' addresses in turn, from an index on. */
  listHeld(from: number, count: number): { idx: number; script: string }[] {
    const sql = `SELECT idx, script FROM addresses
      WHERE branch = 2 AND idx >= ? AND (purpose IS NOT NULL OR used = 1) ORDER BY idx LIMIT ?`
    return this.#reads.all(sql, from, count)
  }

  findByHolder(key: string): AddressRow | undefined {
    return this.#reads.get('SELECT * FROM addresses WHERE holder = ?', key)
  }

  findByAddress(address: string): AddressRow | undefined {
    return this.#reads.get('SELECT * FROM addresses WHERE address = ?', address)
  }

  hold(tx: WalletTransaction, { branch, idx }: Spot, key: string): void {
    tx.run('UPDATE addresses SET holder = ? WHERE branch = ? AND idx = ?', key, branch, idx)
  }

  /** It belongs to a key that only the relay knows. */
  disown(tx: WalletTransaction, { branch, idx }: Spot): void {
    tx.run(`UPDATE addresses SET holder = NULL, purpose = 'restored' WHERE branch = ? AND idx = ?`, branch, idx)
  }

  countReserved(): number {
    const sql = `SELECT count(*) AS count FROM addresses WHERE purpose = 'relay' AND used = 0`
    return this.#reads.get<{ count: number }>(sql)?.count ?? 0
  }

  insert(tx: WalletTransaction, { branch, index, address, script }: DerivedAddress): void {
    tx.run('INSERT INTO addresses (branch, idx, address, script) VALUES (?, ?, ?, ?)', branch, index, address, script)
  }

  /** Throws if it was already given out. */
  giveOut(tx: WalletTransaction, { branch, idx }: Spot, purpose: Purpose, now: number): void {
    const { changes } = tx.run(
      'UPDATE addresses SET purpose = ?, given_at = ? WHERE branch = ? AND idx = ? AND purpose IS NULL',
      purpose,
      now,
      branch,
      idx,
    )
    if (changes !== 1) throw new Error(`expected ${branch}/${idx} to be free, it is given out`)
  }

  /** Returns whether it was unused until now. */
  markUsed(tx: WalletTransaction, branch: Branch, index: number): boolean {
    return (
      tx.run('UPDATE addresses SET used = 1 WHERE branch = ? AND idx = ? AND used = 0', branch, index).changes === 1
    )
  }

  #top(branch: Branch, condition: 'purpose IS NOT NULL' | 'used = 1'): number {
    const sql = `SELECT max(idx) AS top FROM addresses WHERE branch = ? AND ${condition}`
    return this.#reads.get<{ top: number | null }>(sql, branch)?.top ?? -1
  }
}
