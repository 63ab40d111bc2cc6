import { type Generated, type Kysely, sql } from 'kysely'

export interface CaseTables {
  /** One for each thing that was reported, flagged or disputed: what is said of it stays in the tables of its sources. */
  cases: {
    id: Generated<number>
    target: string
    pubkey: string
    cause: string
    type: string
    weight: number
    reporters: number
    /** Milliseconds. */
    opened_at: number
    is_open: number
    is_escalated: Generated<number>
    held_by: string | null
    held_until: Generated<number>
    verdict: string | null
  }
  /** SHA-256 of what its event shows, or of the file itself. */
  case_images: { hash: string; case_id: number }
  /** Targets whose sources have changed since their case was written. */
  case_changes: { target: string }
  case_counts: { cause: string; is_escalated: number; count: number }
  case_verdicts: {
    id: Generated<number>
    batch: number
    case_id: number
    cause: string
    verdict: string
    reason: string
    at: number
    by: string | null
    waited_ms: number
    confidence: number | null
    /** JSON: what an undo needs; null once it cannot be undone. */
    undo: string | null
    undone_at: number | null
    /** When the author is warned, milliseconds; null: not at all, or done. */
    warn_at: number | null
  }
  /** Verdicts by day: of each cause, by time waited, and of the judge by confidence. */
  case_tallies: { day: number; name: string; count: number }
  case_reasons: { place: number; text: string }
}

export interface ReportLabels {
  /** It came as a label (NIP-32). */
  is_label: Generated<number>
}

export interface CaseConfidence {
  /** Of the judge; null if it was not asked. */
  confidence: number | null
}

export async function up(database: Kysely<never>): Promise<void> {
  await createTables(database)
  await sql`ALTER TABLE reports ADD COLUMN is_label INTEGER NOT NULL DEFAULT 0`.execute(database)
  await sql`ALTER TABLE moderation_cases ADD COLUMN confidence REAL`.execute(database)
  await createTriggers(database)
  await sql`INSERT OR IGNORE INTO case_changes SELECT target FROM report_cases WHERE resolution IS NULL`.execute(
    database,
  )
  for (const target of [sql`event_id`, sql`'file:' || event_id`])
    await sql`INSERT OR IGNORE INTO case_changes SELECT ${target} FROM moderation_cases
      WHERE state IN ('blocked', 'disputed', 'pending') OR (state = 'flagged' AND is_read = 0)`.execute(database)
}

async function createTables(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE cases (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    target TEXT NOT NULL UNIQUE,
    pubkey TEXT NOT NULL,
    cause TEXT NOT NULL,
    type TEXT NOT NULL,
    weight INTEGER NOT NULL,
    reporters INTEGER NOT NULL,
    opened_at INTEGER NOT NULL,
    is_open INTEGER NOT NULL,
    is_escalated INTEGER NOT NULL DEFAULT 0,
    held_by TEXT,
    held_until INTEGER NOT NULL DEFAULT 0,
    verdict TEXT
  ) STRICT`.execute(database)
  await sql`CREATE INDEX cases_queue ON cases (is_escalated, weight, opened_at, id) WHERE is_open = 1`.execute(database)
  await sql`CREATE INDEX cases_queue_of ON cases (cause, is_escalated, weight, opened_at, id) WHERE is_open = 1`.execute(
    database,
  )
  await sql`CREATE INDEX cases_about ON cases (pubkey, id)`.execute(database)
  await sql`CREATE TABLE case_images (
    hash TEXT NOT NULL,
    case_id INTEGER NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
    PRIMARY KEY (hash, case_id)
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX case_images_of ON case_images (case_id)`.execute(database)
  await sql`CREATE TABLE case_changes (target TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE TABLE case_counts (
    cause TEXT NOT NULL,
    is_escalated INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (cause, is_escalated)
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE TABLE case_verdicts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    batch INTEGER NOT NULL,
    case_id INTEGER NOT NULL REFERENCES cases (id),
    cause TEXT NOT NULL,
    verdict TEXT NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    by TEXT,
    waited_ms INTEGER NOT NULL,
    confidence REAL,
    undo TEXT,
    undone_at INTEGER,
    warn_at INTEGER
  ) STRICT`.execute(database)
  await sql`CREATE INDEX case_verdicts_of ON case_verdicts (case_id, id)`.execute(database)
  await sql`CREATE INDEX case_verdicts_together ON case_verdicts (batch, id)`.execute(database)
  await sql`CREATE INDEX case_verdicts_kept ON case_verdicts (at) WHERE undo IS NOT NULL`.execute(database)
  await sql`CREATE INDEX case_verdicts_due ON case_verdicts (warn_at) WHERE warn_at IS NOT NULL`.execute(database)
  await sql`CREATE TABLE case_tallies (
    day INTEGER NOT NULL,
    name TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, name)
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE TABLE case_reasons (place INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT`.execute(database)
}

/** In the transaction of the change, so that no crash leaves a case behind its sources. */
async function createTriggers(database: Kysely<never>): Promise<void> {
  const note = (targets: string) => `INSERT INTO case_changes ${targets} ON CONFLICT DO NOTHING;`
  const ofReports = note('VALUES (new.target)')
  // An event, or a file of the same digits: which one is known where it is read.
  const ofJudge = note("VALUES (new.event_id), ('file:' || new.event_id)")
  const reportedBy = (row: 'new' | 'old') =>
    note(`SELECT report_cases.target FROM reports JOIN report_cases ON report_cases.id = reports.case_id
      WHERE reports.reporter = ${row}.pubkey AND report_cases.resolution IS NULL`)
  const count = (row: 'new' | 'old', by: 1 | -1) =>
    `INSERT INTO case_counts SELECT ${row}.cause, ${row}.is_escalated, ${by} WHERE ${row}.is_open = 1
      ON CONFLICT DO UPDATE SET count = count + excluded.count;`
  const triggers = {
    'case_of_report AFTER INSERT ON report_cases': ofReports,
    'case_of_reports AFTER UPDATE OF reporters, resolution ON report_cases': ofReports,
    'case_of_judge AFTER INSERT ON moderation_cases': ofJudge,
    'case_of_judged AFTER UPDATE OF state ON moderation_cases': ofJudge,
    'case_of_blocked AFTER INSERT ON blocked_pubkeys': reportedBy('new'),
    'case_of_unblocked AFTER DELETE ON blocked_pubkeys': reportedBy('old'),
    'case_is_new AFTER INSERT ON cases': count('new', 1),
    'case_is_changed AFTER UPDATE OF cause, is_escalated, is_open ON cases': count('old', -1) + count('new', 1),
  }
  for (const [when, does] of Object.entries(triggers))
    await sql.raw(`CREATE TRIGGER ${when} BEGIN ${does} END`).execute(database)
}
