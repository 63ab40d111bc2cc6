import { type Kysely, sql } from 'kysely'

/** All amounts are whole satoshis, all times milliseconds. */
export interface InvoiceTables {
  /** Lightning invoices that subscribers were shown. What is credited comes from the wallet's reports alone. */
  subscription_invoices: {
    payment_hash: string
    pubkey: string
    sats: number
    tier: string
    invoice: string
    created_at: number
    expires_at: number
    state: string
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE subscription_invoices (
    payment_hash TEXT PRIMARY KEY,
    pubkey TEXT NOT NULL,
    sats INTEGER NOT NULL,
    tier TEXT NOT NULL,
    invoice TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    state TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX subscription_invoices_key ON subscription_invoices (pubkey, expires_at)`.execute(database)
  await sql`CREATE INDEX subscription_invoices_end ON subscription_invoices (expires_at)`.execute(database)
}
