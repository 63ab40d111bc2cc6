import { type Kysely, sql } from 'kysely'

export interface AccessRuleTables {
  access_rules: { id: string; place: number; value: string }
  /** To how much a rule applied on a day. */
  access_rule_days: {
    rule: string
    /** Days since 1970 (UTC). */
    day: number
    applied: number
  }
  key_ages: { pubkey: string; first_at: number }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE access_rules (
    id TEXT PRIMARY KEY,
    place INTEGER NOT NULL,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE TABLE access_rule_days (
    rule TEXT NOT NULL,
    day INTEGER NOT NULL,
    applied INTEGER NOT NULL,
    PRIMARY KEY (rule, day)
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE TABLE key_ages (pubkey TEXT PRIMARY KEY, first_at INTEGER NOT NULL) STRICT, WITHOUT ROWID`.execute(
    database,
  )
}
