import type { Sequence } from '@hornets/contract/wallet/relay/push'
import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'

export class PushStreamStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  read(): Sequence | undefined {
    return this.#reads.get('SELECT stream, number FROM relay_stream WHERE id = 1')
  }

  begin(tx: WalletTransaction, stream: string): void {
    tx.run('INSERT OR REPLACE INTO relay_stream (id, stream, number) VALUES (1, ?, 0)', stream)
  }

  advance(tx: WalletTransaction, { stream, number }: Sequence): void {
    tx.run('UPDATE relay_stream SET number = ? WHERE id = 1 AND stream = ?', number, stream)
  }
}
