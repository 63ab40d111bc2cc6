import { type Kysely, sql } from 'kysely'

/** Whether the operator works on the server: one row while it is so, none else. */
export interface MaintenanceTables {
  maintenance: {
    id: 1
    /** In the operator's words; may be empty. */
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
