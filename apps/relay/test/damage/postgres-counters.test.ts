import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type { NostrEvent } from '@hornets/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hourSeconds, levels } from '../../src/events/postgres/kind-counts.ts'
import { makeDataDir, spawnRelay } from '../harness.ts'
import { Author } from '../support/burst-events.ts'
import { RawClient } from '../support/raw-client.ts'
import { type Cluster, startCluster } from '../support/servers/postgres-cluster.ts'

const day = 24 * hourSeconds
const now = Math.floor(Date.now() / 1000)
const authors = Array.from({ length: 7 }, () => new Author())
const kinds = [1, 7, 1, 0, 30_023]
const heardBeforeKill = 150

interface Row {
  readonly kind: number
  readonly created_at: number
}

/** Notes of half a year, newer versions of profiles and articles, and requests to delete what came before. */
class Writer {
  readonly #before = new Map<Author, string>()
  #made = 0

  next(): NostrEvent {
    const at = this.#made++
    const author = authors[at % authors.length] as Author
    const before = this.#before.get(author)
    this.#before.delete(author)
    if (before && at % 4 === 0) return author.sign({ kind: 5, created_at: now, tags: [['e', before]], content: '' })
    const event = author.sign({
      kind: kinds[at % kinds.length] ?? 1,
      created_at: now - 180 * day + ((at * 7919) % (180 * 24)) * hourSeconds + at,
      tags: [['d', `${at % 3}`]],
      content: `${at}`,
    })
    this.#before.set(author, event.id)
    return event
  }
}

const sortedCounts = (counts: ReadonlyMap<string, number>) =>
  [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))

function countedByHand(rows: readonly Row[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { kind, created_at } of rows)
    for (const [level, hours] of levels.entries()) {
      const key = `${level} ${Math.floor(created_at / hourSeconds / hours)} ${kind}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  return sortedCounts(counts)
}

describe.runIf(process.env.POSTGRES)('counters in PostgreSQL', () => {
  let cluster: Cluster
  let folder: string
  let relay: Awaited<ReturnType<typeof spawnRelay>>
  const writer = new Writer()
  const start = () => spawnRelay(folder, { EVENTS_DATABASE_URL: cluster.url })
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: cluster.url, options: '-c search_path=hornets' })
    await client.connect()
    return (await client.query(sql).finally(() => client.end())).rows
  }
  const rowsOf = async () =>
    (await ask('SELECT kind, created_at FROM events')).map(row => ({
      kind: Number(row.kind),
      created_at: Number(row.created_at),
    }))

  /** Calls `kill` in the middle of a burst of writes. Resolves when no more answers come. */
  async function writeUntil(kill: () => Promise<unknown>): Promise<void> {
    const client = await RawClient.connect(relay.publicUrl)
    let killed: Promise<unknown> | undefined
    client.socket.on('message', () => {
      if (client.heard.length >= heardBeforeKill) killed ??= kill()
    })
    for (let at = 0; at < 4 * heardBeforeKill; at++) client.say('EVENT', writer.next())
    await expect.poll(() => killed !== undefined, { timeout: 40_000 }).toBe(true)
    await killed
    client.close()
  }
  /** Before a relay starts, which would count again what an older version has written. */
  async function expectExact(): Promise<void> {
    const rows = await rowsOf()
    const counters = await ask('SELECT level, span, kind, count FROM kind_counts WHERE count <> 0')
    const counts = new Map(counters.map(({ level, span, kind, count }) => [`${level} ${span} ${kind}`, Number(count)]))
    expect(sortedCounts(counts)).toEqual(countedByHand(rows))
    expect(await ask('SELECT counted = change AS is_new FROM numbers')).toEqual([{ is_new: true }])
    expect(rows.length).toBeGreaterThan(100)
  }
  const killRelay = async () => {
    const ended = once(relay.child, 'exit')
    relay.child.kill('SIGKILL')
    await ended
  }

  beforeAll(async () => {
    cluster = await startCluster(process.env.POSTGRES ?? '')
    folder = await makeDataDir()
    relay = await start()
  }, 60_000)
  afterAll(async () => {
    await relay?.end('SIGKILL')
    await cluster?.close()
    await rm(folder, { recursive: true })
  })

  it('are exact after kill -9 of the relay during writes and deletions', async () => {
    for (let round = 0; round < 3; round++) {
      await writeUntil(killRelay)
      await expectExact()
      relay = await start()
    }
  }, 120_000)

  it('are exact after kill -9 of the database during writes and deletions', async () => {
    for (let round = 0; round < 3; round++) {
      await writeUntil(async () => {
        await cluster.kill()
        await cluster.start()
      })
      const isBack = async () => {
        const client = await RawClient.connect(relay.publicUrl)
        const { accepted } = await client.publish(writer.next())
        client.close()
        return accepted
      }
      await expect.poll(isBack, { timeout: 20_000 }).toBe(true)
    }
    await killRelay()
    await expectExact()
    relay = await start()
  }, 120_000)

  it('answer COUNT by kind and by time as a count of all rows does', async () => {
    const rows = await rowsOf()
    const client = await RawClient.connect(relay.publicUrl)
    const spans = [
      {},
      { since: now - 100 * day - 1234 },
      { until: now - 20 * day + 777 },
      { since: now - 90 * day - 99, until: now - 30 * day - 5 },
      { since: now - 9 * day, until: now - 9 * day + 3 * hourSeconds },
    ]
    const asked = [...new Set([...kinds, 5]), undefined].flatMap(kind =>
      spans.map(span => ({ ...span, ...(kind !== undefined && { kinds: [kind] }) })),
    )
    for (const [at, filter] of asked.entries()) {
      const { since = 0, until = now, kinds: only } = filter as { since?: number; until?: number; kinds?: number[] }
      const count = rows.filter(
        ({ kind, created_at }) => created_at >= since && created_at <= until && (only?.includes(kind) ?? true),
      ).length
      client.say('COUNT', `${at}`, filter)
      expect([filter, (await client.hear('COUNT', `${at}`))[2]]).toEqual([filter, { count }])
    }
    client.close()
  }, 60_000)
})
