import type { Kysely } from 'kysely'

export interface AccountTables {
  accounts: {
    id: string
    pubkey: string
    /** Hash with salt and parameters; see accounts/password/password.ts. */
    password: string
    role: 'owner' | 'operator' | 'moderator' | 'viewer'
    /** Milliseconds. */
    created_at: number
  }
  sessions: {
    /** SHA-256 of the token, hex: useless to a thief of the database. */
    token_hash: string
    account_id: string
    created_at: number
    last_used_at: number
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await database.schema
    .createTable('accounts')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('pubkey', 'text', column => column.notNull().unique())
    .addColumn('password', 'text', column => column.notNull())
    .addColumn('role', 'text', column => column.notNull())
    .addColumn('created_at', 'integer', column => column.notNull())
    .execute()
  await database.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', column => column.primaryKey())
    .addColumn('account_id', 'text', column => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('created_at', 'integer', column => column.notNull())
    .addColumn('last_used_at', 'integer', column => column.notNull())
    .execute()
  await database.schema.createIndex('sessions_last_used').on('sessions').column('last_used_at').execute()
}
