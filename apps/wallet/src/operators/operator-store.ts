import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'

export interface ChangeRow {
  /** Hex. */
  readonly pubkey: string
  readonly action: 'add' | 'remove'
  /** Milliseconds. */
  readonly asked_at: number
  readonly due_at: number
  /** Hex; null for the command line. */
  readonly asked_by: string | null
}

/** Pinned operators, the relay's report, pending changes, and used signatures of the relay. */
export class OperatorStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  pinned(): string[] {
    return this.#reads.all<{ pubkey: string }>('SELECT pubkey FROM operators ORDER BY pubkey').map(row => row.pubkey)
  }

  told(): string[] {
    return this.#reads
      .all<{ pubkey: string }>('SELECT pubkey FROM told_owners ORDER BY position')
      .map(row => row.pubkey)
  }

  changes(): ChangeRow[] {
    return this.#reads.all('SELECT * FROM operator_changes ORDER BY due_at, pubkey')
  }

  setNamed(tx: WalletTransaction, pubkeys: readonly string[]): void {
    tx.run('DELETE FROM told_owners')
    for (const pubkey of pubkeys) tx.run('INSERT INTO told_owners (pubkey) VALUES (?)', pubkey)
  }

  pin(tx: WalletTransaction, pubkey: string): void {
    tx.run('INSERT INTO operators (pubkey) VALUES (?) ON CONFLICT DO NOTHING', pubkey)
  }

  unpin(tx: WalletTransaction, pubkey: string): void {
    tx.run('DELETE FROM operators WHERE pubkey = ?', pubkey)
  }

  insertChange(tx: WalletTransaction, { pubkey, action, asked_at, due_at, asked_by }: ChangeRow): void {
    tx.run(
      'INSERT INTO operator_changes (pubkey, action, asked_at, due_at, asked_by) VALUES (?, ?, ?, ?, ?)',
      pubkey,
      action,
      asked_at,
      due_at,
      asked_by,
    )
  }

  deleteChanges(tx: WalletTransaction): void {
    tx.run('DELETE FROM operator_changes')
  }

  /** False if there was none. */
  deleteChange(tx: WalletTransaction, pubkey: string): boolean {
    return tx.run('DELETE FROM operator_changes WHERE pubkey = ?', pubkey).changes === 1
  }

  /** False if it was used before. Stored on disk: a restart does not make old calls valid again. */
  useSignature(tx: WalletTransaction, signature: string, untilMs: number, nowMs: number): boolean {
    tx.run('DELETE FROM used_signatures WHERE expires_at < ?', nowMs)
    const sql = 'INSERT INTO used_signatures (signature, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING'
    return tx.run(sql, signature, untilMs).changes === 1
  }
}
