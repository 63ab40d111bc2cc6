import { type Kysely, sql } from 'kysely'

export interface StoppedMailboxTables {
  /** Mailboxes that want no more emails about subscriptions, by keyed fingerprint. */
  stopped_mailboxes: {
    mailbox: string
    /** Milliseconds. */
    stopped_at: number
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE stopped_mailboxes (
    mailbox TEXT PRIMARY KEY,
    stopped_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`.execute(database)
}
