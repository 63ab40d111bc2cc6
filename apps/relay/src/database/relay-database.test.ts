import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { RelayDatabase } from './relay-database.ts'

it('reads a long table on its thread, and an empty one without starting it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hornets-relay-db-'))
  const database = await RelayDatabase.open(join(folder, 'relay.db'))
  try {
    expect(await database.scansOf('listed_images')).toBe(database.reads)
    const add = 'INSERT INTO listed_images (pdq, reason, at) VALUES (?, ?, 1)'
    database.transact(tx => tx.run(add, 'a'.repeat(64), 'a list'))
    expect(await database.scansOf('listed_images')).toBe(database.scans)
    expect(await database.scansOf('file_prints')).toBe(database.reads)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
})
