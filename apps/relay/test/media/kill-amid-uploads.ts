import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openSqlite } from '@hornets/server/database/sqlite'
import { claim, login, newOperator, spawnRelay } from '../harness.ts'
import { person, png, sha256 } from './media-world.ts'

type Urls = Pick<Awaited<ReturnType<typeof spawnRelay>>, 'adminUrl' | 'publicUrl'>

const uploaders = 4
const ann = person()

export interface Remains {
  /** Hashes of the files on the disk and of those that have a row, sorted. */
  readonly onDisk: readonly string[]
  readonly inRows: readonly string[]
  readonly incoming: readonly string[]
  /** Uploads that were acknowledged and not deleted since. */
  readonly acknowledged: readonly string[]
  readonly areTotalsRight: boolean
}

/** Killed by SIGKILL at random moments. `onKill` is called after each. */
export async function killAmidUploads(
  dataDir: string,
  kills: number,
  onKill: (kill: number) => void = () => {},
): Promise<Remains> {
  const operator = newOperator()
  const stored: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    const relay = await spawnRelay(dataDir)
    if (kill === 0) await claim(relay, operator)
    const work = beginWork(relay, await login(relay.adminUrl, operator), stored)
    await wait(150 + Math.random() * 600)
    await relay.end('SIGKILL')
    await work.end()
    onKill(kill + 1)
  }
  const relay = await spawnRelay(dataDir)
  await untilSwept(dataDir)
  if ((await relay.end()) !== 0) throw new Error('the relay did not stop by itself')
  return {
    onDisk: filesOnDisk(dataDir),
    inRows: filesInRows(dataDir),
    incoming: readdirSync(join(dataDir, 'media', 'incoming')),
    acknowledged: stored,
    areTotalsRight: areTotalsRight(dataDir),
  }
}

function beginWork(relay: Urls, token: string, stored: string[]) {
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
  // The kill ends their requests.
  const working = [...Array.from({ length: uploaders }, upload), change()].map(work => work.catch(() => {}))
  return {
    async end() {
      isOver = true
      await Promise.all(working)
    },
  }
}

async function untilSwept(dataDir: string): Promise<void> {
  const latest = performance.now() + 20_000
  while (filesOnDisk(dataDir).join() !== filesInRows(dataDir).join() && performance.now() < latest) await wait(50)
}

const filesOnDisk = (dataDir: string) =>
  readdirSync(join(dataDir, 'media'), { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(path))
    .map(path => path.slice(6))
    .sort()

function reading<Result>(dataDir: string, read: (all: (sql: string) => Record<string, unknown>[]) => Result): Result {
  const database = openSqlite(join(dataDir, 'relay.db'), { readOnly: true })
  try {
    return read(sql => database.prepare(sql).all())
  } finally {
    database.close()
  }
}

const filesInRows = (dataDir: string) =>
  reading(dataDir, all => all('SELECT hash FROM files ORDER BY hash').map(row => String(row.hash)))

function areTotalsRight(dataDir: string): boolean {
  const amount = 'COUNT(*) AS f, COALESCE(SUM(bytes), 0) AS b'
  const sums = 'COALESCE(SUM(files), 0) AS f, COALESCE(SUM(bytes), 0) AS b'
  return reading(dataDir, all => {
    const same = (one: string, other: string) => JSON.stringify(all(one)) === JSON.stringify(all(other))
    return (
      same(`SELECT ${sums} FROM file_type_totals`, `SELECT ${amount} FROM files`) &&
      same(`SELECT ${sums} FROM file_owner_totals`, `SELECT ${amount} FROM file_owners WHERE trashed = 0`)
    )
  })
}
