import type { AdminTransaction } from '../database/admin-database.ts'
import type { AuditTables } from '../database/migrations/admin-004-audit.ts'

export type AuditRow = Omit<AuditTables['audit_log'], 'id'>

export async function appendAuditRow(tx: AdminTransaction, row: AuditRow): Promise<void> {
  await tx.insertInto('audit_log').values(row).execute()
}
