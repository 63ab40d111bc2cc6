import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'

export interface AuditRow {
  readonly at: number
  readonly actor: string | null
  readonly action: string
  readonly detail: string
  readonly address: string | null
  readonly outcome: 'done' | 'refused'
}

export class AuditStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  append(tx: WalletTransaction, row: AuditRow): void {
    tx.run(
      'INSERT INTO audit_log (at, actor, action, detail, address, outcome) VALUES (?, ?, ?, ?, ?, ?)',
      row.at,
      row.actor,
      row.action,
      row.detail,
      row.address,
      row.outcome,
    )
  }

  newest(limit: number): AuditRow[] {
    return this.#reads.all('SELECT * FROM audit_log ORDER BY id DESC LIMIT ?', limit)
  }
}
