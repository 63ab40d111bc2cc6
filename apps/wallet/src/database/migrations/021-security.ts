import { type Kysely, sql } from 'kysely'

/** Spending limits, approvals by another owner, and each payment's outflow. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE security_settings (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- JSON of SecuritySettings.
      settings TEXT NOT NULL
    ) STRICT`.execute(database)
  await sql`
    CREATE TABLE approvals (
      id TEXT PRIMARY KEY,
      -- SHA-256 of what is approved: nothing else can be done with the approval.
      subject_hash TEXT NOT NULL,
      -- JSON, for whoever is to approve it.
      subject TEXT NOT NULL,
      content TEXT NOT NULL,
      asked_by TEXT NOT NULL,
      asked_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      approved_by TEXT,
      -- JSON of the signed note.
      proof TEXT
    ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`ALTER TABLE sends ADD COLUMN outflow_sats INTEGER NOT NULL DEFAULT 0`.execute(database)
  await sql`
    UPDATE sends SET outflow_sats = amount_sats + fee_sats
    WHERE choice = 1 AND signed_elsewhere = 0 AND state IN ('recorded', 'sent')`.execute(database)
}
