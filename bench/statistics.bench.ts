import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { RelayDatabase } from '../apps/relay/src/database/relay-database.ts'
import { ChangeSummary } from '../apps/relay/src/events/changes/change-summary.ts'
import { openStatistics } from '../apps/relay/src/statistics/statistics.ts'
import { median, printFigure, rounded } from './figures.ts'

// 10,000 and 1,000,000 events (20 kinds, 24 months, every 20th a profile), and what counting adds to storing.

const bench = 'statistics'
const sizes = [10_000, 1_000_000]
const kinds = [1, 1, 1, 7, 7, 3, 5, 6, 1984, 9735, 10_000, 10_002, 30_000, 30_023, 4, 13, 1059, 9802, 1111, 0]
const calls = 300
const now = Date.UTC(2026, 10, 20)
const firstArrival = Date.UTC(2024, 11, 1) / 1000
const content = 'a note of the usual length, '.repeat(12)

const folder = await mkdtemp(join(tmpdir(), 'hornets-bench-'))
try {
  const measured: Map<string, number>[] = []
  for (const size of sizes) measured.push(await measure(size))
  const [small, large] = measured
  for (const [call, smallMicros] of small ?? []) {
    const largeMicros = large?.get(call) ?? Number.NaN
    printFigure({
      bench,
      figure: call,
      unit: 'microseconds',
      ...Object.fromEntries([
        [`at${sizes[0]}`, smallMicros],
        [`at${sizes[1]}`, largeMicros],
      ]),
      ratio: rounded(largeMicros / smallMicros, 2),
    })
  }
  await measureTally()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function open(name: string) {
  const path = join(folder, name)
  const database = await RelayDatabase.open(path)
  const logger = createLogger({ name: bench, level: 'error' })
  const statistics = await openStatistics(database, { now: () => now, logger, trafficPath: ':memory:' })
  return { path, database, ...statistics }
}

async function measure(size: number): Promise<Map<string, number>> {
  const { path, database, service, tally, close } = await open(`${size}.db`)
  fill(database, tally, size)
  const micros = new Map<string, number>()
  const time = async (name: string, times: number, work: () => unknown) => {
    // Warm up first, or the compiler would make the smaller store look slower.
    for (let index = 0; index < times; index++) await work()
    const samples: number[] = []
    for (let index = 0; index < times; index++) {
      const start = performance.now()
      await work()
      samples.push((performance.now() - start) * 1000)
    }
    micros.set(name, rounded(median(samples), 1))
  }
  await time('barchartdata', calls, () => service.barChart())
  await time('activitydata', calls, () => service.activity())
  await time('relaycount', calls, () => service.relayCount())
  await time('timeseries', calls, () => service.timeSeries())
  await time('kinds', calls, () => service.kinds())
  await time('kind-trend/1', calls, () => service.kindTrend(1))
  const { kinds: counted } = await service.relayCount()
  if (counted !== size) throw new Error(`${size} events were stored and ${counted} counted`)
  await close()
  await database.close()
  await rm(path, { force: true })
  return micros
}

/** Changes as in the event store's journal. */
function fill(database: RelayDatabase, tally: Awaited<ReturnType<typeof open>>['tally'], size: number): void {
  const batch = 10_000
  for (let from = 0; from < size; from += batch)
    database.transact(() => {
      const summary = new ChangeSummary()
      for (let index = from; index < Math.min(from + batch, size); index++) {
        const receivedAt = firstArrival + Math.floor((index / size) * (now / 1000 - firstArrival))
        const event = draft(index, receivedAt)
        summary.stored(event, Buffer.byteLength(JSON.stringify(event)), receivedAt)
      }
      tally.storeChanged(summary.toChange(from + 1))
    })
}

function draft(index: number, created_at: number) {
  const kind = kinds[index % kinds.length] ?? 1
  const id = createHash('sha256').update(String(index)).digest('hex')
  const profile = JSON.stringify({ name: id, lud16: index % 40 ? 'a@b.c' : '', 'dht-key': index % 60 ? 'k' : '' })
  return { id, pubkey: id, created_at, kind, tags: [], content: kind === 0 ? profile : content, sig: '0'.repeat(128) }
}

async function measureTally(): Promise<void> {
  const { database, tally, close } = await open('tally.db')
  const transactions = 2000
  const group = 100
  const event = { id: 'f'.repeat(64), pubkey: 'a'.repeat(64), content }
  const run = (count: boolean) => {
    const start = performance.now()
    for (let index = 0; index < transactions; index++)
      database.transact(() => {
        const summary = new ChangeSummary()
        for (let each = 0; count && each < group; each++) summary.stored({ ...event, kind: each % 4 }, 500, now / 1000)
        tally.storeChanged(summary.toChange(index))
      })
    return performance.now() - start
  }
  run(true)
  const rounds = Array.from({ length: 5 }, () => run(true) - run(false))
  const microseconds = rounded((median(rounds) / (transactions * group)) * 1000)
  printFigure({ bench, figure: `counting an event, in groups of ${group}`, unit: 'microseconds', value: microseconds })
  await close()
  await database.close()
}
