import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'
import type { Tiers } from './plausible.ts'

/** Fee rates that were trusted. */
export interface BelievedTiers extends Tiers {
  /** Milliseconds. */
  readonly at: number
}

export class FeeStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  read(): BelievedTiers | undefined {
    return this.#reads.get('SELECT low, med, high, believed_at AS at FROM fee_memory WHERE id = 1')
  }

  write(tx: WalletTransaction, { low, med, high, at }: BelievedTiers): void {
    tx.run(
      'INSERT OR REPLACE INTO fee_memory (id, low, med, high, believed_at) VALUES (1, ?, ?, ?, ?)',
      low,
      med,
      high,
      at,
    )
  }
}
