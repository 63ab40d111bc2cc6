import { type Kysely, sql } from 'kysely'

const tables = ['events', 'event_tags', 'deleted_ids', 'deleted_addresses', 'banned_ids', 'vanished_keys']

/** Events have their own store; `moveEvents` has moved them. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of tables) {
    const { rows } = await sql`SELECT 1 FROM sqlite_schema WHERE name = ${table}`.execute(db)
    if (rows.length === 0) continue
    const left = await sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`.execute(db)
    if (left.rows.length > 0) throw new Error(`${table} still has rows, which would be lost`)
    await sql`DROP TABLE ${sql.table(table)}`.execute(db)
  }
  await sql`DROP TABLE IF EXISTS event_text`.execute(db)
  await sql`DROP TABLE IF EXISTS event_text_progress`.execute(db)
}
