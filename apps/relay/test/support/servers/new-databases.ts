import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AdminDatabase } from '../../../src/database/admin-database.ts'
import { RelayDatabase } from '../../../src/database/relay-database.ts'

const kinds = { 'admin.db': AdminDatabase, 'relay.db': RelayDatabase }
let made: Promise<(readonly [string, Buffer])[]> | undefined

/**
 * Puts new databases into an empty folder, unless the accounts are elsewhere. Migrating them took a quarter of a start, so
 * it happens once per process.
 */
export async function putNewDatabases(folder: string, accountsDatabase?: string): Promise<void> {
  if (accountsDatabase) return
  const isEmpty = (await readdir(folder).catch(() => ['none'])).length === 0
  if (!isEmpty) return
  made ??= make()
  for (const [name, bytes] of await made) await writeFile(join(folder, name), bytes)
}

async function make() {
  const folder = await mkdtemp(join(tmpdir(), 'relay-databases-'))
  const files: (readonly [string, Buffer])[] = []
  for (const [name, kind] of Object.entries(kinds)) {
    const path = join(folder, name)
    await (await kind.open(path)).close()
    files.push([name, await readFile(path)])
  }
  await rm(folder, { recursive: true })
  return files
}
