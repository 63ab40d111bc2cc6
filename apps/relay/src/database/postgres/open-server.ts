import type { Logger } from '@hornets/server/process/logger'
import { HandleEmptyInListsPlugin, Kysely, PostgresDialect, replaceWithNoncontingentExpression, sql } from 'kysely'
import type { AdminEngine } from '../admin-database.ts'
import type { AdminPlace } from '../admin-place.ts'
import type { AdminTables } from '../admin-tables.ts'
import { Readers, Writer } from './connections.ts'
import { NullsAsInSqlite } from './nulls-as-in-sqlite.ts'
import { schema } from './schema.ts'
import { assertPrepared, prepareServer } from './server-accounts.ts'

export interface OpenServer {
  readonly url: string
  readonly folder: string
  readonly log: Logger
  /** Beside a running relay: neither alone nor changed. */
  readonly isBeside: boolean
  readonly assertMain: AdminPlace['assertMain']
}

export async function openServer({ url, folder, log, isBeside, assertMain }: OpenServer): Promise<AdminEngine> {
  const writer = new Writer(url, { isAlone: !isBeside, assertMain })
  const readers = new Readers(url, log)
  // Kysely ends only what it has used.
  const close = async () => void (await Promise.all([writer.end(), readers.end()]))
  try {
    await writer.begin()
    if (isBeside) await assertPrepared(url)
    else await prepareServer(url, folder)
    const plugins = [
      new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression }),
      new NullsAsInSqlite(await nullableColumns(readers)),
    ]
    const over = (pool: Writer | Readers) =>
      new Kysely<AdminTables>({ dialect: new PostgresDialect({ pool }), plugins })
    return { reads: over(readers), writes: over(writer), close }
  } catch (error) {
    await close()
    throw new Error(`The accounts in PostgreSQL cannot be opened: ${(error as Error).message}`, { cause: error })
  }
}

async function nullableColumns(readers: Readers): Promise<ReadonlySet<string>> {
  const kysely = new Kysely<never>({ dialect: new PostgresDialect({ pool: readers }) })
  const { rows } = await sql<{ name: string }>`SELECT DISTINCT column_name AS name FROM information_schema.columns
    WHERE table_schema = ${schema} AND is_nullable = 'YES'`.execute(kysely)
  return new Set(rows.map(({ name }) => name))
}
