import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'

/** In order: `001-accounts` and so on. Their code is loaded when one runs: most starts migrate nothing. */
export type Migrations = Readonly<Record<string, () => Promise<Migration>>>

/** In one transaction: a failure changes nothing, and of two at once the second waits. Throws the first failure. */
export async function migrate(database: Kysely<never>, migrations: Migrations): Promise<void> {
  // The migrator looks at every table several times, and most starts have nothing to migrate.
  const before = await namesRun(database)
  if (before.size === Object.keys(migrations).length && Object.keys(migrations).every(name => before.has(name))) return
  const loaded = Object.entries(migrations).map(([name, load]) => [name, loadedToRun(load)])
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => Object.fromEntries(loaded) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

const loadedToRun = (load: () => Promise<Migration>): Migration => ({
  up: async database => (await load()).up(database),
})

/** Throws unless exactly these migrations have run. Changes nothing: for programs beside a running server. */
export async function assertMigrated(database: Kysely<never>, migrations: Migrations): Promise<void> {
  const happened = await namesRun(database)
  const newer = [...happened].find(name => !(name in migrations))
  if (newer) throw new Error(`a newer version has changed it (${newer})`)
  const pending = Object.keys(migrations).find(name => !happened.has(name))
  if (pending)
    throw new Error(
      `it is not that of this version yet (${pending}): stop the relay that runs, if one does, and start the one of this version first`,
    )
}

async function namesRun(database: Kysely<never>): Promise<ReadonlySet<string>> {
  const table = DEFAULT_MIGRATION_TABLE
  const { rows: found } = await sql`SELECT 1 FROM sqlite_master WHERE name = ${table}`.execute(database)
  if (found.length === 0) return new Set()
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(table)}`.execute(database)
  return new Set(rows.map(({ name }) => name))
}
