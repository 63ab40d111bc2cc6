import { type Generated, type Kysely, sql } from 'kysely'

/** What accounts and sessions carry since there are several admins, a second factor and mail. Times are milliseconds. */
export interface PeopleTables {
  invitations: {
    id: string
    /** SHA-256 of the token of the link, hex. */
    token_hash: string
    role: 'owner' | 'operator' | 'moderator' | 'viewer'
    /** Empty when it was not mailed. */
    email: string
    /** Public key of the owner who invited, hex. */
    invited_by: string
    created_at: number
    expires_at: number
  }
  recovery_codes: {
    account_id: string
    /** SHA-256 of the code, hex; a used one is deleted. */
    code_hash: string
  }
  /** Codes that have been mailed: one for each account and purpose. */
  mail_codes: {
    account_id: string
    purpose: 'recovery' | 'verification'
    /** Hash of the code with a salt of its own: six characters are soon tried out. */
    code_hash: string
    /** The address that it went to; another one by now makes it void. */
    email: string
    wrong_tries: number
    created_at: number
    expires_at: number
  }
  /** From where accounts have signed in: a sign-in from elsewhere is told by mail. */
  sign_in_addresses: {
    account_id: string
    /** An IPv6 customer counts as one; see `addressKey`. */
    address: string
    last_used_at: number
  }
}

/** Columns that the tables of 001 have got. */
export interface AccountExtras {
  /** JSON of the profile fields; see accounts/profile. */
  profile: Generated<string>
  /** Lower-case address of the profile for looking up, null without one. */
  email: Generated<string | null>
  email_verified: Generated<0 | 1>
  /** Sealed secret of the authenticator app; null while two-factor is off. */
  totp_secret: Generated<string | null>
  /** A secret that waits for its first code. */
  totp_pending: Generated<string | null>
  /** The time step of the code used last: none serves twice (RFC 6238, 5.2). */
  totp_last_step: Generated<number>
  /** JSON of the mail preferences. */
  mail_preferences: Generated<string>
}

export interface SessionExtras {
  address: Generated<string>
  user_agent: Generated<string>
  /** When the password was last given in this session. */
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
