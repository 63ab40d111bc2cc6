import { type Kysely, sql } from 'kysely'

/** All times are milliseconds. */
export interface SubscriberMailTables {
  subscriber_mail: {
    pubkey: string
    /** Address, language and the secret of the link that stops the mails, as JSON, sealed. */
    sealed: string
    /** SHA-256 of that secret. */
    stop_digest: string
    /** Null until the mailed code came back. */
    confirmed_at: number | null
    /** Of the mailed code, salted and keyed; null once confirmed. */
    code_hash: string | null
    code_until: number | null
    code_tries: number
    /** The reminder to mail, with the end that it is about; null for none. */
    due_notice: string | null
    due_for: number | null
    due_at: number | null
    next_try_at: number | null
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE subscriber_mail (
    pubkey TEXT PRIMARY KEY REFERENCES subscribers (pubkey) ON DELETE CASCADE,
    sealed TEXT NOT NULL,
    stop_digest TEXT NOT NULL UNIQUE,
    confirmed_at INTEGER,
    code_hash TEXT,
    code_until INTEGER,
    code_tries INTEGER NOT NULL DEFAULT 0,
    due_notice TEXT,
    due_for INTEGER,
    due_at INTEGER,
    next_try_at INTEGER
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX subscriber_mail_due ON subscriber_mail (next_try_at) WHERE due_notice IS NOT NULL`.execute(
    database,
  )
  await sql`CREATE INDEX subscriber_mail_unconfirmed ON subscriber_mail (code_until)
    WHERE confirmed_at IS NULL`.execute(database)
}
