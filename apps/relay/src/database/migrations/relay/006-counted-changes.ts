import { type Kysely, sql } from 'kysely'

export interface CountedChangesTables {
  /** Changes of the event store up to this number are in the counters. */
  counted_changes: { number: number }
}

/** Events live in a store of their own: the counters follow its journal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE counted_changes (number INTEGER NOT NULL) STRICT`.execute(db)
  await sql`INSERT INTO counted_changes (number) VALUES (0)`.execute(db)
}
