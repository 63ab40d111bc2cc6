import type { SecurityNewsRow } from '@hornets/contract/wallet/relay/push'
import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'

interface NewsRow {
  readonly id: number
  readonly what: SecurityNewsRow['what']
  readonly by_pubkey: string | null
  /** Milliseconds. */
  readonly at: number
}

/** Without a relay that takes them, older ones are dropped. */
const keptMax = 1000

export class SecurityNewsStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  list(limit: number): NewsRow[] {
    return this.#reads.all('SELECT * FROM security_news ORDER BY id LIMIT ?', limit)
  }

  insert(tx: WalletTransaction, { what, by_pubkey, at }: Omit<NewsRow, 'id'>): void {
    tx.run('INSERT INTO security_news (what, by_pubkey, at) VALUES (?, ?, ?)', what, by_pubkey, at)
    tx.run('DELETE FROM security_news WHERE id <= (SELECT MAX(id) FROM security_news) - ?', keptMax)
  }

  delete(tx: WalletTransaction, ids: readonly number[]): void {
    for (const id of ids) tx.run('DELETE FROM security_news WHERE id = ?', id)
  }
}
