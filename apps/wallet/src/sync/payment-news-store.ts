import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'

/** The payment reports last acknowledged by the relay. */
export class PaymentNewsStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  /** By txid; empty if it must be reported again. */
  list(): Map<string, string> {
    const rows = this.#reads.all<{ txid: string; said: string }>('SELECT txid, said FROM told_payments')
    return new Map(rows.map(({ txid, said }) => [txid, said]))
  }

  put(tx: WalletTransaction, txid: string, said: string): void {
    tx.run('INSERT OR REPLACE INTO told_payments (txid, said) VALUES (?, ?)', txid, said)
  }

  remove(tx: WalletTransaction, txid: string): void {
    tx.run('DELETE FROM told_payments WHERE txid = ?', txid)
  }

  /** Queues every payment that was ever signed and not refused. */
  putAll(tx: WalletTransaction): void {
    tx.run(
      `INSERT OR REPLACE INTO told_payments (txid, said)
       SELECT DISTINCT txid, '' FROM sends WHERE txid <> '' AND state IN ('recorded', 'sent', 'abandoned')`,
    )
  }
}
