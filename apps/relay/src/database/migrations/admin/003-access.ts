import type { Kysely } from 'kysely'

export interface AccessTables {
  blocked_pubkeys: { pubkey: string; reason: string; blocked_at: number }
}

export async function up(database: Kysely<never>): Promise<void> {
  await database.schema
    .createTable('blocked_pubkeys')
    .addColumn('pubkey', 'text', column => column.primaryKey())
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('blocked_at', 'integer', column => column.notNull())
    .execute()
  await database.schema
    .createIndex('blocked_pubkeys_newest')
    .on('blocked_pubkeys')
    .columns(['blocked_at', 'pubkey'])
    .execute()
}
