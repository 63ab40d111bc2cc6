import type { SearchGap } from '../../chain/chain.ts'
import type { WalletReads, WalletTransaction } from '../../database/wallet-database.ts'

export interface ChainState {
  /** The source's next cursor; null at first, and during a search from the beginning. */
  readonly cursor: string | null
  readonly source: string | null
  readonly tipHeight: number | null
  readonly tipHash: string | null
  readonly gap: SearchGap | null
}

interface StoredState {
  cursor: string | null
  source: string | null
  tip_height: number | null
  tip_hash: string | null
  gap: string | null
}

export class ChainStateStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  read(): ChainState {
    const row = this.#reads.get<StoredState>('SELECT * FROM chain_state WHERE id = 1')
    if (!row) throw new Error('expected a chain state, got none')
    const gap = row.gap === null ? null : (JSON.parse(row.gap) as SearchGap)
    return { cursor: row.cursor, source: row.source, tipHeight: row.tip_height, tipHash: row.tip_hash, gap }
  }

  /** Unchanged values are not rewritten: the cursor can be a megabyte. */
  save(tx: WalletTransaction, { cursor, source, tipHeight, tipHash }: Omit<ChainState, 'gap'>): void {
    const values = [cursor, source, tipHeight, tipHash]
    tx.run(
      `UPDATE chain_state SET cursor = ?, source = ?, tip_height = ?, tip_hash = ?
       WHERE id = 1 AND NOT (cursor IS ? AND source IS ? AND tip_height IS ? AND tip_hash IS ?)`,
      ...values,
      ...values,
    )
  }

  /** The source reports everything again. */
  startOver(tx: WalletTransaction, source: string, gap: SearchGap | null): void {
    const kept = gap && JSON.stringify(gap)
    tx.run('UPDATE chain_state SET cursor = NULL, source = ?, gap = ? WHERE id = 1', source, kept)
  }
}
