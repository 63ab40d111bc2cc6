import { type Kysely, sql } from 'kysely'
import { type ChainedFacts, chainStart, hashOfEntry } from '../../audit-chain.ts'
import type { AuditTables } from './004-audit.ts'

const rowsAtOnce = 500

export async function up(database: Kysely<never>): Promise<void> {
  await sql`DROP TRIGGER audit_log_no_update`.execute(database)
  await sql`ALTER TABLE audit_log ADD COLUMN hash TEXT NOT NULL DEFAULT ''`.execute(database)
  const log = database as unknown as Kysely<AuditTables>
  let last = { id: 0, hash: chainStart }
  for (;;) {
    const query = log.selectFrom('audit_log').selectAll().where('id', '>', last.id).orderBy('id').limit(rowsAtOnce)
    const rows: readonly ChainedFacts[] = await query.execute()
    if (rows.length === 0) break
    for (const row of rows) {
      last = { id: row.id, hash: hashOfEntry(last.hash, row) }
      await log.updateTable('audit_log').set({ hash: last.hash }).where('id', '=', row.id).execute()
    }
  }
  await sql`CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`.execute(database)
  await sql`CREATE INDEX audit_log_by_action ON audit_log (action, id)`.execute(database)
  await sql`CREATE INDEX audit_log_by_actor ON audit_log (actor, id)`.execute(database)
  await sql`CREATE INDEX audit_log_by_time ON audit_log (at, id)`.execute(database)
}
