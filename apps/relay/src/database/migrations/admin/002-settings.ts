import type { Kysely } from 'kysely'

export interface SettingsTables {
  settings: {
    group_name: string
    key: string
    /** JSON, sealed for secrets (database/secret-box.ts). */
    value: string
    /** 1 for sealed values. */
    sealed: number
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await database.schema
    .createTable('settings')
    .addColumn('group_name', 'text', column => column.notNull())
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('value', 'text', column => column.notNull())
    .addColumn('sealed', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('settings_key', ['group_name', 'key'])
    .execute()
}
