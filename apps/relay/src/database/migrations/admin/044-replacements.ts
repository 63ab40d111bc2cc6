import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE INDEX pending_transactions_replaced_by ON pending_transactions (replaced_by)
    WHERE replaced_by IS NOT NULL`.execute(database)
}
