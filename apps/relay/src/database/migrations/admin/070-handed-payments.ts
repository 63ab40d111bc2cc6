import { type Kysely, sql } from 'kysely'

export interface HandedTables {
  handed_payments: {
    key: string
    /** Null until the wallet has answered with one. */
    txid: string | null
    /** Empty and 0 unless it pays a single address. */
    recipient_address: string
    amount_sats: number
    /** When it was first forwarded. */
    at: number
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE handed_payments (
    key TEXT PRIMARY KEY,
    txid TEXT,
    recipient_address TEXT NOT NULL,
    amount_sats INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX handed_payments_txid ON handed_payments (txid)`.execute(database)
  await sql`CREATE INDEX handed_payments_unanswered ON handed_payments (recipient_address) WHERE txid IS NULL`.execute(
    database,
  )
}
