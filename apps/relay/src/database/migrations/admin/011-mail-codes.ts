import { type Kysely, sql } from 'kysely'

/**
 * Several codes for one account and purpose: one that is mailed takes nothing from one that was mailed before. Those on
 * their way are dropped, at most a quarter of an hour old.
 */
export interface MailCodeTables {
  mail_codes: {
    id: string
    account_id: string
    purpose: 'recovery' | 'verification'
    /** Hash of the code with a salt of its own: six characters are soon tried out. */
    code_hash: string
    /** The address that it went to; another one by now makes it void. */
    email: string
    created_at: number
    expires_at: number
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`DROP TABLE mail_codes`.execute(database)
  await sql`
    CREATE TABLE mail_codes (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      purpose TEXT NOT NULL,
      code_hash TEXT NOT NULL,
      email TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX mail_codes_by_account ON mail_codes (account_id, purpose)`.execute(database)
}
