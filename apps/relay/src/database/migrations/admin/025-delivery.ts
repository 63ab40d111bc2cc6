import { type Generated, type Kysely, sql } from 'kysely'

/** All times are milliseconds. */
export interface DeliveryTables {
  /** What admins can be told of. Triggers add payments and reports in the transaction that makes them news. */
  notices: {
    id: Generated<number>
    kind: string
    /** JSON, by kind. */
    facts: string
    /** The only recipient; null: every admin whose role and choice include the kind. */
    account_id: string | null
    at: number
    is_spread: Generated<number>
  }
  delivery_preferences: { account_id: string; preferences: string }
  /** Devices and webhooks. `sealed`: keys and address. `digest`: SHA-256 of the address. */
  delivery_targets: {
    id: string
    account_id: string
    channel: string
    name: string
    digest: string
    sealed: string
    created_at: number
  }
  /** Sealed keys of the relay for channels. */
  delivery_keys: { name: string; sealed: string }
  deliveries: {
    notice_id: number
    account_id: string
    target: string
    is_urgent: number
    due_at: number
    batch_id: string | null
  }
  /** What is sent as one message, under one id at each attempt. */
  delivery_batches: {
    id: string
    account_id: string
    target: string
    is_urgent: number
    state: string
    notices: number
    tries: number
    created_at: number
    due_at: number
  }
  delivery_attempts: {
    id: Generated<number>
    account_id: string
    target: string
    at: number
    took: number
    /** JSON (`deliveryFailure`); null if it was delivered. */
    failure: string | null
  }
}

const paymentFacts = (what: string) => sql`json_object('what', ${sql.lit(what)}, 'pubkey', new.pubkey,
  'sats', new.amount_sats, 'tier', new.tier, 'is_new', new.is_new)`
const reportFacts = sql`json_object('target', new.target, 'pubkey', new.pubkey, 'type', new.type,
  'reporters', new.reporters)`

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    facts TEXT NOT NULL,
    account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    is_spread INTEGER NOT NULL DEFAULT 0
  ) STRICT`.execute(database)
  await sql`CREATE INDEX notices_unspread ON notices (id) WHERE is_spread = 0`.execute(database)
  await sql`CREATE INDEX notices_at ON notices (at)`.execute(database)
  await sql`CREATE TABLE delivery_preferences (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    preferences TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE TABLE delivery_targets (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    channel TEXT NOT NULL,
    name TEXT NOT NULL,
    digest TEXT NOT NULL,
    sealed TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (account_id, digest)
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE TABLE delivery_keys (name TEXT PRIMARY KEY, sealed TEXT NOT NULL) STRICT, WITHOUT ROWID`.execute(
    database,
  )
  await createQueue(database)
  await createTriggers(database)
}

async function createQueue(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE delivery_batches (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    target TEXT NOT NULL,
    is_urgent INTEGER NOT NULL,
    state TEXT NOT NULL,
    notices INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX delivery_batches_open ON delivery_batches (account_id, target) WHERE state = 'open'`.execute(
    database,
  )
  await sql`CREATE INDEX delivery_batches_target ON delivery_batches (account_id, target, created_at)`.execute(database)
  await sql`CREATE TABLE deliveries (
    notice_id INTEGER NOT NULL REFERENCES notices (id) ON DELETE CASCADE,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    target TEXT NOT NULL,
    is_urgent INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    batch_id TEXT REFERENCES delivery_batches (id) ON DELETE CASCADE,
    PRIMARY KEY (notice_id, account_id, target)
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX deliveries_waiting ON deliveries (account_id, target, is_urgent, due_at)
    WHERE batch_id IS NULL`.execute(database)
  await sql`CREATE INDEX deliveries_batch ON deliveries (batch_id, notice_id)`.execute(database)
  await sql`CREATE TABLE delivery_attempts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    target TEXT NOT NULL,
    at INTEGER NOT NULL,
    took INTEGER NOT NULL,
    failure TEXT
  ) STRICT`.execute(database)
  await sql`CREATE INDEX delivery_attempts_target ON delivery_attempts (account_id, target, id)`.execute(database)
}

/** A notice exists exactly if its payment or report does: no crash comes between them. */
async function createTriggers(database: Kysely<never>): Promise<void> {
  await sql`CREATE TRIGGER payment_is_news AFTER INSERT ON payment_notifications BEGIN
    INSERT INTO notices (kind, facts, at) VALUES ('payments', ${paymentFacts('credited')}, new.created_at);
  END`.execute(database)
  await sql`CREATE TRIGGER payment_again_is_news AFTER UPDATE ON payment_notifications
    WHEN old.reversed_at IS NOT NULL AND new.reversed_at IS NULL BEGIN
    INSERT INTO notices (kind, facts, at) VALUES ('payments', ${paymentFacts('credited')}, new.created_at);
  END`.execute(database)
  await sql`CREATE TRIGGER reversal_is_news AFTER UPDATE ON payment_notifications
    WHEN old.reversed_at IS NULL AND new.reversed_at IS NOT NULL BEGIN
    INSERT INTO notices (kind, facts, at) VALUES ('payments', ${paymentFacts('reversed')}, new.reversed_at);
  END`.execute(database)
  // A case tells once until it is read: further reporters only count.
  await sql`CREATE TRIGGER report_is_news AFTER UPDATE ON report_cases
    WHEN new.is_read = 0 AND new.reporters > old.reporters AND (old.reporters = 0 OR old.is_read = 1) BEGIN
    INSERT INTO notices (kind, facts, at) VALUES ('reports', ${reportFacts}, new.updated_at);
  END`.execute(database)
}
