import { type Kysely, sql } from 'kysely'

/** Blossom authorizations that deleted a file, until they expire: each deletes a file once. */
export interface SpentAuthorizationTables {
  spent_authorizations: {
    /** Id of the signed event, lower-case hex. */
    event_id: string
    hash: string
    /** Unix seconds. */
    expires_at: number
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE spent_authorizations (
      event_id TEXT NOT NULL,
      hash TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      PRIMARY KEY (event_id, hash)
    ) STRICT, WITHOUT ROWID`.execute(db)
  await sql`CREATE INDEX spent_authorizations_by_expiry ON spent_authorizations (expires_at)`.execute(db)
}
