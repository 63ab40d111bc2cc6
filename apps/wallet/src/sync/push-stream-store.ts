import type { Attempt, Sequence } from '@hornets/contract/wallet/relay/push'
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
    tx.run('INSERT OR REPLACE INTO relay_stream (id, stream, number, attempts) VALUES (1, ?, 0, 0)', stream)
  }

  advance(tx: WalletTransaction, { stream, number }: Sequence): void {
    tx.run('UPDATE relay_stream SET number = ?, attempts = 0 WHERE id = 1 AND stream = ?', number, stream)
  }

  /** Counts a further attempt of the next push. Throws if no stream has begun. */
  attempt(tx: WalletTransaction): Attempt {
    const attempt = tx.get<Attempt>(
      'UPDATE relay_stream SET attempts = attempts + 1 WHERE id = 1 RETURNING stream, number + 1 AS number, attempts AS attempt',
    )
    if (!attempt) throw new Error('expected a stream of pushes, got none')
    return attempt
  }
}
