import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { kyselyOver } from './kysely-over.ts'
import { type Migrations, migrate } from './migrate.ts'
import { openSqlite } from './sqlite.ts'
import { migrateKilled } from './testing/migrate-killed.ts'

const create = (table: string) => async (database: Kysely<never>) => {
  await sql.raw(`CREATE TABLE ${table} (id INTEGER)`).execute(database)
  await sql.raw(`INSERT INTO ${table} VALUES (1)`).execute(database)
}
const migrations: Migrations = {
  '001-one': async () => ({ up: create('one') }),
  '002-two': async () => ({ up: create('two') }),
}

it('a migration that fails half-way leaves nothing behind, and runs at the next try', async () => {
  const database = kyselyOver<never>(openSqlite(':memory:'))
  const fails = async (during: Kysely<never>) => {
    await create('two')(during)
    throw new Error('the disk is full')
  }
  await expect(migrate(database, { ...migrations, '002-two': async () => ({ up: fails }) })).rejects.toThrow(
    'the disk is full',
  )
  const tables = async () => (await database.introspection.getTables()).map(({ name }) => name)
  expect(await tables()).toEqual([])
  await migrate(database, migrations)
  expect(await tables()).toEqual(['one', 'two'])
  await database.destroy()
})

it('killed after any of its statements, it happens at the next start', async () => {
  expect(await migrateKilled(migrations, 1)).toBeGreaterThan(8)
})
