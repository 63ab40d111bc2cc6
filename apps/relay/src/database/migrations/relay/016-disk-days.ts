import { type Kysely, sql } from 'kysely'

export interface DiskDayTables {
  /** `day`: days since 1970 in UTC. `bytes`: of files on this disk and of databases, at the last measurement of the day. */
  disk_days: { day: number; bytes: number }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE disk_days (day INTEGER PRIMARY KEY, bytes INTEGER NOT NULL) STRICT`.execute(db)
}
