import { type Kysely, sql } from 'kysely'

export interface MaintenanceTables {
  maintenance: {
    id: 1
    /** The operator's reason; may be empty. */
    reason: string
    /** Milliseconds. */
    since: number
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE maintenance (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      reason TEXT NOT NULL,
      since INTEGER NOT NULL
    ) STRICT`.execute(database)
}
