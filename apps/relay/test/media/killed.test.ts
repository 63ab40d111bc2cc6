import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openSqlite } from '@hornets/server/database/sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claim, login, makeDataDir, newOperator, spawnRelay } from '../harness.ts'
import { person, png, sha256 } from './media-world.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await makeDataDir()
})
afterAll(() => rmSync(dataDir, { recursive: true }))

const kills = 8
const uploaders = 4
const ann = person()

const filesOnDisk = () =>
  readdirSync(join(dataDir, 'media'), { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(path))
    .map(path => path.slice(6))
    .sort()

function filesInRows(): string[] {
  const database = openSqlite(join(dataDir, 'relay.db'), { readOnly: true })
  try {
    return database
      .prepare('SELECT hash FROM files ORDER BY hash')
      .all()
      .map(row => String(row.hash))
  } finally {
    database.close()
  }
}

function totalsAreRight(): boolean {
  const database = openSqlite(join(dataDir, 'relay.db'), { readOnly: true })
  try {
    const sum = (sql: string) => JSON.stringify(database.prepare(sql).get())
    const counted = sum('SELECT COALESCE(SUM(files), 0) AS f, COALESCE(SUM(bytes), 0) AS b FROM file_type_totals')
    const owned = sum('SELECT COALESCE(SUM(files), 0) AS f, COALESCE(SUM(bytes), 0) AS b FROM file_owner_totals')
    return (
      counted === sum('SELECT COUNT(*) AS f, COALESCE(SUM(bytes), 0) AS b FROM files') &&
      owned ===
        sum(
          'SELECT COUNT(*) AS f, COALESCE(SUM(files.bytes), 0) AS b FROM files JOIN file_owners USING (hash) WHERE files.trashed = 0',
        )
    )
  } finally {
    database.close()
  }
}

it(`${kills} kills amid uploads and deletions leave no file without a row, no row without a file, and right totals`, async () => {
  const operator = newOperator()
  const stored: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    const relay = await spawnRelay(dataDir)
    if (kill === 0) await claim(relay, operator)
    const token = await login(relay.adminUrl, operator)
    const http = relay.publicUrl.replace(/^ws/, 'http')
    let isOver = false
    const upload = async () => {
      while (!isOver) {
        const bytes = png(1000 + Math.floor(Math.random() * 200_000))
        const header = ann.header('upload', [sha256(bytes)])
        const answer = await fetch(`${http}/upload`, { method: 'PUT', body: bytes, headers: { authorization: header } })
        if (answer.ok) stored.push(sha256(bytes))
      }
    }
    const change = async () => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const post = (path: string, body: unknown) =>
        fetch(`${relay.adminUrl}/api/files/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      while (!isOver) {
        const some = stored.splice(0, 6)
        if (some.length > 0) await post('delete', { hashes: some })
        if (some.length > 0) await post('restore', { hashes: some.slice(0, 2) })
        if (some.length > 0) await post('purge', { selection: { hashes: some.slice(3) } })
        await wait(20)
      }
    }
    const working = [...Array.from({ length: uploaders }, upload), change()].map(work => work.catch(() => {}))
    await wait(150 + Math.random() * 600)
    await relay.end('SIGKILL')
    isOver = true
    await Promise.all(working)
  }
  const relay = await spawnRelay(dataDir)
  await expect.poll(() => filesOnDisk().join(), { timeout: 20_000 }).toBe(filesInRows().join())
  expect(filesInRows().length).toBeGreaterThan(10)
  expect(await relay.end()).toBe(0)
  expect(filesOnDisk()).toEqual(filesInRows())
  expect(readdirSync(join(dataDir, 'media', 'incoming'))).toEqual([])
  expect(totalsAreRight()).toBe(true)
}, 180_000)

it.runIf(process.platform === 'linux')(
  'an upload of 1 GB keeps the process within 100 MB of rest, and leaves nothing where it is not the announced one',
  async () => {
    const folder = await makeDataDir()
    const relay = await spawnRelay(folder)
    const token = await login(relay.adminUrl, await claim(relay))
    const settings = { relay_settings: { maxfilesize: 2, maxfilesizeunit: 'GB' } }
    await fetch(`${relay.adminUrl}/api/relay-settings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(settings),
    })
    const residentMb = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${relay.child.pid}/status`, 'utf8'))?.[1]) / 1024
    const rest = residentMb()
    const chunk = Buffer.alloc(2 ** 20, 7)
    let sent = 0
    let most = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        most = Math.max(most, residentMb())
        if (sent++ < 1024) controller.enqueue(chunk)
        else controller.close()
      },
    })
    const answer = await fetch(`${relay.publicUrl.replace(/^ws/, 'http')}/upload`, {
      method: 'PUT',
      body,
      headers: { authorization: ann.header('upload', ['f'.repeat(64)]) },
      duplex: 'half',
    } as RequestInit)
    // All of it was read: only then does the relay know its hash.
    expect([answer.status, sent]).toEqual([403, 1025])
    expect(most - rest).toBeLessThan(100)
    expect(readdirSync(join(folder, 'media', 'incoming'))).toEqual([])
    await relay.end()
    rmSync(folder, { recursive: true })
  },
  120_000,
)
