import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'

export type PushKind = 'transaction' | 'address' | 'balance'

export interface OutboxRow {
  /** txid, address index, or empty for the balance. */
  readonly key: string
  readonly revision: number
}

/** What the relay has not heard yet: names only; what is said of them is how they are when they are sent. */
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

  waiting(kind: PushKind, limit: number): OutboxRow[] {
    return this.#reads.all('SELECT key, revision FROM outbox WHERE kind = ? ORDER BY key LIMIT ?', kind, limit)
  }

  /** What has changed since it was read stays. */
  acknowledge(tx: WalletTransaction, kind: PushKind, rows: readonly OutboxRow[]): void {
    for (const { key, revision } of rows)
      tx.run('DELETE FROM outbox WHERE kind = ? AND key = ? AND revision = ?', kind, key, revision)
  }
}
