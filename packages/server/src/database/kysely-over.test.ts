import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { kyselyOver } from './kysely-over.ts'
import { openSqlite } from './sqlite.ts'

it('closes a file that nothing was read from, so that its log is written into it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kysely-'))
  const path = join(folder, 'one.db')
  const writes = kyselyOver(openSqlite(path))
  const reads = kyselyOver(openSqlite(path, { readOnly: true }))
  await sql`CREATE TABLE one (id INTEGER)`.execute(writes)
  await reads.destroy()
  await writes.destroy()
  expect(await readdir(folder)).toEqual(['one.db'])
  await rm(folder, { recursive: true })
})
