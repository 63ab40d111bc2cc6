import type { WalletReads, WalletTransaction } from '../../database/wallet-database.ts'

export interface SourceRow {
  readonly kind: 'bitcoind' | 'esplora'
  readonly sealed: string
}

export class SourceStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  read(): SourceRow | undefined {
    return this.#reads.get('SELECT kind, sealed FROM chain_source WHERE id = 1')
  }

  put(tx: WalletTransaction, { kind, sealed }: SourceRow): void {
    tx.run('INSERT OR REPLACE INTO chain_source (id, kind, sealed) VALUES (1, ?, ?)', kind, sealed)
  }

  remove(tx: WalletTransaction): void {
    tx.run('DELETE FROM chain_source')
  }
}
