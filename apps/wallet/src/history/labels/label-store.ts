import type { WalletReads, WalletTransaction } from '../../database/wallet-database.ts'

export type LabelType = 'tx' | 'addr' | 'output'

export interface LabelRow {
  readonly type: LabelType
  readonly ref: string
  readonly label: string
}

export class LabelStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  find(type: LabelType, ref: string): string | undefined {
    return this.#reads.get<{ label: string }>('SELECT label FROM labels WHERE type = ? AND ref = ?', type, ref)?.label
  }

  list(): LabelRow[] {
    return this.#reads.all('SELECT type, ref, label FROM labels ORDER BY type, ref')
  }

  save(tx: WalletTransaction, { type, ref, label }: LabelRow): void {
    if (label === '') tx.run('DELETE FROM labels WHERE type = ? AND ref = ?', type, ref)
    else
      tx.run(
        `INSERT INTO labels (type, ref, label) VALUES (?, ?, ?)
         ON CONFLICT (type, ref) DO UPDATE SET label = excluded.label`,
        type,
        ref,
        label,
      )
  }
}
