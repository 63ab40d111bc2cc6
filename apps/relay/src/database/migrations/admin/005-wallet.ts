import { type Generated, type Kysely, sql } from 'kysely'

/** All amounts are whole satoshis, all times milliseconds, all flags 0 or 1. */
export interface WalletTables {
  /** Lines of the wallet's history as it has told them last. */
  wallet_transactions: {
    id: Generated<number>
    wallet: string
    txid: string
    vout: number
    date: number
    output: string
    value_sats: number
    confirmations: number
    replaced_by: string | null
    dropped: number
    fee_sats: number | null
    /** These three by 013-wallet-lines. */
    origin_unknown: Generated<number>
    helped_by: string | null
    package_rate: number | null
  }
  wallet_balances: {
    wallet: string
    confirmed_sats: number
    pending_sats: number
    told_at: number
  }
  wallet_addresses: {
    wallet: string
    idx: number
    address: string
    used: number
    /** What the operator of the wallet calls it; null for nothing (010-wallet-labels). */
    label: string | null
    /** 1: made for the relay's own use, and told to nobody else (015-relay-addresses). */
    for_relay: number
  }
  /** Payments in flight: those that the wallet has told, and those that a console has saved. */
  pending_transactions: {
    id: Generated<number>
    txid: string
    fee_rate: number
    amount_sats: number
    recipient_address: string
    sent_at: number
    enable_rbf: number
    /** The payment that a console has put in its place. */
    replaced_by: string | null
    /** How many it pays; null for one (017-pending-payees). */
    payees: number | null
    /** The wallet that has told it; null, as the rest, for what a console has saved (018-told-payments). */
    wallet: string | null
    intention: string | null
    /** One of paymentStates. Null: whether it still waits follows from wallet_transactions. */
    state: string | null
    orphaned: Generated<number>
    /** JSON: message, template and figures of what the network said last. */
    said: string | null
  }
  /** Of signed calls of the wallet: each is good once, across restarts. Kept until its timestamp is too old anyhow. */
  wallet_signatures: {
    signature: string
    expires_at: number
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE wallet_transactions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    wallet TEXT NOT NULL,
    txid TEXT NOT NULL,
    vout INTEGER NOT NULL,
    date INTEGER NOT NULL,
    output TEXT NOT NULL,
    value_sats INTEGER NOT NULL,
    confirmations INTEGER NOT NULL,
    replaced_by TEXT,
    dropped INTEGER NOT NULL,
    fee_sats INTEGER,
    UNIQUE (wallet, txid, vout)
  ) STRICT`.execute(database)
  await sql`CREATE INDEX wallet_transactions_newest ON wallet_transactions (wallet, date, id)`.execute(database)
  await sql`CREATE INDEX wallet_transactions_txid ON wallet_transactions (txid)`.execute(database)
  await sql`CREATE TABLE wallet_balances (
    wallet TEXT PRIMARY KEY,
    confirmed_sats INTEGER NOT NULL,
    pending_sats INTEGER NOT NULL,
    told_at INTEGER NOT NULL
  ) STRICT`.execute(database)
  await sql`CREATE TABLE wallet_addresses (
    wallet TEXT NOT NULL,
    idx INTEGER NOT NULL,
    address TEXT NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (wallet, idx)
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE TABLE pending_transactions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    txid TEXT NOT NULL UNIQUE,
    fee_rate REAL NOT NULL,
    amount_sats INTEGER NOT NULL,
    recipient_address TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    enable_rbf INTEGER NOT NULL,
    replaced_by TEXT
  ) STRICT`.execute(database)
  await sql`CREATE TABLE wallet_signatures (
    signature TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`.execute(database)
}
