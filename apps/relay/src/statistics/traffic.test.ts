import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createLogger } from '@hornets/server/process/logger'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Traffic } from './traffic.ts'

const minute0 = 29_000_000
let folder: string
let nowMs: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hornets-traffic-'))
  nowMs = minute0 * 60_000
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const logger = createLogger({ name: 'test', level: 'silent' })
const open = (name = 'relay_stats.db') => Traffic.open(join(folder, name), { now: () => nowMs, logger })
const wait = (seconds: number) => {
  nowMs += seconds * 1000
}

test('a name that belongs to a folder or to another file does not keep the relay from starting', async () => {
  await mkdir(join(folder, 'media'))
  await writeFile(
    join(folder, 'notes.txt'),
    'no database at all, but long enough to be taken for the head of one'.repeat(9),
  )
  const logged = vi.spyOn(logger, 'error')
  for (const name of ['media', 'notes.txt']) {
    const traffic = await open(name)
    expect(logged).toHaveBeenLastCalledWith(
      { err: expect.any(Error), path: join(folder, name) },
      expect.stringContaining('this run only'),
    )
    traffic.accepted()
    expect(await traffic.history(1)).toEqual([{ minute: minute0, accepted: 1, refused: 0, connections: 0 }])
    await traffic.close()
  }
})

test('each minute has its own accepted, refused and largest number of connections', async () => {
  const traffic = await open()
  traffic.accepted()
  traffic.accepted()
  traffic.sample(3)
  traffic.sample(1)
  wait(60)
  traffic.refused()
  traffic.sample(2)
  expect(await traffic.history(60)).toEqual([
    { minute: minute0, accepted: 2, refused: 0, connections: 3 },
    { minute: minute0 + 1, accepted: 0, refused: 1, connections: 2 },
  ])
  await traffic.close()
})

test('a minute cut in two by a restart is one minute', async () => {
  const before = await open()
  before.accepted()
  before.sample(5)
  await before.close()
  const after = await open()
  after.accepted()
  after.refused()
  const whole = { minute: minute0, accepted: 2, refused: 1, connections: 5 }
  expect(await after.history(1)).toEqual([whole])
  wait(60)
  after.sample(0)
  expect(await after.history(2)).toEqual([whole, { minute: minute0 + 1, accepted: 0, refused: 0, connections: 0 }])
  await after.close()
})

test('leaves out minutes that were not measured', async () => {
  const traffic = await open()
  traffic.accepted()
  wait(600)
  traffic.accepted()
  expect((await traffic.history(60)).map(row => row.minute)).toEqual([minute0, minute0 + 10])
  expect((await traffic.history(5)).map(row => row.minute)).toEqual([minute0 + 10])
  await traffic.close()
})

test('24 hours are kept', async () => {
  const traffic = await open()
  for (let hour = 0; hour <= 30; hour++) {
    traffic.accepted()
    wait(3600)
  }
  traffic.sample(0)
  const rows = await traffic.history(100_000)
  expect(rows[0]?.minute).toBeGreaterThan(minute0 + 30 * 60 - 24 * 60)
  expect(rows).toHaveLength(25)
  await traffic.close()
})

test('the last minute slides by the second', async () => {
  const traffic = await open()
  traffic.accepted()
  traffic.refused()
  wait(30)
  traffic.accepted()
  wait(29)
  expect([traffic.eventsLastMinute(), traffic.refusedLastMinute()]).toEqual([2, 1])
  wait(1)
  expect([traffic.eventsLastMinute(), traffic.refusedLastMinute()]).toEqual([1, 0])
  wait(30)
  expect(traffic.eventsLastMinute()).toBe(0)
  await traffic.close()
})

test('exactly the last 24 hours are kept, to the minute', async () => {
  const traffic = await open()
  traffic.accepted()
  wait(60)
  traffic.accepted()
  wait((24 * 60 - 1) * 60)
  traffic.accepted()
  wait(60)
  const rows = await traffic.history(100_000)
  expect(rows.map(({ minute }) => minute - minute0)).toEqual([1, 24 * 60, 24 * 60 + 1])
  await traffic.close()
})

test('history comes in minutes and includes the current one so far', async () => {
  const traffic = await open()
  for (const accepted of [1, 2, 3]) {
    for (let event = 0; event < accepted; event += 1) traffic.accepted()
    wait(60)
  }
  expect((await traffic.history(1)).map(row => row.accepted)).toEqual([0])
  expect((await traffic.history(3)).map(row => row.accepted)).toEqual([2, 3, 0])
  traffic.refused()
  expect((await traffic.history(1)).map(row => row.refused)).toEqual([1])
  await traffic.close()
})

test('connections start at none in each minute, and a restart keeps the larger number', async () => {
  const before = await open()
  before.sample(5)
  wait(60)
  before.accepted()
  expect((await before.history(1)).map(row => row.connections)).toEqual([0])
  before.sample(2)
  await before.close()
  const after = await open()
  after.sample(7)
  expect((await after.history(1)).map(row => row.connections)).toEqual([7])
  await after.close()
})

test('logs a minute that could not be written, and continues', async () => {
  const traffic = await open()
  const logged = vi.spyOn(logger, 'error')
  await traffic.close()
  traffic.accepted()
  wait(60)
  traffic.accepted()
  await vi.waitFor(() =>
    expect(logged).toHaveBeenLastCalledWith({ err: expect.any(Error) }, expect.stringContaining('traffic')),
  )
  expect(traffic.eventsLastMinute()).toBe(1)
})

test('shows an hour to a year in bins that add up, the time before, and unknown for when the relay was not running (DESK-02)', async () => {
  const traffic = await open()
  for (const accepted of [2, 3]) {
    for (let event = 0; event < accepted; event += 1) traffic.accepted()
    wait(60)
  }
  wait(86_400 - 120)
  traffic.accepted()
  traffic.refused()
  traffic.sample(4)
  const day = await traffic.shown('24h')
  expect(day).toMatchObject({ range: '24h', bin_seconds: 1800, marks: [] })
  const halfHour = (timeMs: number) => new Date(timeMs - (timeMs % 1_800_000)).toISOString()
  const known = (bins: typeof day.bins) => bins.filter(bin => bin.accepted !== null)
  expect([day.bins.length, day.before.length]).toEqual([48, 48])
  expect(known(day.bins)).toEqual([
    { at: halfHour(nowMs), accepted: 1, refused: 1, connections: 4, notes_bytes: null, media_bytes: null },
  ])
  expect(known(day.before).map(({ at, accepted }) => [at, accepted])).toEqual([[halfHour(minute0 * 60_000), 5]])
  const hours = { '1h': 1, '6h': 6, '24h': 24, '7d': 7 * 24, '30d': 30 * 24, '1y': 52 * 7 * 24 }
  const sumOf = async (range: Parameters<Traffic['shown']>[0]) => {
    const { bins, before, bin_seconds } = await traffic.shown(range)
    expect(before).toHaveLength(bins.length)
    expect([range, (bins.length * bin_seconds) / 3600]).toEqual([range, hours[range]])
    return [...before, ...bins].reduce((sum, bin) => sum + (bin.accepted ?? 0), 0)
  }
  expect(await Promise.all((['1h', '6h', '7d', '30d', '1y'] as const).map(sumOf))).toEqual([1, 1, 6, 6, 6])
  await traffic.close()
})

test('keeps a fixed number of spans, and nothing older than two years', async () => {
  const traffic = await open()
  traffic.accepted()
  wait(750 * 86_400)
  traffic.accepted()
  wait(60)
  traffic.sample(0)
  await traffic.close()
  const spans = new DatabaseSync(join(folder, 'relay_stats.db'), { readOnly: true })
  expect(spans.prepare('SELECT DISTINCT seconds, accepted FROM traffic_spans WHERE accepted > 0').all()).toHaveLength(3)
  spans.close()
})

test('shows what was stored at the end of each bin, measured every five minutes (DESK-02)', async () => {
  let notes = 0
  const stored = vi.fn(async () => {
    notes += 100
    return { notes, media: 7 }
  })
  const traffic = await Traffic.open(join(folder, 'stored.db'), { now: () => nowMs, logger, stored })
  for (let minute = 0; minute < 12; minute += 1) {
    traffic.sample(0)
    wait(60)
  }
  traffic.sample(0)
  const measured = stored.mock.calls.length
  expect(measured).toBeLessThanOrEqual(3)
  const { bins } = await traffic.shown('1h')
  expect(bins.filter(bin => bin.media_bytes !== null)).toHaveLength(13)
  expect(bins.at(-1)?.notes_bytes).toBe(notes)
  await traffic.close()
})

test('marks starts, a new version and saved settings, the newest 1,000 (DESK-02)', async () => {
  const start = (version: string) => Traffic.open(join(folder, 'marks.db'), { now: () => nowMs, logger, version })
  for (const version of ['0.1.0', '0.1.0', '0.2.0']) {
    await (await start(version)).close()
    wait(60)
  }
  const traffic = await start('0.2.0')
  traffic.mark('settings', 'general')
  const { marks } = await traffic.shown('1h')
  expect(marks.map(({ what, detail }) => `${what} ${detail}`)).toEqual([
    'start 0.1.0',
    'start 0.1.0',
    'release 0.2.0',
    'start 0.2.0',
    'settings general',
  ])
  for (let save = 0; save < 1100; save += 1) traffic.mark('settings', 'general')
  expect((await traffic.shown('1h')).marks).toHaveLength(100)
  await traffic.close()
  const file = new DatabaseSync(join(folder, 'marks.db'), { readOnly: true })
  expect(file.prepare('SELECT count(*) AS count FROM traffic_marks').get()).toEqual({ count: 1000 })
  file.close()
})

test('begins the history of an older file with its minutes', async () => {
  const file = new DatabaseSync(join(folder, 'older.db'))
  file.exec(`CREATE TABLE traffic_minutes (minute INTEGER PRIMARY KEY, accepted INTEGER NOT NULL,
    refused INTEGER NOT NULL, connections INTEGER NOT NULL) STRICT`)
  for (const ago of [1, 2, 3, 600]) file.prepare('INSERT INTO traffic_minutes VALUES (?, 10, 1, 2)').run(minute0 - ago)
  file.close()
  for (let start = 0; start < 2; start += 1) {
    const traffic = await open('older.db')
    const { bins } = await traffic.shown('24h')
    expect(bins.reduce((sum, bin) => sum + (bin.accepted ?? 0), 0)).toBe(40)
    await traffic.close()
  }
})
