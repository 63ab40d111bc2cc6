import { type Kysely, sql } from 'kysely'

export interface ReportTypeTables {
  /** How many reporters of a case chose each type: counting them anew for each would cost more with every reporter. */
  report_types: { case_id: number; type: string; reporters: number }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE report_types (
    case_id INTEGER NOT NULL REFERENCES report_cases (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    reporters INTEGER NOT NULL,
    PRIMARY KEY (case_id, type)
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`INSERT INTO report_types SELECT case_id, type, count(*) FROM reports GROUP BY case_id, type`.execute(
    database,
  )
}
