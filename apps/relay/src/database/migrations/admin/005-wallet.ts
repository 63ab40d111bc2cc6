import { type Generated, type Kysely, sql } from 'kysely'

/** Amounts in whole satoshis, times in milliseconds, flags 0 or 1. */
export interface WalletTables {
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
    /** These three since 013-wallet-lines. */
    origin_unknown: Generated<number>
    helped_by: string | null
    package_rate: number | null
  }
  wallet_balances: { wallet: string; confirmed_sats: number; pending_sats: number; told_at: number }
  wallet_addresses: {
    wallet: string
    /** Empty for the wallet's own, `subscribers` for theirs (055-subscriber-addresses). */
    account: string
    idx: number
    address: string
    used: number
    /** The operator's label; null for none (010-wallet-labels). */
    label: string | null
    /** 1: made for the relay itself, not shared with others (015-relay-addresses). */
    for_relay: number
  }
  pending_transactions: {
    id: Generated<number>
    txid: string
    fee_rate: number
    amount_sats: number
    recipient_address: string
    sent_at: number
    enable_rbf: number
    replaced_by: string | null
    /** Number of payees; null for one (017-pending-payees). */
    payees: number | null
    /** The wallet that reported it; null, like the columns below, if a console saved it (018-told-payments). */
    wallet: string | null
    intention: string | null
    /** One of paymentStates. Null: derived from wallet_transactions. */
    state: string | null
    orphaned: Generated<number>
    /** JSON: message, template and figures of the network's last answer. */
    said: string | null
  }
  /** Signatures of the wallet's calls: each is valid once, across restarts. Kept until its timestamp expires. */
  wallet_signatures: { signature: string; expires_at: number }
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
