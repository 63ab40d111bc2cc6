import { type Generated, type Kysely, sql } from 'kysely'
import type { JudgedWithColumns } from './102-judged-with.ts'

export interface JudgeTables {
  /** Media that wait for a verdict or have one: `url:` and the address, or `file:` and the SHA-256. */
  judged_media: {
    subject: string
    author: string
    /** Null while it waits. */
    decision: 'ALLOW' | 'FLAG' | 'BLOCK' | 'UNKNOWN' | null
    tries: number
    /** Not asked before, milliseconds. */
    next_at: number
    hash: string | null
    level: number
    confidence: number
    category: string
    explanation: string
    judged_at: number | null
  } & JudgedWithColumns
  judge_waits: { subject: string; event_id: string }
  moderation_cases: {
    id: Generated<number>
    event_id: string
    pubkey: string
    reason: string
    content_type: 'image' | 'video'
    media_url: string
    created_at: number
    is_read: number
    state: 'flagged' | 'blocked' | 'disputed' | 'pending' | 'released' | 'deleted'
    ticket_id: string | null
    dispute_id: string | null
    expires_at: number | null
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE judged_media (
    subject TEXT PRIMARY KEY,
    author TEXT NOT NULL,
    decision TEXT,
    tries INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    hash TEXT,
    level INTEGER NOT NULL,
    confidence REAL NOT NULL,
    category TEXT NOT NULL,
    explanation TEXT NOT NULL,
    judged_at INTEGER
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX judged_media_waiting ON judged_media (next_at) WHERE decision IS NULL`.execute(database)
  await sql`CREATE TABLE judge_waits (
    subject TEXT NOT NULL,
    event_id TEXT NOT NULL,
    PRIMARY KEY (event_id, subject)
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX judge_waits_subject ON judge_waits (subject)`.execute(database)
  await sql`CREATE TABLE moderation_cases (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL UNIQUE,
    pubkey TEXT NOT NULL,
    reason TEXT NOT NULL,
    content_type TEXT NOT NULL,
    media_url TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    is_read INTEGER NOT NULL,
    state TEXT NOT NULL,
    ticket_id TEXT,
    dispute_id TEXT,
    expires_at INTEGER
  ) STRICT`.execute(database)
  await sql`CREATE INDEX moderation_cases_unread ON moderation_cases (id) WHERE is_read = 0`.execute(database)
  await sql`CREATE INDEX moderation_cases_ticket ON moderation_cases (ticket_id) WHERE ticket_id IS NOT NULL`.execute(
    database,
  )
}
