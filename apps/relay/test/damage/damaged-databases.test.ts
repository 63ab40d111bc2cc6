import { hash } from 'node:crypto'
import { cp, mkdtemp, open, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startRelay } from '../harness.ts'

const pageBytes = 4096
const files = ['admin.db', 'relay.db'] as const

let folder: string
let whole: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damaged-'))
  whole = join(folder, 'whole')
  const relay = await startRelay({ dataDir: whole })
  await relay.signedIn()
  await relay.close()
})
afterAll(() => rm(folder, { recursive: true }))

async function overwrite(path: string, from: number, to: number): Promise<void> {
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc(to - from, 0xa5), 0, to - from, from)
  await file.close()
}

const sizeOf = async (path: string) => (await readFile(path)).length
/** What happens to a disk, and how the relay calls it. */
const damages: readonly [string, (path: string) => Promise<void>, RegExp][] = [
  ['another beginning', path => overwrite(path, 0, 100), /file is not a database/],
  [
    'half of its bytes',
    async path => truncate(path, Math.floor((await sizeOf(path)) / 2)),
    /\d+ of its \d+ bytes are left/,
  ],
  ['no bytes', path => truncate(path, 0), /it is empty/],
  ['other pages', async path => overwrite(path, pageBytes, await sizeOf(path)), /malformed/],
]

describe.each(files)('a damaged %s', name => {
  it.each(damages)(
    'with %s keeps the relay from starting, which names it, says what to do and changes nothing',
    async (damage, harm, what) => {
      const dataDir = join(folder, `${name} with ${damage}`)
      const path = join(dataDir, name)
      await cp(whole, dataDir, { recursive: true })
      await harm(path)
      const before = hash('sha256', await readFile(path))
      const failure = await startRelay({ dataDir }).then(
        relay => relay.close().then(() => 'it started'),
        (error: Error) => error.message,
      )
      expect(failure).toContain(path)
      expect(failure).toMatch(what)
      expect(failure).toContain('It is damaged and was not changed: put back the last backup of it')
      expect(hash('sha256', await readFile(path))).toBe(before)
      // The backup that is put back.
      await cp(join(whole, name), path)
      await rm(`${path}-wal`, { force: true })
      await rm(`${path}-shm`, { force: true })
      const relay = await startRelay({ dataDir })
      expect(relay.context.accounts.isClaimed()).toBe(true)
      await relay.close()
    },
  )
})
