import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { cp, mkdtemp, open, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startRelay } from '../harness.ts'

const pageBytes = 4096
const files = ['admin.db', 'relay.db'] as const
const program = fileURLToPath(new URL('../../src/admin-command/main.ts', import.meta.url))

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

const startFailure = (dataDir: string) =>
  startRelay({ dataDir }).then(
    relay => relay.close().then(() => 'it started'),
    (error: Error) => error.message,
  )

/** Every file, but the lock that a start takes. */
async function contentOf(dataDir: string) {
  const names = (await readdir(dataDir)).filter(name => /\.(db|lmdb|key)$/.test(name)).sort()
  return Promise.all(names.map(async name => [name, hash('sha256', await readFile(join(dataDir, name)))]))
}

async function runAdmin(dataDir: string, command: string) {
  const env = { ...process.env, DATA_DIR: dataDir }
  const child = spawn(process.execPath, [program, command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return output + errors
}

describe.each(files)('a missing %s', name => {
  it('keeps the relay from starting, which names it, says what to do and changes nothing', async () => {
    const dataDir = join(folder, `without ${name}`)
    await cp(whole, dataDir, { recursive: true })
    await rm(join(dataDir, name))
    const before = await contentOf(dataDir)
    expect(before.length).toBeGreaterThan(2)
    const failure = await startFailure(dataDir)
    expect(failure).toContain(`${join(dataDir, name)} is missing beside the relay's other databases`)
    expect(failure).toContain('put back the last backup')
    expect(await runAdmin(dataDir, 'list')).toContain(`${join(dataDir, name)} is missing`)
    expect(await contentOf(dataDir)).toEqual(before)
    await cp(join(whole, name), join(dataDir, name))
    const relay = await startRelay({ dataDir })
    expect(relay.context.accounts.isClaimed()).toBe(true)
    await relay.close()
  })

  it('is replaced by an empty one only by a command', async () => {
    const dataDir = join(folder, `with a new ${name}`)
    await cp(whole, dataDir, { recursive: true })
    expect(await runAdmin(dataDir, 'replace-missing')).toBe('No database is missing.\n')
    await rm(join(dataDir, name))
    expect(await runAdmin(dataDir, 'replace-missing')).toContain(`${name} is there again, and empty.`)
    const relay = await startRelay({ dataDir })
    expect(relay.context.accounts.isClaimed()).toBe(name !== 'admin.db')
    await relay.close()
  })
})

it('starts in a new folder', async () => {
  expect(await startFailure(join(folder, 'new'))).toBe('it started')
})
