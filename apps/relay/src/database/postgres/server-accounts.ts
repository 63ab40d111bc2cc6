import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { kyselyOver } from '@hornets/server/database/kysely-over'
import { migrate } from '@hornets/server/database/migrate'
import { openSqlite } from '@hornets/server/database/sqlite'
import { syncFolder } from '@hornets/server/disk/whole-file'
import type { ClientBase } from 'pg'
import { keptName } from '../admin-place.ts'
import { adminMigrations } from '../migrations/admin.ts'
import { beginInTurn, withConnection } from './connections.ts'
import { copyToFile, copyToServer, haveSameRows } from './copies.ts'
import { rulesSql, schema, tablesSql } from './schema.ts'
import { type Shape, shapeOf } from './sqlite-shape.ts'
import { schema as standbySchema } from './standby/sql.ts'

const fileName = 'admin.db'
const workName = 'accounts-upgrade.db'

const oldestServer = 150_000

/**
 * Makes what is in the database that of this version. The tables are those that the migrations make in SQLite: an older
 * version's rows go through a file, on which the migrations run. Alone on the database.
 */
export async function prepareServer(url: string, folder: string): Promise<void> {
  await rm(join(folder, workName), { force: true })
  await withConnection(url, async client => {
    await assertFit(client)
    await client.query(beginInTurn)
    const happened = await migrationsOf(client)
    const isThere = existsSync(join(folder, fileName))
    if (isThere) await takeFile(client, folder, happened)
    else if (!happened) await makeNew(client, folder)
    else if (pendingOf(happened)) await upgrade(client, join(folder, workName), happened)
    await client.query('COMMIT')
    if (isThere) await keepFile(folder)
  })
}

/** Beside a running relay, nothing is changed. */
export async function assertPrepared(url: string): Promise<void> {
  await withConnection(url, async client => {
    const happened = await migrationsOf(client)
    if (!happened) throw new Error(`the database has no accounts yet (schema ${schema}): start the relay first`)
    const pending = pendingOf(happened)
    if (pending) throw new Error(`its accounts are not those of this version yet (${pending}): start the relay first`)
  })
}

/** The accounts as of one moment, in a new admin.db. */
export async function copyAccountsTo(url: string, path: string): Promise<void> {
  await withConnection(url, async client => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const happened = await migrationsOf(client)
    if (!happened) throw new Error(`the database has no accounts (schema ${schema})`)
    await writeFileOf(client, path, happened)
  })
}

/** The same as the folder's admin.db. Throws if it has one. */
export async function copyAccountsBack(url: string, folder: string): Promise<void> {
  const path = join(folder, fileName)
  if (existsSync(path)) throw new Error(`${path} exists already`)
  const unfinished = `${path}.new`
  await rm(unfinished, { force: true })
  await copyAccountsTo(url, unfinished)
  await rename(unfinished, path)
  await syncFolder(folder)
}

export function hasAccounts(url: string): Promise<boolean> {
  return withConnection(
    url,
    async client => (await migrationsOf(client)) !== undefined && (await countAccounts(client)) > 0,
  )
}

/**
 * Lets `place` put a restored folder in place of the accounts in the database. They are in an `admin.db` in the folder by
 * then, and the next start takes over the restored ones. Throws while a relay uses them.
 */
export function replaceAccounts<Result>(url: string, folder: string, place: () => Promise<Result>): Promise<Result> {
  const work = async (client: ClientBase) => {
    await assertNoStandby(client)
    if ((await migrationsOf(client)) !== undefined && (await countAccounts(client)) > 0) {
      if (existsSync(join(folder, fileName))) throw twoPlaces(folder)
      await copyAccountsBack(url, folder)
    }
    await client.query(`BEGIN; DROP SCHEMA IF EXISTS ${schema} CASCADE`)
    const result = await place()
    // Otherwise the next start finds accounts in both places, and says what to do.
    await client.query('COMMIT').catch(() => {})
    return result
  }
  return withConnection(url, work, true)
}

async function assertNoStandby(client: ClientBase): Promise<void> {
  const { rows } = await client.query('SELECT to_regclass($1) AS found', [`${standbySchema}.snapshot`])
  if (rows[0]?.found)
    throw new Error(
      `the database has the copy of relay.db for a standby. Stop both machines, and delete the schema ${standbySchema} in ` +
        'both databases first',
    )
}

async function countAccounts(client: ClientBase): Promise<number> {
  const { rows } = await client.query('SELECT count(*) AS accounts FROM accounts')
  return Number(rows[0]?.accounts)
}

async function assertFit(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    "SELECT current_setting('server_version_num')::integer AS version, current_setting('server_encoding') AS encoding",
  )
  if (rows[0]?.version < oldestServer) throw new Error('the database of accounts must be PostgreSQL 15 or newer')
  if (rows[0]?.encoding !== 'UTF8') throw new Error('the database of accounts must have the encoding UTF8')
}

/** Names of the migrations of its tables; undefined if there are none. */
async function migrationsOf(client: ClientBase): Promise<ReadonlySet<string> | undefined> {
  const { rows: found } = await client.query("SELECT to_regclass('kysely_migration') AS found")
  if (!found[0]?.found) return undefined
  const { rows } = await client.query('SELECT name FROM kysely_migration')
  return new Set(rows.map(({ name }) => String(name)))
}

/** The first that has not happened. Throws if a newer version was there. */
function pendingOf(happened: ReadonlySet<string>): string | undefined {
  const newer = [...happened].find(name => !(name in adminMigrations))
  if (newer) throw new Error(`a newer version has changed the accounts in the database (${newer})`)
  return Object.keys(adminMigrations).find(name => !happened.has(name))
}

async function makeNew(client: ClientBase, folder: string): Promise<void> {
  if (existsSync(join(folder, 'relay.db')))
    throw new Error(
      `the database has no accounts (schema ${schema}), and ${folder} has neither: check ACCOUNTS_DATABASE_URL, or put back the last backup`,
    )
  const database = new DatabaseSync(':memory:')
  await migrate(kyselyOver<never>(database), adminMigrations)
  await fill(client, database)
  database.close()
}

/** A file beside accounts in the database is one that was copied before, or one that was restored. */
async function takeFile(client: ClientBase, folder: string, happened: ReadonlySet<string> | undefined): Promise<void> {
  const database = openSqlite(join(folder, fileName))
  const kysely = kyselyOver<never>(database)
  try {
    await migrate(kysely, adminMigrations)
    if (happened && !pendingOf(happened)) {
      if (await haveSameRows(client, database, shapeOf(database))) return
      if ((await countAccounts(client)) > 0) throw twoPlaces(folder)
    } else if (happened) throw twoPlaces(folder)
    await fill(client, database)
  } finally {
    await kysely.destroy()
  }
}

const twoPlaces = (folder: string) =>
  new Error(
    `there are accounts in ${join(folder, fileName)} and others in the database (schema ${schema}). Move the file away, ` +
      'or rename the schema to start with what is in the file',
  )

async function upgrade(client: ClientBase, path: string, happened: ReadonlySet<string>): Promise<void> {
  try {
    await writeFileOf(client, path, happened)
    const database = openSqlite(path)
    const kysely = kyselyOver<never>(database)
    try {
      await migrate(kysely, adminMigrations)
      await fill(client, database)
    } finally {
      await kysely.destroy()
    }
  } finally {
    for (const end of ['', '-wal', '-shm']) await rm(`${path}${end}`, { force: true })
  }
}

async function writeFileOf(client: ClientBase, path: string, happened: ReadonlySet<string>): Promise<void> {
  pendingOf(happened)
  const migrations = Object.entries(adminMigrations).filter(([name]) => happened.has(name))
  const database = openSqlite(path)
  const kysely = kyselyOver<never>(database)
  try {
    await migrate(kysely, Object.fromEntries(migrations))
    const shape = shapeOf(database)
    await copyToFile(client, database, shape)
    if (!(await haveSameRows(client, database, shape))) throw new Error('the copy of the accounts differs')
  } finally {
    await kysely.destroy()
  }
}

async function fill(client: ClientBase, database: DatabaseSync): Promise<void> {
  const shape: Shape = shapeOf(database)
  await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE; CREATE SCHEMA ${schema}; ${tablesSql(shape)}`)
  await copyToServer(client, database, shape)
  await client.query(rulesSql(shape))
  if (!(await haveSameRows(client, database, shape))) throw new Error('the copy of the accounts differs')
}

async function keepFile(folder: string): Promise<void> {
  await rename(join(folder, fileName), join(folder, keptName))
  await syncFolder(folder)
}
