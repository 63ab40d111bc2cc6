import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'

export type PushKind = 'transaction' | 'address' | 'balance'

export interface OutboxRow {
  /** txid, address index (with an s for a subscriber's), or empty for the balance. */
  readonly key: string
  readonly revision: number
}

/** Names what the relay has not received; the content is read when it is sent. */
export class OutboxStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  put(tx: WalletTransaction, kind: PushKind, key: string): void {
    tx.run(
      `INSERT INTO outbox (kind, key, revision) VALUES (?, ?, 1)
       ON CONFLICT (kind, key) DO UPDATE SET revision = revision + 1`,
      kind,
      key,
    )
  }

  /** Everything that was ever queued, including removed lines. */
  putAll(tx: WalletTransaction): void {
    tx.run(
      `INSERT INTO outbox (kind, key, revision)
       SELECT 'address', CASE branch WHEN 0 THEN CAST(idx AS TEXT) ELSE 's' || idx END, 1
         FROM addresses WHERE branch <> 1 AND (purpose IS NOT NULL OR used = 1)
       UNION ALL SELECT 'transaction', txid, 1 FROM (SELECT txid FROM history UNION SELECT txid FROM removed_lines)
       UNION ALL SELECT 'balance', '', 1 WHERE EXISTS (SELECT 1 FROM history)
       ON CONFLICT (kind, key) DO UPDATE SET revision = revision + 1`,
    )
  }

  waiting(kind: PushKind, limit: number): OutboxRow[] {
    return this.#reads.all('SELECT key, revision FROM outbox WHERE kind = ? ORDER BY key LIMIT ?', kind, limit)
  }

  /** Rows that changed since they were read stay. */
  acknowledge(tx: WalletTransaction, kind: PushKind, rows: readonly OutboxRow[]): void {
    for (const { key, revision } of rows)
      tx.run('DELETE FROM outbox WHERE kind = ? AND key = ? AND revision = ?', kind, key, revision)
  }
}
