import { type Kysely, sql } from 'kysely'

/** Whose key opens the secret of the Lightning connection: the wallet's, or the server's where it can only receive. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE lightning_connection
    ADD COLUMN sealed_by TEXT NOT NULL DEFAULT 'wallet' CHECK (sealed_by IN ('wallet', 'server'))`.execute(database)
}
