import { type Kysely, sql } from 'kysely'

export interface AccessRuleTables {
  /** The operator's own rules. */
  access_rules: {
    id: string
    place: number
    /** JSON. */
    value: string
  }
  /** To how much a rule applied on a day. */
  access_rule_days: {
    rule: string
    /** Days since 1970 (UTC). */
    day: number
    applied: number
  }
  /** When a key first wrote here; kept while a rule asks for it. */
  key_ages: {
    /** Lower-case hex. */
    pubkey: string
    /** Milliseconds. */
    first_at: number
  }
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
