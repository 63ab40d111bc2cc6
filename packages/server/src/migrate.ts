import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/** Migrations by name, in the order of their names: `001-accounts` and so on. */
export type Migrations = Readonly<Record<string, Migration>>

/**
 * Brings a database up to the newest migration, in one transaction: killed or failed, it has done nothing, and of two that
 * migrate at once the second waits for the first. Throws the first failure as it is.
 */
export async function migrate(database: Kysely<never>, migrations: Migrations): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
