import { type Kysely, sql } from 'kysely'

/** Changed in the transaction of the event or file. Months are `year × 12 + month index`, UTC. */
export interface CounterTables {
  kind_months: { kind: number; month: number; count: number; bytes: number }
  file_months: {
    /** `photos`, `videos`, `audio` or `misc`. */
    file_group: string
    month: number
    count: number
    bytes: number
  }
  /** One row per author with a stored kind 0: since when, and what it announces. Read by key only. */
  profiles: {
    pubkey: string
    event_id: string
    since: number
    lightning_since: number | null
    dht_since: number | null
    both_since: number | null
  }
  /** Number of profiles that started in this month. */
  profile_months: { month: number; profiles: number; lightning: number; dht: number; both: number }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE kind_months (
      kind INTEGER NOT NULL,
      month INTEGER NOT NULL,
      count INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      PRIMARY KEY (kind, month)
    ) STRICT, WITHOUT ROWID`.execute(db)
  await sql`
    CREATE TABLE file_months (
      file_group TEXT NOT NULL,
      month INTEGER NOT NULL,
      count INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      PRIMARY KEY (file_group, month)
    ) STRICT, WITHOUT ROWID`.execute(db)
  await sql`
    CREATE TABLE profiles (
      pubkey TEXT PRIMARY KEY,
      event_id TEXT NOT NULL,
      since INTEGER NOT NULL,
      lightning_since INTEGER,
      dht_since INTEGER,
      both_since INTEGER
    ) STRICT, WITHOUT ROWID`.execute(db)
  await sql`
    CREATE TABLE profile_months (
      month INTEGER PRIMARY KEY,
      profiles INTEGER NOT NULL,
      lightning INTEGER NOT NULL,
      dht INTEGER NOT NULL,
      both INTEGER NOT NULL
    ) STRICT`.execute(db)
}
