import { hash } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import { createLogger } from '@hornets/server/process/logger'
import { withConnection } from '../../apps/relay/src/database/postgres/connections.ts'
import type { Filter } from '../../apps/relay/src/events/filter.ts'
import { PostgresEventStore } from '../../apps/relay/src/events/postgres/postgres-event-store.ts'
import { EventView } from '../../apps/relay/src/nostr/subscriptions/compiled-filter.ts'
import { SubscriptionIndex } from '../../apps/relay/src/nostr/subscriptions/subscription-index.ts'
import { startCluster } from '../../apps/relay/test/support/servers/postgres-cluster.ts'
import { median, printFigure, rounded } from '../figures.ts'
import { seededEvent } from '../nostr/seeded-events.ts'
import { measureQueries, saveAll } from './postgres-store.ts'

// `npm run bench -- growth [events] [connections]`: what each event adds to each table and index of PostgreSQL, and each
// connection to the subscriptions of a process, at two sizes each, so that larger ones can be worked out
// (docs/notes/growth.md). POSTGRES names the folder of PostgreSQL's programs; without it only
// connections are measured.

const bench = 'growth'
const [events = 40_000, connections = 100_000] = process.argv.slice(2).map(Number)
const schema = 'hornets'
const rounds = 40
const eventsOverParts = 20_000

if (process.env.POSTGRES) {
  await measureStore(process.env.POSTGRES)
  for (const parts of [1, 20, 60]) await measureParts(process.env.POSTGRES, parts)
}
for (const count of [connections / 10, connections]) measureSubscriptions(count)

async function measureStore(programs: string): Promise<void> {
  const cluster = await startCluster(programs, { isQuick: true })
  const log = createLogger({ name: bench, level: 'fatal' })
  const store = await PostgresEventStore.open({ address: { url: cluster.url, schema }, now: Date.now, log })
  let stored = 0
  for (const size of [events / 2, events]) {
    const more = Array.from({ length: size - stored }, (_, at) => JSON.parse(seededEvent(stored + at)) as NostrEvent)
    await saveAll(store, more)
    stored = size
    // Parts are named by table and quarter, their indexes after their columns: sizes are summed over the parts.
    const { rows } = await withConnection(cluster.url, async client => {
      await client.query('VACUUM ANALYZE')
      return client.query(
        `SELECT relkind, relname AS name,
           pg_relation_size(oid) + coalesce(pg_relation_size(nullif(reltoastrelid, 0)), 0) AS bytes
         FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'i')`,
        [schema],
      )
    })
    const bytes = new Map<string, number>()
    for (const row of rows) {
      const name = `${row.relkind === 'i' ? 'index' : 'table'} ${String(row.name).replace(/_(\d{4}q\d|before|later)/, '')}`
      bytes.set(name, (bytes.get(name) ?? 0) + Number(row.bytes))
    }
    const all = [...bytes.values()].reduce((sum, one) => sum + one, 0)
    printFigure({ bench, figure: 'bytes of each event', stored, all: Math.round(all / stored) })
    for (const [name, size] of [...bytes].sort(([, a], [, b]) => b - a))
      if (size / stored >= 5)
        printFigure({ bench, figure: `bytes of each event: ${name}`, stored, bytes: Math.round(size / stored) })
  }
  await store.close()
  await cluster.close()
}

/** The same events over more quarters of a year, each a part of the tables that every answer merges. */
async function measureParts(programs: string, parts: number): Promise<void> {
  const cluster = await startCluster(programs, { isQuick: true })
  const log = createLogger({ name: bench, level: 'fatal' })
  const store = await PostgresEventStore.open({ address: { url: cluster.url, schema }, now: Date.now, log })
  const firstPart = Date.UTC(2021, 1) / 1000
  const quarterSeconds = 91 * 86_400
  const kept = Array.from({ length: eventsOverParts }, (_, at) => {
    const event = JSON.parse(seededEvent(at)) as NostrEvent
    return { ...event, created_at: firstPart + (at % parts) * quarterSeconds + at }
  })
  await saveAll(store, kept)
  await withConnection(cluster.url, client => client.query('VACUUM ANALYZE'))
  await measureQueries(store, kept, { bench, parts })
  await store.close()
  await cluster.close()
}

/** A feed of 200 authors each, of a hundred thousand who are followed by rank (Zipf), as people are. */
function measureSubscriptions(count: number): void {
  const authors = Array.from({ length: 100_000 }, (_, at) => hash('sha256', `growth author ${at}`))
  const someone = () => authors[Math.floor(authors.length ** Math.random()) - 1] ?? ''
  const feedOf = () => Array.from({ length: 200 }, someone)
  const index = new SubscriptionIndex<number>()
  const before = memory()
  for (let who = 0; who < count; who += 1) index.add(who, [{ authors: feedOf(), limit: 1 } satisfies Filter])
  const bytes = (memory() - before) / count
  const millis: number[] = []
  const found: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const pubkey = someone()
    const view = new EventView({
      id: hash('sha256', String(round)),
      pubkey,
      kind: 1,
      created_at: 1,
      tags: [],
      content: '',
      sig: '',
    })
    const begun = performance.now()
    let receivers = 0
    for (const who of index.match(view)) if (who !== null) receivers += 1
    millis.push(performance.now() - begun)
    found.push(receivers)
  }
  const perReceiver = found.reduce((sum, one) => sum + one, 0) / rounds
  printFigure({
    bench,
    figure: 'subscriptions of a process',
    connections: count,
    kilobytesEach: rounded(bytes / 1024, 1),
    matchMsP50: rounded(median(millis)),
    matchMsMax: rounded(Math.max(...millis), 1),
    receiversOfAnEvent: Math.round(perReceiver),
  })
}

function memory(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
