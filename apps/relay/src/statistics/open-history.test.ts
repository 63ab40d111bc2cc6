import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RelayDatabase } from '../database/relay-database.ts'
import { openHistory } from './open-history.ts'
import { Traffic } from './traffic.ts'

const logger = createLogger({ name: 'test', level: 'silent' })
const minute0 = 29_000_000
let folder: string
let database: RelayDatabase
let nowMs: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hornets-history-'))
  database = await RelayDatabase.open(join(folder, 'relay.db'))
  nowMs = minute0 * 60_000
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

/** One run of the relay, in which so many events are accepted in each of three minutes. @returns the history at its end. */
async function run(hasStandby: boolean, each = 1, name = 'relay_stats.db') {
  const traffic = await Traffic.open(join(folder, name), {
    now: () => nowMs,
    logger,
    version: '1.0.0',
    openStore: path => openHistory(path, { database, hasStandby, logger }),
  })
  for (let minute = 0; minute < 3; minute += 1) {
    for (let event = 0; event < each; event += 1) traffic.accepted()
    nowMs += 60_000
  }
  const { bins, marks } = await traffic.shown('1h')
  const minutes = await traffic.history(60)
  await traffic.close()
  const sum = (rows: readonly { accepted: number | null }[]) => rows.reduce((all, row) => all + (row.accepted ?? 0), 0)
  return { starts: marks.length, bins: sum(bins), minutes: sum(minutes) }
}
const kept = () =>
  database.reads
    .selectFrom('traffic_spans' as never)
    .selectAll()
    .execute()

test('the history moves to relay.db with a standby, and back to its file without', async () => {
  expect(await run(false)).toEqual({ starts: 1, bins: 3, minutes: 3 })
  expect(await kept()).toEqual([])
  expect(await run(true)).toEqual({ starts: 2, bins: 6, minutes: 6 })
  expect((await kept()).length).toBeGreaterThan(6)
  expect(await run(true)).toEqual({ starts: 3, bins: 9, minutes: 9 })
  expect(await run(false)).toEqual({ starts: 4, bins: 12, minutes: 12 })
  expect(await kept()).toEqual([])
  expect(await run(false)).toEqual({ starts: 5, bins: 15, minutes: 15 })
})

test('a machine that takes over continues the history in relay.db, not one in an old file', async () => {
  await run(true)
  await run(true, 1, 'other.db')
  expect(await readdir(folder)).not.toContain('other.db')
  const old = await Traffic.open(join(folder, 'old.db'), { now: () => nowMs, logger, version: '0.9.0' })
  old.accepted()
  await old.close()
  expect(await run(true, 1, 'old.db')).toEqual({ starts: 3, bins: 9, minutes: 9 })
})

test('moves two years of hours in one transaction', async () => {
  const first = await Traffic.open(join(folder, 'relay_stats.db'), { now: () => nowMs, logger, version: '1.0.0' })
  for (let hour = 0; hour < 2000; hour += 1) {
    first.accepted()
    nowMs += 3_600_000
  }
  await first.close()
  await run(true)
  const hours = (await kept()).filter(row => Reflect.get(row, 'seconds') === 3600)
  expect(hours.length).toBeGreaterThan(2000)
})

test('begins with an empty history beside a file that cannot be read, which stays as it is', async () => {
  const text = 'no database at all, but long enough to be taken for the head of one'.repeat(9)
  await writeFile(join(folder, 'notes.txt'), text)
  expect(await run(true, 1, 'notes.txt')).toEqual({ starts: 1, bins: 3, minutes: 3 })
  expect(await run(true, 1, 'notes.txt')).toEqual({ starts: 2, bins: 6, minutes: 6 })
})
