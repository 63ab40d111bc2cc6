import { type Kysely, sql } from 'kysely'

export interface CameraDataTables {
  camera_columns: {
    /** JSON of the contract's CameraData; null if the picture has none. */
    camera: string | null
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE file_facts ADD COLUMN camera TEXT`.execute(db)
  // Pictures are read again in the background, for their camera data.
  await sql`DELETE FROM file_facts WHERE thumbnail = 1`.execute(db)
}
