import { type Generated, type Kysely, sql } from 'kysely'

/** Columns and tables for several admins, second factors and mail. Times in milliseconds. */
export interface InvitationTables {
  invitations: {
    id: string
    /** SHA-256 of the link's token, hex. */
    token_hash: string
    role: 'owner' | 'operator' | 'moderator' | 'viewer'
    email: string
    invited_by: string
    created_at: number
    expires_at: number
  }
  recovery_codes: {
    account_id: string
    /** SHA-256 of the code, hex; used codes are deleted. */
    code_hash: string
  }
  mail_codes: {
    account_id: string
    purpose: 'recovery' | 'verification'
    /** Salted hash: six characters are quickly guessed. */
    code_hash: string
    /** The address it was sent to; changing the address invalidates it. */
    email: string
    wrong_tries: number
    created_at: number
    expires_at: number
  }
  /** Addresses accounts have signed in from: a sign-in from a new one is mailed. */
  sign_in_addresses: { account_id: string; address: string; last_used_at: number }
}

export interface AccountExtras {
  /** JSON of the profile; see accounts/profile. */
  profile: Generated<string>
  /** Lower-case profile address for lookups; null for none. */
  email: Generated<string | null>
  email_verified: Generated<0 | 1>
  /** Sealed authenticator secret; null while two-factor is off. */
  totp_secret: Generated<string | null>
  totp_pending: Generated<string | null>
  /** Time step of the last code: none works twice (RFC 6238, 5.2). */
  totp_last_step: Generated<number>
  mail_preferences: Generated<string>
}

export interface SessionExtras {
  address: Generated<string>
  user_agent: Generated<string>
  password_at: Generated<number>
}

export async function up(database: Kysely<never>): Promise<void> {
  const columns = [
    `accounts ADD COLUMN profile TEXT NOT NULL DEFAULT '{}'`,
    `accounts ADD COLUMN email TEXT`,
    `accounts ADD COLUMN email_verified INTEGER NOT NULL DEFAULT 0`,
    `accounts ADD COLUMN totp_secret TEXT`,
    `accounts ADD COLUMN totp_pending TEXT`,
    `accounts ADD COLUMN totp_last_step INTEGER NOT NULL DEFAULT 0`,
    `accounts ADD COLUMN mail_preferences TEXT NOT NULL DEFAULT '{}'`,
    `sessions ADD COLUMN address TEXT NOT NULL DEFAULT ''`,
    `sessions ADD COLUMN user_agent TEXT NOT NULL DEFAULT ''`,
    `sessions ADD COLUMN password_at INTEGER NOT NULL DEFAULT 0`,
  ]
  for (const column of columns) await sql.raw(`ALTER TABLE ${column}`).execute(database)
  await sql`CREATE INDEX accounts_by_email ON accounts (email) WHERE email IS NOT NULL`.execute(database)
  await sql`CREATE INDEX sessions_by_account ON sessions (account_id)`.execute(database)
  await sql`
    CREATE TABLE invitations (
      id TEXT PRIMARY KEY,
      token_hash TEXT NOT NULL UNIQUE,
      role TEXT NOT NULL,
      email TEXT NOT NULL,
      invited_by TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT`.execute(database)
  await sql`
    CREATE TABLE recovery_codes (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      code_hash TEXT NOT NULL,
      PRIMARY KEY (account_id, code_hash)
    ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`
    CREATE TABLE mail_codes (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      purpose TEXT NOT NULL,
      code_hash TEXT NOT NULL,
      email TEXT NOT NULL,
      wrong_tries INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      PRIMARY KEY (account_id, purpose)
    ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`
    CREATE TABLE sign_in_addresses (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      address TEXT NOT NULL,
      last_used_at INTEGER NOT NULL,
      PRIMARY KEY (account_id, address)
    ) STRICT, WITHOUT ROWID`.execute(database)
}
