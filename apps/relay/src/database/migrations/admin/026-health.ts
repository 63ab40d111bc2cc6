import { type Generated, type Kysely, sql } from 'kysely'

export interface HealthTables {
  /** What needs attention or did. All times are milliseconds. */
  health_notifications: {
    id: Generated<number>
    what: string
    subject: string
    /** JSON. */
    facts: string
    created_at: number
    ended_at: number | null
    is_read: number
  }
}

const factsOf = (isOver: 'true' | 'false') => sql`json_patch(new.facts,
  json_object('what', new.what, 'file', new.subject, 'isOver', json(${sql.lit(isOver)})))`

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE health_notifications (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    what TEXT NOT NULL,
    subject TEXT NOT NULL,
    facts TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    is_read INTEGER NOT NULL
  ) STRICT`.execute(database)
  await sql`CREATE UNIQUE INDEX health_notifications_lasting ON health_notifications (what, subject)
    WHERE ended_at IS NULL`.execute(database)
  await sql`CREATE TRIGGER health_is_news AFTER INSERT ON health_notifications BEGIN
    INSERT INTO notices (kind, facts, at) VALUES ('health', ${factsOf('false')}, new.created_at);
  END`.execute(database)
  await sql`CREATE TRIGGER health_over_is_news AFTER UPDATE ON health_notifications
    WHEN old.ended_at IS NULL AND new.ended_at IS NOT NULL BEGIN
    INSERT INTO notices (kind, facts, at) VALUES ('health', ${factsOf('true')}, new.ended_at);
  END`.execute(database)
}
