import { type Generated, type Kysely, sql } from 'kysely'

/** All amounts are whole satoshis, all times milliseconds, all flags 0 or 1. */
export interface SubscriptionTables {
  subscribers: {
    pubkey: string
    address: string | null
    allotted_at: number
    /** The following columns derive from the ledger's entries and are rewritten with each (`standingOf`). */
    since: number | null
    tier: string
    run_started_at: number | null
    expires_at: number | null
    total_bytes: number
    /** Bits of the notices already given about this end (`notices.ts`). */
    noticed: number
    /** By 021-notices. */
    next_notice_at: number | null
    /** By 024-what-tiers-give: limits of the running purchases. */
    gives: string
    /** By 031-subscriber-language: of their last visit to the page of subscriptions (BCP 47); empty if none. */
    language: Generated<string>
  }
  /** Events in order, never changed. The credit is the sum of `sats`. */
  subscription_entries: {
    id: Generated<number>
    pubkey: string
    at: number
    kind: string
    sats: number
    tier: string
    bytes: number
    months: number
    days: number
    /** A coin; of a Lightning payment its payment hash, and -1 in place of the output. */
    txid: string | null
    vout: number | null
    undoes: number | null
    by: string | null
    note: string
    /** By 024-what-tiers-give. */
    gives: string
    /** By 067-refund-rates: of a refund, US cents per bitcoin at its date; null if unknown. */
    rate_cents: number | null
  }
  subscription_coins: {
    id: Generated<number>
    txid: string
    vout: number
    pubkey: string
    sats: number
    date: number
    state: string
    credited_at: number | null
    /** US cents per bitcoin nearest `date`; null if unknown. */
    rate_cents: number | null
    /** What it bought; empty while it waits. */
    tier: string
    is_new: number
  }
  payment_notifications: {
    id: Generated<number>
    txid: string
    vout: number
    pubkey: string
    amount_sats: number
    tier: string
    is_new: number
    expires_at: number | null
    created_at: number
    is_read: number
    reversed_at: number | null
  }
  /** Sums by month of payment and tier, kept in the transactions that change them. */
  subscription_months: {
    month: string
    tier: string
    new_subscribers: number
    renewed: number
    lost: number
    payments: number
    sats: number
    usd_cents: number
    unpriced_sats: number
  }
  /** Bytes that a key has stored since a time: the start of its run, or of the month. */
  subscription_usage: { pubkey: string; since: number; bytes: number }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE subscribers (
    pubkey TEXT PRIMARY KEY,
    address TEXT UNIQUE,
    allotted_at INTEGER NOT NULL,
    since INTEGER,
    tier TEXT NOT NULL DEFAULT '',
    run_started_at INTEGER,
    expires_at INTEGER,
    total_bytes INTEGER NOT NULL DEFAULT 0,
    noticed INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX subscribers_newest ON subscribers (allotted_at, pubkey, expires_at)`.execute(database)
  await sql`CREATE INDEX subscribers_expiry ON subscribers (expires_at, pubkey)`.execute(database)
  await sql`CREATE INDEX subscribers_due ON subscribers (expires_at) WHERE noticed < 127`.execute(database)
  await sql`CREATE INDEX subscribers_since ON subscribers (since, pubkey, expires_at) WHERE since IS NOT NULL`.execute(
    database,
  )
  await sql`CREATE INDEX subscribers_tier ON subscribers (tier, expires_at) WHERE expires_at IS NOT NULL`.execute(
    database,
  )
  await sql`CREATE TABLE subscription_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pubkey TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    sats INTEGER NOT NULL,
    tier TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    months INTEGER NOT NULL,
    days INTEGER NOT NULL,
    txid TEXT,
    vout INTEGER,
    undoes INTEGER UNIQUE,
    by TEXT,
    note TEXT NOT NULL
  ) STRICT`.execute(database)
  await sql`CREATE INDEX subscription_entries_key ON subscription_entries (pubkey, id)`.execute(database)
  for (const change of ['UPDATE', 'DELETE'])
    await sql`CREATE TRIGGER subscription_entries_stay_${sql.raw(change.toLowerCase())}
      BEFORE ${sql.raw(change)} ON subscription_entries
      BEGIN SELECT RAISE(ABORT, 'entries of the ledger stay as they are'); END`.execute(database)
  await sql`CREATE TABLE subscription_coins (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    txid TEXT NOT NULL,
    vout INTEGER NOT NULL,
    pubkey TEXT NOT NULL,
    sats INTEGER NOT NULL,
    date INTEGER NOT NULL,
    state TEXT NOT NULL,
    credited_at INTEGER,
    rate_cents INTEGER,
    tier TEXT NOT NULL,
    is_new INTEGER NOT NULL,
    UNIQUE (txid, vout)
  ) STRICT`.execute(database)
  await sql`CREATE INDEX subscription_coins_key ON subscription_coins (pubkey, id)`.execute(database)
  await sql`CREATE INDEX subscription_coins_state ON subscription_coins (state, id)`.execute(database)
  await sql`CREATE INDEX subscription_coins_date ON subscription_coins (date)`.execute(database)
  await sql`CREATE TABLE payment_notifications (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    txid TEXT NOT NULL,
    vout INTEGER NOT NULL,
    pubkey TEXT NOT NULL,
    amount_sats INTEGER NOT NULL,
    tier TEXT NOT NULL,
    is_new INTEGER NOT NULL,
    expires_at INTEGER,
    created_at INTEGER NOT NULL,
    is_read INTEGER NOT NULL,
    reversed_at INTEGER,
    UNIQUE (txid, vout)
  ) STRICT`.execute(database)
  await sql`CREATE INDEX payment_notifications_key ON payment_notifications (pubkey, id)`.execute(database)
  await sql`CREATE INDEX payment_notifications_unread ON payment_notifications (id) WHERE is_read = 0`.execute(database)
  await sql`CREATE TABLE subscription_months (
    month TEXT NOT NULL,
    tier TEXT NOT NULL,
    new_subscribers INTEGER NOT NULL DEFAULT 0,
    renewed INTEGER NOT NULL DEFAULT 0,
    lost INTEGER NOT NULL DEFAULT 0,
    payments INTEGER NOT NULL DEFAULT 0,
    sats INTEGER NOT NULL DEFAULT 0,
    usd_cents INTEGER NOT NULL DEFAULT 0,
    unpriced_sats INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (month, tier)
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE TABLE subscription_usage (
    pubkey TEXT PRIMARY KEY,
    since INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`.execute(database)
}
