import type { SecuritySettings } from '@hornets/contract/wallet/security'
import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'

export interface ApprovalRow {
  readonly id: string
  readonly subject_hash: string
  readonly subject: string
  readonly content: string
  readonly asked_by: string
  /** Milliseconds. */
  readonly asked_at: number
  readonly expires_at: number
  readonly approved_by: string | null
  readonly proof: string | null
}

/** Spending settings, and pending approvals. */
export class SecurityStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  /** The saved settings; undefined while defaults apply. */
  settings(): Partial<SecuritySettings> | undefined {
    const row = this.#reads.get<{ settings: string }>('SELECT settings FROM security_settings WHERE id = 1')
    return row && (JSON.parse(row.settings) as Partial<SecuritySettings>)
  }

  saveSettings(tx: WalletTransaction, settings: SecuritySettings): void {
    const sql =
      'INSERT INTO security_settings (id, settings) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET settings = excluded.settings'
    tx.run(sql, JSON.stringify(settings))
  }

  approvals(nowMs: number): ApprovalRow[] {
    return this.#reads.all('SELECT * FROM approvals WHERE expires_at > ? ORDER BY asked_at, id', nowMs)
  }

  insertApproval(tx: WalletTransaction, row: ApprovalRow): void {
    tx.run('DELETE FROM approvals WHERE expires_at <= ?', row.asked_at)
    tx.run(
      `INSERT INTO approvals (id, subject_hash, subject, content, asked_by, asked_at, expires_at, approved_by, proof)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      row.id,
      row.subject_hash,
      row.subject,
      row.content,
      row.asked_by,
      row.asked_at,
      row.expires_at,
      row.approved_by,
      row.proof,
    )
  }

  approve(tx: WalletTransaction, id: string, approvedBy: string, proof: string): void {
    tx.run('UPDATE approvals SET approved_by = ?, proof = ? WHERE id = ?', approvedBy, proof, id)
  }

  deleteApproval(tx: WalletTransaction, id: string): void {
    tx.run('DELETE FROM approvals WHERE id = ?', id)
  }
}
