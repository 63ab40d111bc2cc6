import { type Generated, type Kysely, sql } from 'kysely'

export interface AuditTables {
  audit_log: {
    id: Generated<number>
    /** Milliseconds. */
    at: number
    /** Public key of the acting admin, hex; null without a session. */
    actor: string | null
    action: string
    target: string
    /** JSON of the values before and after; null if there are none. Never contains a secret. */
    before: string | null
    after: string | null
    ip: string | null
    outcome: 'done' | 'refused'
    /** Since 008: hash over this row and the previous hash. */
    hash: string
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await database.schema
    .createTable('audit_log')
    .addColumn('id', 'integer', column => column.primaryKey().autoIncrement())
    .addColumn('at', 'integer', column => column.notNull())
    .addColumn('actor', 'text')
    .addColumn('action', 'text', column => column.notNull())
    .addColumn('target', 'text', column => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('ip', 'text')
    .addColumn('outcome', 'text', column => column.notNull())
    .execute()
  // Rows are never changed, whatever the code above does.
  await sql`CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`.execute(database)
  await sql`CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`.execute(database)
}
