import { type Kysely, sql } from 'kysely'

export interface ToldTables {
  /** The last push of each wallet that arrived in order. */
  wallet_sequences: { wallet: string; stream: string; number: number }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE wallet_sequences (
    wallet TEXT PRIMARY KEY,
    stream TEXT NOT NULL,
    number INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`.execute(database)
  for (const column of [
    'wallet TEXT',
    'intention TEXT',
    'state TEXT',
    'orphaned INTEGER NOT NULL DEFAULT 0',
    'said TEXT',
  ])
    await sql`ALTER TABLE pending_transactions ADD COLUMN ${sql.raw(column)}`.execute(database)
}
