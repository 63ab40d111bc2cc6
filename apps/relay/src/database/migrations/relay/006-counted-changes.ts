import { type Kysely, sql } from 'kysely'

export interface CountedChangesTables {
  /** The counters include the event store's changes up to this number. */
  counted_changes: { number: number }
}

/** Events have their own store; the counters follow its journal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE counted_changes (number INTEGER NOT NULL) STRICT`.execute(db)
  await sql`INSERT INTO counted_changes (number) VALUES (0)`.execute(db)
}
