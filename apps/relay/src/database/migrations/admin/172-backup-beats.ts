import { type Kysely, sql } from 'kysely'

export interface BackupBeats {
  /** When the process that runs it last said so, milliseconds. A command on the server is another process. */
  beat_at: number | null
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE backup_runs ADD COLUMN beat_at INTEGER`.execute(database)
}
