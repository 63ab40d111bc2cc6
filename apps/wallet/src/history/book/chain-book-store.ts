import type { HeldCoin, Outpoint } from '../../chain/chain.ts'
import type { Branch } from '../../coins/coin.ts'
import type { ParsedTransaction } from '../../coins/raw-transaction.ts'
import type { WalletReads, WalletTransaction } from '../../database/wallet-database.ts'
import type { Line } from './lines.ts'

/** recorded: signed by us, in no known mempool. replaced and dropped ones hold and spend nothing. */
export type TransactionState = 'recorded' | 'mempool' | 'confirmed' | 'replaced' | 'dropped'

export interface TransactionRecord {
  readonly txid: string
  /** Empty if only some of its outputs are known (FoundCoin). */
  readonly raw: string
  readonly vsize: number
  readonly fee_sats: number | null
  readonly state: TransactionState
  readonly block_hash: string | null
  readonly block_height: number | null
  readonly block_time: number | null
  /** Milliseconds, for display: clocks can go backwards. */
  readonly seen_at: number
  /** In the order of recording. */
  readonly seq: number
  readonly replaced_by: string | null
  readonly is_coinbase: 0 | 1
}

export interface OutputRecord {
  readonly txid: string
  readonly vout: number
  readonly value_sats: number
  readonly branch: Branch
  readonly idx: number
  /** Empty if it is spent by an unknown transaction. */
  readonly spent_by: string | null
  /** 1 if the chain no longer has it unspent and no transaction of ours spends it. */
  readonly gone: 0 | 1
}

/** Valid transactions: their outputs are ours, their inputs are spent. */
const counts = `state IN ('recorded', 'mempool', 'confirmed')`

export class ChainBookStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  find(txid: string): TransactionRecord | undefined {
    return this.#reads.get('SELECT * FROM transactions WHERE txid = ?', txid)
  }

  output(txid: string, vout: number): OutputRecord | undefined {
    return this.#reads.get('SELECT * FROM outputs WHERE txid = ? AND vout = ?', txid, vout)
  }

  outputsOf(txid: string): OutputRecord[] {
    return this.#reads.all('SELECT * FROM outputs WHERE txid = ? ORDER BY vout', txid)
  }

  inputsOf(txid: string): { prev_txid: string; prev_vout: number }[] {
    return this.#reads.all('SELECT prev_txid, prev_vout FROM inputs WHERE txid = ? ORDER BY position', txid)
  }

  /** Our transactions that spend an output, in any state; newest first. */
  spendersOf(txid: string, vout: number): string[] {
    return this.#reads
      .all<{ txid: string }>(
        `SELECT i.txid FROM inputs i JOIN transactions t ON t.txid = i.txid
         WHERE i.prev_txid = ? AND i.prev_vout = ? ORDER BY t.seq DESC`,
        txid,
        vout,
      )
      .map(row => row.txid)
  }

  /** Network transactions that spend the same coins or also replace it; a confirmed one first. */
  rivalsOf(txid: string): Pick<TransactionRecord, 'txid' | 'state' | 'seq'>[] {
    return this.#reads.all(
      `SELECT t.txid, t.state, t.seq FROM transactions t WHERE t.txid <> ? AND t.state IN ('mempool', 'confirmed')
       AND t.txid IN (
         SELECT other.txid FROM inputs mine
         JOIN inputs other ON other.prev_txid = mine.prev_txid AND other.prev_vout = mine.prev_vout WHERE mine.txid = ?
         UNION SELECT by_txid FROM taken_along WHERE txid = ? UNION SELECT txid FROM taken_along WHERE by_txid = ?)
       ORDER BY t.state = 'confirmed' DESC, t.seq DESC`,
      txid,
      txid,
      txid,
      txid,
    )
  }

  /** Oldest first; `pays_again`: the replacement pays their payees, and nothing cancelled them since. */
  takenAlongBy(txid: string): { txid: string; pays_again: 0 | 1 }[] {
    return this.#reads.all(
      `SELECT a.txid, a.pays_again AND NOT EXISTS (
         SELECT 1 FROM taken_along b JOIN transactions later ON later.txid = b.by_txid
         WHERE b.txid = a.txid AND b.pays_again = 0
       ) AS pays_again FROM taken_along a LEFT JOIN transactions t ON t.txid = a.txid
       WHERE a.by_txid = ? ORDER BY t.seq`,
      txid,
    )
  }

  /** Replacements that also replace it, in any state. */
  takersOf(txid: string): string[] {
    return this.#reads
      .all<{ by_txid: string }>('SELECT by_txid FROM taken_along WHERE txid = ?', txid)
      .map(({ by_txid }) => by_txid)
  }

  takeAlong(tx: WalletTransaction, txid: string, byTxid: string, paysAgain: boolean): void {
    const sql = 'INSERT INTO taken_along (txid, by_txid, pays_again) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
    tx.run(sql, txid, byTxid, paysAgain ? 1 : 0)
  }

  unsettled(): string[] {
    return this.#reads
      .all<{ txid: string }>(`SELECT txid FROM transactions WHERE state <> 'confirmed' AND ${counts}`)
      .map(({ txid }) => txid)
  }

  confirmedSince(height: number): string[] {
    return this.#reads
      .all<{ txid: string }>(`SELECT txid FROM transactions WHERE state = 'confirmed' AND block_height >= ?`, height)
      .map(({ txid }) => txid)
  }

  insert(
    tx: WalletTransaction,
    record: Omit<TransactionRecord, 'seq'>,
    parsed: Pick<ParsedTransaction, 'inputs'>,
  ): void {
    tx.run(
      `INSERT INTO transactions (txid, raw, vsize, fee_sats, state, seen_at, is_coinbase, seq)
       VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT ifnull(max(seq), 0) + 1 FROM transactions))
       ON CONFLICT (txid) DO UPDATE SET raw = excluded.raw, vsize = excluded.vsize, is_coinbase = excluded.is_coinbase
       WHERE raw = ''`,
      record.txid,
      record.raw,
      record.vsize,
      record.fee_sats,
      record.state,
      record.seen_at,
      record.is_coinbase,
    )
    for (const [position, input] of parsed.inputs.entries())
      tx.run(
        'INSERT INTO inputs (txid, position, prev_txid, prev_vout) VALUES (?, ?, ?, ?)',
        record.txid,
        position,
        input.txid,
        input.vout,
      )
  }

  insertOutput(tx: WalletTransaction, output: Omit<OutputRecord, 'spent_by' | 'gone'>): void {
    tx.run(
      `INSERT INTO outputs (txid, vout, value_sats, branch, idx) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (txid, vout) DO UPDATE SET gone = 0`,
      output.txid,
      output.vout,
      output.value_sats,
      output.branch,
      output.idx,
    )
  }

  place(
    tx: WalletTransaction,
    txid: string,
    state: TransactionState,
    block: { hash: string; height: number; timeMs: number } | null,
    replacedBy: string | null,
  ): void {
    tx.run(
      `UPDATE transactions SET state = ?, block_hash = ?, block_height = ?, block_time = ?, replaced_by = ? WHERE txid = ?`,
      state,
      block?.hash ?? null,
      block?.height ?? null,
      block?.timeMs ?? null,
      replacedBy,
      txid,
    )
  }

  /** It was made again and becomes the newest. */
  makeNewest(tx: WalletTransaction, txid: string): void {
    tx.run('UPDATE transactions SET seq = (SELECT max(seq) + 1 FROM transactions) WHERE txid = ?', txid)
  }

  setFee(tx: WalletTransaction, txid: string, feeSats: number | null): void {
    tx.run('UPDATE transactions SET fee_sats = ? WHERE txid = ?', feeSats, txid)
  }

  settleSpender(tx: WalletTransaction, txid: string, vout: number): void {
    tx.run(
      `UPDATE outputs SET spent_by = coalesce((
         SELECT t.txid FROM inputs i JOIN transactions t ON t.txid = i.txid
         WHERE i.prev_txid = outputs.txid AND i.prev_vout = outputs.vout AND t.${counts}
         ORDER BY t.state = 'confirmed' DESC, t.state = 'mempool' DESC, t.seq DESC LIMIT 1
       ), CASE WHEN gone = 1 THEN '' END) WHERE txid = ? AND vout = ?`,
      txid,
      vout,
    )
  }

  /** Whether a block below a height contains anything of ours. */
  hasTransactions(): boolean {
    return this.#reads.get('SELECT 1 FROM transactions LIMIT 1') !== undefined
  }

  hasBelow(height: number): boolean {
    return this.#reads.get('SELECT 1 FROM transactions WHERE block_height < ? LIMIT 1', height) !== undefined
  }

  /** In blocks below a height, without a spender of ours. */
  heldBelow(height: number): HeldCoin[] {
    return this.#reads
      .all<{ txid: string; vout: number; gone: 0 | 1 }>(
        `SELECT o.txid, o.vout, o.gone FROM outputs o JOIN transactions t ON t.txid = o.txid
         WHERE t.state = 'confirmed' AND t.block_height < ? AND (o.spent_by IS NULL OR o.spent_by = '')`,
        height,
      )
      .map(({ txid, vout, gone }) => ({ txid, vout, isSpent: gone === 1 }))
  }

  gone(): Outpoint[] {
    return this.#reads.all('SELECT txid, vout FROM outputs WHERE gone = 1')
  }

  setGone(tx: WalletTransaction, { txid, vout, isSpent }: HeldCoin): void {
    tx.run('UPDATE outputs SET gone = ? WHERE txid = ? AND vout = ?', isSpent ? 1 : 0, txid, vout)
    this.settleSpender(tx, txid, vout)
  }

  replaceLines(tx: WalletTransaction, txid: string, lines: readonly Line[]): void {
    const kept = lines.map(({ vout }) => vout)
    for (const { vout } of tx.all<{ vout: number }>('SELECT vout FROM history WHERE txid = ?', txid))
      if (!kept.includes(vout)) this.#removeLine(tx, txid, vout)
    for (const line of lines) {
      tx.run('DELETE FROM removed_lines WHERE txid = ? AND vout = ?', txid, line.vout)
      tx.run(
        `INSERT INTO history (txid, vout, output, value_sats, fee_sats) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (txid, vout) DO UPDATE SET output = excluded.output, value_sats = excluded.value_sats,
           fee_sats = excluded.fee_sats`,
        txid,
        line.vout,
        line.output,
        line.valueSats,
        line.feeSats,
      )
    }
  }

  /** Removes every trace: for payments that were signed and then refused. */
  remove(tx: WalletTransaction, txid: string): void {
    for (const { vout } of tx.all<{ vout: number }>('SELECT vout FROM history WHERE txid = ?', txid))
      this.#removeLine(tx, txid, vout)
    for (const table of ['history', 'outputs', 'inputs', 'transactions'])
      tx.run(`DELETE FROM ${table} WHERE txid = ?`, txid)
    tx.run('DELETE FROM taken_along WHERE by_txid = ?', txid)
  }

  #removeLine(tx: WalletTransaction, txid: string, vout: number): void {
    tx.run('DELETE FROM history WHERE txid = ? AND vout = ?', txid, vout)
    tx.run('INSERT INTO removed_lines (txid, vout) VALUES (?, ?) ON CONFLICT DO NOTHING', txid, vout)
  }
}
