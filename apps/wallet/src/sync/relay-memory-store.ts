import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'

export interface RelayMemoryRow {
  readonly wallet_name: string
  readonly run: string
  readonly address_index: number | null
  readonly address: string | null
}

export class RelayMemoryStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  read(): RelayMemoryRow | undefined {
    return this.#reads.get('SELECT wallet_name, run, address_index, address FROM relay_memory WHERE id = 1')
  }

  put(tx: WalletTransaction, { wallet_name, run, address_index, address }: RelayMemoryRow): void {
    tx.run(
      'INSERT OR REPLACE INTO relay_memory (id, wallet_name, run, address_index, address) VALUES (1, ?, ?, ?, ?)',
      wallet_name,
      run,
      address_index,
      address,
    )
  }
}
