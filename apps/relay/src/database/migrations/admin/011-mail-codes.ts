import { type Kysely, sql } from 'kysely'

export interface MailCodeTables {
  mail_codes: {
    id: string
    account_id: string
    purpose: 'recovery' | 'verification'
    /** Salted hash: six characters are quickly guessed. */
    code_hash: string
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
