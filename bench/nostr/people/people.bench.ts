import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RelayDatabase } from '../../../apps/relay/src/database/relay-database.ts'
import { PeopleStore } from '../../../apps/relay/src/people/people-store.ts'
import { median, printFigure, rounded } from '../../figures.ts'

// Does a page of people cost more with more of them? Lists by each order, at the start and far down, with 1,000 and with
// 100,000 authors of a million events, and what counting a batch of events costs in each.

const bench = 'people'
const sizes = [1000, 100_000]
const eventsEach = 10
const pageSize = 50
const calls = 40
const now = Date.UTC(2026, 10, 20) / 1000
const batches = 40
const authorsOfBatch = 250

const hexOf = (number: number) => number.toString(16).padStart(64, '0')
const folder = await mkdtemp(join(tmpdir(), 'hornets-bench-'))
try {
  const measured: Map<string, number>[] = []
  for (const size of sizes) measured.push(await measure(size))
  const [small, large] = measured
  for (const [call, smallMillis] of small ?? []) {
    const largeMillis = large?.get(call) ?? Number.NaN
    printFigure({
      bench,
      figure: call,
      unit: 'milliseconds',
      ...Object.fromEntries([
        [`at${sizes[0]}`, rounded(smallMillis, 3)],
        [`at${sizes[1]}`, rounded(largeMillis, 3)],
      ]),
      ratio: rounded(largeMillis / smallMillis, 2),
    })
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measure(size: number): Promise<Map<string, number>> {
  const database = await RelayDatabase.open(join(folder, `${size}.db`))
  const store = new PeopleStore(database.scans)
  const millis = new Map<string, number>()
  try {
    fill(database, store, size)
    const time = async (name: string, work: () => unknown) => {
      const samples: number[] = []
      for (let call = 0; call < calls; call += 1) {
        const started = performance.now()
        await work()
        samples.push(performance.now() - started)
      }
      millis.set(name, median(samples))
    }
    const first = { limit: pageSize, offset: 0, after: undefined, keys: undefined, seenSince: undefined } as const
    for (const sort of ['events_1h', 'events_24h', 'events_30d', 'events', 'bytes', 'last_seen'] as const)
      await time(`page by ${sort}`, () => store.page({ ...first, sort }))
    const middle = (await store.page({ ...first, sort: 'last_seen', limit: 1, offset: size >> 1 }))[0]
    const after = middle && { value: middle.last_seen, id: middle.id }
    await time('page in the middle, by cursor', () => store.page({ ...first, sort: 'last_seen', after }))
    await time('page in the middle, by offset', () => store.page({ ...first, sort: 'last_seen', offset: size >> 1 }))
    await time('number of all', () => store.count(first))
    const keys = Array.from({ length: 500 }, (_, at) => hexOf(at * 2))
    await time('page of 500 found keys', () => store.page({ ...first, sort: 'events', keys }))
    await time('seen in an hour, by bytes', () => store.page({ ...first, sort: 'bytes', seenSince: now - 3600 }))
    let batch = 0
    await time(`counting ${authorsOfBatch} authors`, () => count(database, store, size, ++batch))
    return millis
  } finally {
    await database.close()
  }
}

/** Events over 40 days, so that every window has its share. */
function fill(database: RelayDatabase, store: PeopleStore, size: number): void {
  for (let start = 0; start < size; start += 1000)
    database.transactReplayable(tx => {
      const people = Array.from({ length: 1000 }, (_, at) => {
        const number = start + at
        const arrivals = new Map<number, number>()
        for (let event = 0; event < eventsEach; event += 1)
          arrivals.set(now - ((number * 7919 + event * 345_600) % 3_456_000), 1)
        const change = { events: eventsEach, bytes: 500 * eventsEach + (number % 977), firstSeen: now - 3_456_000 }
        return [hexOf(number), { ...change, lastSeen: Math.max(...arrivals.keys()), arrivals }] as const
      })
      store.change(tx, new Map(people), now)
    })
}

function count(database: RelayDatabase, store: PeopleStore, size: number, batch: number): void {
  const at = now + (batch % batches)
  const change = { events: 1, bytes: 500, firstSeen: at, lastSeen: at }
  const people = Array.from({ length: authorsOfBatch }, (_, author) => {
    const pubkey = hexOf((author * 631 + batch * 37) % size)
    return [pubkey, { ...change, arrivals: new Map([[at, 1]]) }] as const
  })
  database.transactReplayable(tx => store.change(tx, new Map(people), at))
}
