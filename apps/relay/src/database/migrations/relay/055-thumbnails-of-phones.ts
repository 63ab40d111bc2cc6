import { type Kysely, sql } from 'kysely'

/** Pictures that could not be read when they came are examined again at the next start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    DELETE FROM file_facts WHERE thumbnail = 0 AND hash IN (
      SELECT hash FROM files WHERE mime IN ('image/heic', 'image/heif', 'image/jpeg', 'image/bmp', 'image/x-ms-bmp', 'image/jp2')
    )`.execute(db)
}
