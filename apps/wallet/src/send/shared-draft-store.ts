import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'
import type { SendRow } from './send-store.ts'

export type SharedDraftRow = SendRow & { readonly psbt: string }

/** Drafts that several people sign in turn. */
export class SharedDraftStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  list(): SharedDraftRow[] {
    const sql = `SELECT s.*, d.psbt FROM shared_drafts d JOIN sends s ON s.id = d.send_id
      WHERE s.state = 'draft' ORDER BY s.id DESC`
    return this.#reads.all(sql)
  }

  findByTxid(txid: string): SharedDraftRow | undefined {
    const sql = `SELECT s.*, d.psbt FROM shared_drafts d JOIN sends s ON s.id = d.send_id
      WHERE s.txid = ? AND s.state = 'draft' ORDER BY s.id DESC LIMIT 1`
    return this.#reads.get(sql, txid)
  }

  keep(tx: WalletTransaction, sendId: number, psbt: string): void {
    tx.run(
      'INSERT INTO shared_drafts (send_id, psbt) VALUES (?, ?) ON CONFLICT (send_id) DO UPDATE SET psbt = excluded.psbt',
      sendId,
      psbt,
    )
  }

  forget(tx: WalletTransaction, sendId: number): void {
    tx.run('DELETE FROM shared_drafts WHERE send_id = ?', sendId)
  }
}
