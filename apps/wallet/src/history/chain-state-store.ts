import type { SearchGap } from '../chain/chain.ts'
import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'

export interface ChainState {
  /** What the source wants to be asked with next; null at first, and while it is searched from the beginning. */
  readonly cursor: string | null
  /** Whose cursor it is. */
  readonly source: string | null
  readonly tipHeight: number | null
  readonly tipHash: string | null
  /** Of the node that has been searched last. */
  readonly gap: SearchGap | null
}

interface StoredState {
  cursor: string | null
  source: string | null
  tip_height: number | null
  tip_hash: string | null
  /** JSON of a SearchGap. */
  gap: string | null
}

/** How far the chain has been read. */
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

  /** What is as it was is not written again: the cursor may be a megabyte. */
  save(tx: WalletTransaction, { cursor, source, tipHeight, tipHash }: Omit<ChainState, 'gap'>): void {
    const told = [cursor, source, tipHeight, tipHash]
    tx.run(
      `UPDATE chain_state SET cursor = ?, source = ?, tip_height = ?, tip_hash = ?
       WHERE id = 1 AND NOT (cursor IS ? AND source IS ? AND tip_height IS ? AND tip_hash IS ?)`,
      ...told,
      ...told,
    )
  }

  /** The source tells all anew. */
  startOver(tx: WalletTransaction, source: string, gap: SearchGap | null): void {
    const kept = gap && JSON.stringify(gap)
    tx.run('UPDATE chain_state SET cursor = NULL, source = ?, gap = ? WHERE id = 1', source, kept)
  }
}
