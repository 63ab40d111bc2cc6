import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'

/** Whom the relay has named, and which of its signatures have been used. */
export class OperatorStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  list(): string[] {
    return this.#reads.all<{ pubkey: string }>('SELECT pubkey FROM operators ORDER BY pubkey').map(row => row.pubkey)
  }

  replaceAll(tx: WalletTransaction, pubkeys: readonly string[]): void {
    tx.run('DELETE FROM operators')
    for (const pubkey of pubkeys) tx.run('INSERT INTO operators (pubkey) VALUES (?) ON CONFLICT DO NOTHING', pubkey)
  }

  /** False when it has been used before. Kept on disk: a restart makes no old call good again. */
  useSignature(tx: WalletTransaction, signature: string, untilMs: number, nowMs: number): boolean {
    tx.run('DELETE FROM used_signatures WHERE expires_at < ?', nowMs)
    const sql = 'INSERT INTO used_signatures (signature, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING'
    return tx.run(sql, signature, untilMs).changes === 1
  }
}
