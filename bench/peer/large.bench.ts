import type { NostrEvent } from '@hornets/contract'
import { createLogger } from '@hornets/server/process/logger'
import { withConnection } from '../../apps/relay/src/database/postgres/connections.ts'
import { PostgresEventStore } from '../../apps/relay/src/events/postgres/postgres-event-store.ts'
import { createPart, partOf } from '../../apps/relay/src/events/postgres/schema.ts'
import { startCluster } from '../../apps/relay/test/support/servers/postgres-cluster.ts'
import { printFigure, rounded } from '../figures.ts'
import { secondsBetween, seededEvent } from '../nostr/seeded-events.ts'
import { measureQueries, saveAll } from './postgres-store.ts'

// `npm run bench -- large [events]`: queries and new events over more of them in PostgreSQL than fit in memory (3 KB
// each). Some are stored as usual, all others are copies of these by SQL: earlier, with ids and tags of their own rows.
// POSTGRES names the folder of PostgreSQL's programs, TMPDIR a folder on the disk.

const bench = 'large'
const [events = 10_000_000] = process.argv.slice(2).map(Number)
const schema = 'hornets'
const original = 20_000
const written = 10_000

if (!process.env.POSTGRES) throw new Error('POSTGRES names the folder of PostgreSQL’s programs')
const cluster = await startCluster(process.env.POSTGRES, { isQuick: true })
const log = createLogger({ name: bench, level: 'fatal' })
const open = () => PostgresEventStore.open({ address: { url: cluster.url, schema }, now: Date.now, log })

const filled = await open()
const kept = Array.from({ length: original }, (_, at) => JSON.parse(seededEvent(at)) as NostrEvent)
await saveAll(filled, kept)
await filled.close()
const begun = performance.now()
await withConnection(cluster.url, multiply)
printFigure({ bench, figure: 'filled', events, seconds: Math.round((performance.now() - begun) / 1000) })

const store = await open()
for (const round of [1, 2]) await measureQueries(store, kept, { bench, events, round })
for (const round of [1, 2]) {
  const from = original + (round - 1) * written
  const fresh = Array.from({ length: written }, (_, at) => JSON.parse(seededEvent(from + at)) as NostrEvent)
  const begun = performance.now()
  await saveAll(store, fresh)
  const perSecond = rounded(written / ((performance.now() - begun) / 1000), 0)
  printFigure({ bench, figure: 'events stored a second', events, round, perSecond })
}
await store.close()
await cluster.close()

async function multiply(client: Parameters<Parameters<typeof withConnection>[1]>[0]): Promise<void> {
  await client.query(
    `SET search_path TO ${schema}; SET maintenance_work_mem = '1GB'; SET max_parallel_maintenance_workers = 2`,
  )
  const copies = Math.ceil(events / original) - 1
  const [newest, oldest] = [kept[0]?.created_at ?? 0, kept.at(-1)?.created_at ?? 0]
  const step = newest - oldest + secondsBetween
  const { rows: known } = await client.query("SELECT relname FROM pg_class WHERE relkind = 'r'")
  const names = new Set(known.map(({ relname }) => relname))
  for (let at = oldest - copies * step; at <= newest; at += 86_400 * 30) {
    const part = partOf(at)
    if (!names.has(`events_${part.name}`)) await createPart(client, part)
    names.add(`events_${part.name}`)
  }
  const { rows: indexes } = await client.query(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS sql FROM pg_index
       WHERE indrelid IN ('events'::regclass, 'event_tags'::regclass) AND NOT indisprimary`,
  )
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  await client.query('CREATE TEMP TABLE first_events AS SELECT * FROM events')
  await client.query('CREATE TEMP TABLE first_tags AS SELECT * FROM event_tags')
  const idOf = (copy: number) => `sha256(id || int4send(${copy}))`
  for (let copy = 1; copy <= copies; copy += 1) {
    await client.query(`INSERT INTO events
      SELECT ${idOf(copy)}, created_at - ${copy * step}, seq + ${copy * original}, pubkey, kind, received_at, expires_at,
        was_held, held, is_preference, tags, words, bytes,
        replace(replace(json, encode(id, 'hex'), encode(${idOf(copy)}, 'hex')),
          '"created_at":' || created_at, '"created_at":' || created_at - ${copy * step})
      FROM first_events`)
    await client.query(`INSERT INTO event_tags SELECT tag, created_at - ${copy * step}, ${idOf(copy)} FROM first_tags`)
  }
  await client.query(`UPDATE numbers SET seq = seq + ${copies * original}, counted = NULL`)
  for (const { sql } of indexes) await client.query(String(sql).replace(' ON ONLY ', ' ON '))
  await client.query('VACUUM ANALYZE')
  // From here on as in use: commits wait for the disk.
  await client.query('ALTER SYSTEM SET fsync = on')
  await client.query('SELECT pg_reload_conf()')
}
