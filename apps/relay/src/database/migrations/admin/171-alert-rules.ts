import { type Generated, type Kysely, sql } from 'kysely'

export interface AlertTables {
  /** `rule`: JSON. */
  alert_rules: { id: Generated<number>; rule: string }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE alert_rules (id INTEGER PRIMARY KEY AUTOINCREMENT, rule TEXT NOT NULL) STRICT`.execute(
    database,
  )
}
