import { type Kysely, sql } from 'kysely'

export interface ReportTextTables {
  /** What a report says, once for everything that it names. */
  report_texts: { id: number; event_id: string; content: string }
}

export interface ReportTextExtras {
  /** The last text of a reporter; null if none had any. */
  text_id: number | null
}

/** A text stood in each case that its report named, and could take twenty times its own space. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE report_texts (
    id INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL UNIQUE,
    content TEXT NOT NULL
  ) STRICT`.execute(database)
  await sql`ALTER TABLE report_cases ADD COLUMN text_id INTEGER REFERENCES report_texts (id)`.execute(database)
  await sql`CREATE TEMP TABLE texts AS
    SELECT content, min(id) AS id FROM report_cases WHERE content <> '' GROUP BY content`.execute(database)
  await sql`CREATE UNIQUE INDEX temp.texts_content ON texts (content)`.execute(database)
  await sql`INSERT INTO report_texts (id, event_id, content) SELECT id, 'case:' || id, content FROM texts`.execute(
    database,
  )
  await sql`UPDATE report_cases SET text_id = (SELECT id FROM texts WHERE content = report_cases.content)
    WHERE content <> ''`.execute(database)
  await sql`DROP TABLE texts`.execute(database)
  await sql`ALTER TABLE report_cases DROP COLUMN content`.execute(database)
  await sql`CREATE INDEX report_cases_text ON report_cases (text_id) WHERE text_id IS NOT NULL`.execute(database)
  const forget = sql`DELETE FROM report_texts WHERE id = old.text_id
      AND NOT EXISTS (SELECT 1 FROM report_cases WHERE text_id = old.text_id)`
  await sql`CREATE TRIGGER report_text_is_old AFTER UPDATE OF text_id ON report_cases
    WHEN old.text_id IS NOT new.text_id BEGIN ${forget}; END`.execute(database)
  await sql`CREATE TRIGGER report_text_is_gone AFTER DELETE ON report_cases BEGIN ${forget}; END`.execute(database)
}
