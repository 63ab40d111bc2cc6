import { type Kysely, sql } from 'kysely'

/** Reports address labels to the relay, existing ones included. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    INSERT INTO outbox (kind, key, revision)
    SELECT 'address', CAST(idx AS TEXT), 1 FROM addresses JOIN labels ON labels.type = 'addr' AND labels.ref = address
    WHERE branch = 0 AND (purpose IS NOT NULL OR used = 1)
    ON CONFLICT (kind, key) DO UPDATE SET revision = revision + 1`.execute(database)
}
