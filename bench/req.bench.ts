import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import type { EventStore } from '../apps/relay/src/events/event-store.ts'
import { LmdbEventStore } from '../apps/relay/src/events/lmdb/lmdb-event-store.ts'
import { draftEvent } from '../apps/relay/test/support/burst-events.ts'
import { openEngine } from '../apps/relay/test/support/engine.ts'
import { printFigure, rounded } from './figures.ts'
import { at, connect } from './nostr/burst-client.ts'

// How long does a REQ take until its EOSE with 200,000 events stored, and does that depend on the query or on the
// store? The same queries with a tenth of it stored (`npm run bench -- req [events]`). One client, one query at a time, over a real socket. Then ten queries of
// each shape in turn, without and with the query cache, and random ones with it: what it gives, and what it costs.

const bench = 'req'
const [stored = 200_000] = process.argv.slice(2).map(Number)
const sizes = [stored / 10, stored]
const authorCount = 500
const questions = 400
const start = 1_700_000_000

const authors = Array.from({ length: authorCount }, () => ({ pubkey: randomBytes(32).toString('hex') }))
type Asked = Awaited<ReturnType<typeof ask>>
interface Measured extends Asked {
  readonly repeated: Asked
  readonly cached: Asked
  readonly missed: Asked
}
const measured: Map<string, Measured>[] = []
for (const size of sizes) measured.push(await measure(size))
const [small, large] = measured
for (const [name, { p50, p99, events, repeated, cached, missed }] of large ?? []) {
  const before = small?.get(name)?.p50 ?? Number.NaN
  printFigure({
    bench,
    figure: `REQ ${name}`,
    unit: 'milliseconds',
    stored: sizes.at(-1),
    events: rounded(events, 1),
    p50: rounded(p50),
    p99: rounded(p99),
    p50WithTenthStored: rounded(before),
    ratio: rounded(p50 / before, 2),
    repeatedP50: rounded(repeated.p50),
    cachedP50: rounded(cached.p50),
    missedP50: rounded(missed.p50),
  })
}

async function measure(size: number) {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-bench-'))
  try {
    const ids = await fill(folder, size)
    const engine = await openEngine({ folder, limits: { requestsPerSecond: 100_000 } })
    const socket = await connect(engine.url)
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)]
    const someAuthors = () => Array.from({ length: 200 }, () => pick(authors)?.pubkey)
    const filters: Record<string, () => object> = {
      'by id': () => ({ ids: [pick(ids)] }),
      'by author, 50': () => ({ authors: [pick(authors)?.pubkey], limit: 50 }),
      'by author and kind, 50': () => ({ authors: [pick(authors)?.pubkey], kinds: [1], limit: 50 }),
      'by tag, 50': () => ({ '#p': [pick(authors)?.pubkey], limit: 50 }),
      'by kind, 100': () => ({ kinds: [1], limit: 100 }),
      'newest 100': () => ({ limit: 100 }),
      'feed of 200 authors, 100': () => ({ authors: someAuthors(), kinds: [1, 7], limit: 100 }),
    }
    const results = new Map<string, Measured>()
    const cache = (isOn: boolean) => engine.events.setCache({ isOn, entriesMax: 1000, ttlSeconds: 60 })
    for (const [name, filter] of Object.entries(filters)) {
      const ten = Array.from({ length: 10 }, filter)
      cache(false)
      const random = await ask(socket, filter)
      const repeated = await ask(socket, () => pick(ten) ?? {})
      cache(true)
      const cached = await ask(socket, () => pick(ten) ?? {})
      results.set(name, { ...random, repeated, cached, missed: await ask(socket, filter) })
    }
    if (size === stored) await measureBusy(socket, engine.events, Object.values(filters))
    socket.close()
    await engine.close()
    return results
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** 50 filters, a few of which are asked most, with an event after each so many questions. */
async function measureBusy(
  socket: Awaited<ReturnType<typeof connect>>,
  events: EventStore,
  shapes: readonly (() => object)[],
) {
  const popular = Array.from({ length: 50 }, (_, at) => shapes[at % shapes.length]?.() ?? {})
  const pickOne = () => popular[Math.floor(Math.random() ** 3 * popular.length)] ?? {}
  let written = 0
  for (const questionsPerEvent of [1, 10, 100]) {
    const write = async (question: number) => {
      if (question % questionsPerEvent !== 0) return
      written += 1
      const draft = draftEvent(written, start + stored + written, authors)
      const event = {
        id: randomBytes(32).toString('hex'),
        pubkey: authors[0]?.pubkey ?? '',
        ...draft,
        sig: 'f'.repeat(128),
      }
      await events.save({ event, json: JSON.stringify(event) })
    }
    const p50: Record<string, number> = {}
    const means: Record<string, number> = {}
    let before = events.cacheState
    for (const which of ['without', 'with', 'without', 'with']) {
      events.setCache({ isOn: which === 'with', entriesMax: 1000, ttlSeconds: 60 })
      before = events.cacheState
      const asked = await ask(socket, pickOne, write)
      p50[which] = Math.min(p50[which] ?? Number.POSITIVE_INFINITY, asked.p50)
      means[which] = Math.min(means[which] ?? Number.POSITIVE_INFINITY, asked.mean)
    }
    const hits = events.cacheState.hits - before.hits
    printFigure({
      bench,
      figure: `REQ of 50 popular filters, an event after each ${questionsPerEvent}`,
      unit: 'milliseconds',
      p50: rounded(p50.without ?? 0),
      p50Cached: rounded(p50.with ?? 0),
      mean: rounded(means.without ?? 0),
      meanCached: rounded(means.with ?? 0),
      hitRate: rounded(hits / (hits + events.cacheState.misses - before.misses), 2),
      cacheMb: rounded(events.cacheState.bytes / 2 ** 20, 2),
    })
  }
}

/** Events as the store writes them, except for their signatures, which it does not check. Returns the ids. */
async function fill(folder: string, size: number): Promise<string[]> {
  const log = createLogger({ name: bench, level: 'error' })
  const files = { path: join(folder, 'events.lmdb'), textPath: join(folder, 'event-text.db') }
  const store = await LmdbEventStore.open({ ...files, now: Date.now, log })
  const ids: string[] = []
  for (let from = 0; from < size; from += 2000) {
    const saved = Array.from({ length: Math.min(2000, size - from) }, (_, offset) => {
      const index = from + offset
      const id = randomBytes(32).toString('hex')
      ids.push(id)
      const pubkey = authors[index % authorCount]?.pubkey ?? ''
      const event = { id, pubkey, ...draftEvent(index, start + index, authors), sig: 'f'.repeat(128) }
      return store.save({ event, json: JSON.stringify(event) })
    })
    await Promise.all(saved)
  }
  await store.catchUp()
  await store.close()
  return ids
}

async function ask(
  socket: Awaited<ReturnType<typeof connect>>,
  filter: () => object,
  beforeEach: (question: number) => Promise<void> = async () => {},
) {
  const millis: number[] = []
  let events = 0
  for (let question = -50; question < questions; question++) {
    const id = `q${question}`
    await beforeEach(question)
    const begun = performance.now()
    await new Promise<void>(resolve => {
      const listen = (data: { toString(): string }) => {
        const text = data.toString()
        if (text.startsWith('["EVENT"')) {
          if (question >= 0) events += 1
          return
        }
        if (!text.startsWith(`["EOSE","${id}"`)) return
        socket.off('message', listen)
        resolve()
      }
      socket.on('message', listen)
      socket.send(JSON.stringify(['REQ', id, filter()]))
    })
    if (question >= 0) millis.push(performance.now() - begun)
    socket.send(JSON.stringify(['CLOSE', id]))
  }
  millis.sort((a, b) => a - b)
  const mean = millis.reduce((sum, one) => sum + one, 0) / millis.length
  return { mean, p50: at(millis, 0.5), p99: at(millis, 0.99), events: events / questions }
}
