import { monthName, monthOf } from '@hornets/server/month'
import { expect, test, vi } from 'vitest'
import { readProfileFacts } from '../events/changes/profile-facts.ts'
import type { CounterStore } from './counter-store.ts'
import { fileGroup } from './file-group.ts'
import { StatisticsService } from './statistics-service.ts'
import type { Traffic } from './traffic.ts'

const current = monthOf(Date.UTC(2026, 4, 17) / 1000)
const gigabyte = 2 ** 30

function open(rows: { [Name in keyof CounterStore]?: Awaited<ReturnType<CounterStore[Name] & (() => unknown)>> }) {
  const asked: Record<string, unknown[]> = {}
  const counters = Object.fromEntries(
    Object.entries({ eventBytesByMonth: [], fileBytesByMonth: [], ...rows }).map(([name, answer]) => [
      name,
      async (...given: unknown[]) => {
        asked[name] = given
        return answer
      },
    ]),
  ) as unknown as CounterStore
  const settle = vi.fn(async () => {})
  const traffic = { history: async (minutes: number) => [{ minute: minutes, accepted: 1, refused: 2, connections: 3 }] }
  const now = () => Date.UTC(2026, 4, 17)
  return {
    asked,
    settle,
    service: new StatisticsService({ counters, traffic: traffic as unknown as Traffic, settle, now }),
  }
}

test('the chart begins with the first month of data within a year, and has the empty ones between', async () => {
  const { asked, service } = open({
    eventBytesByMonth: [{ month: current - 3, bytes: gigabyte }],
    fileBytesByMonth: [{ month: current - 1, bytes: 2 * gigabyte }],
  })
  expect(await service.barChart()).toEqual([
    { month: '2026-02', notes_gb: 1, media_gb: 0 },
    { month: '2026-03', notes_gb: 0, media_gb: 0 },
    { month: '2026-04', notes_gb: 0, media_gb: 2 },
    { month: '2026-05', notes_gb: 0, media_gb: 0 },
  ])
  expect((await service.activity()).map(row => row.total_gb)).toEqual([1, 0, 2, 0])
  expect(asked).toMatchObject({ eventBytesByMonth: [current - 11], fileBytesByMonth: [current - 11] })
})

test('shows a future month after a clock change, and no chart without data', async () => {
  const { service } = open({ eventBytesByMonth: [{ month: current + 1, bytes: gigabyte }] })
  expect((await service.barChart()).map(row => row.month)).toEqual(['2026-06'])
  expect(await open({}).service.barChart()).toEqual([])
})

test('every figure waits until what is stored is counted', async () => {
  const { service, settle } = open({ eventCount: 0, fileCounts: {}, profileMonths: [], kinds: [], kindMonths: [] })
  await service.barChart()
  await service.relayCount()
  await service.timeSeries()
  await service.kinds()
  await service.kindTrend(1)
  expect(settle).toHaveBeenCalledTimes(5)
})

test('lists files by group, with zero for empty groups', async () => {
  const all = { photos: 1, videos: 2, audio: 3, misc: 4 }
  expect(await open({ eventCount: 9, fileCounts: all }).service.relayCount()).toEqual({ kinds: 9, ...all })
  expect(await open({ eventCount: 0, fileCounts: {} }).service.relayCount()).toEqual({
    kinds: 0,
    photos: 0,
    videos: 0,
    audio: 0,
    misc: 0,
  })
})

test('six months of profiles add up, each from its month on; the newest month counts what a wrong clock dated later', async () => {
  const row = (month: number) => ({ month, profiles: 10, lightning: 3, dht: 2, both: 1 })
  const { service } = open({ profileMonths: [row(current - 9), row(current - 2), row(current + 4)] })
  const rows = await service.timeSeries()
  expect(rows.map(({ month, profiles }) => [month, profiles])).toEqual([
    ['2025-12', 10],
    ['2026-01', 10],
    ['2026-02', 10],
    ['2026-03', 20],
    ['2026-04', 20],
    ['2026-05', 30],
  ])
  expect(rows[3]).toEqual({ month: '2026-03', profiles: 20, lightning_addr: 6, dht_key: 4, lightning_and_dht: 2 })
})

test('lists sizes in megabytes to six decimals, and a year of months in ascending order', async () => {
  const { asked, service } = open({
    kinds: [{ kind: 7, count: 2, bytes: 2 ** 20 + 1 }],
    kindMonths: [
      { month: current - 2, bytes: 2 ** 19 },
      { month: current, bytes: 3 * 2 ** 20 },
    ],
  })
  expect(await service.kinds()).toEqual([{ kindNumber: 7, kindCount: 2, totalSize: 1.000001 }])
  expect(await service.kindTrend(7)).toEqual([
    { month: '2026-03', totalSize: 0.5 },
    { month: '2026-05', totalSize: 3 },
  ])
  expect(asked.kindMonths).toEqual([7, current - 11])
})

test('lists traffic by minute', async () => {
  expect(await open({}).service.traffic(30)).toEqual([
    { minute: '1970-01-01T00:30:00.000Z', accepted: 1, refused: 2, connections: 3 },
  ])
})

test('months are numbered without a gap at the turn of the year, and named as in the API', () => {
  const [december, january] = [Date.UTC(2025, 11, 31, 23, 59), Date.UTC(2026, 0, 1)].map(ms => monthOf(ms / 1000))
  expect([december, january]).toEqual([2025 * 12 + 11, 2026 * 12])
  expect([december, january, 9 * 12 + 8].map(month => monthName(month ?? 0))).toEqual(['2025-12', '2026-01', '0009-09'])
})

test.each([
  ['image/png', 'photos'],
  ['video/mp4', 'videos'],
  ['audio/ogg', 'audio'],
  ['text/plain', 'misc'],
  ['model/image/', 'misc'],
  ['x-video/', 'misc'],
  ['x-audio/', 'misc'],
])('%s is counted as %s', (mime, group) => expect(fileGroup(mime)).toBe(group))

test.each([
  ['{"lud16":"a@b.c"}', { lightning: true, dht: false }],
  ['{"lud06":"lnurl1"}', { lightning: true, dht: false }],
  ['{"dht-key":"k"}', { lightning: false, dht: true }],
  ['{"lud16":" ","lud06":"","dht-key":1}', { lightning: false, dht: false }],
  ['null', { lightning: false, dht: false }],
  ['"lud16"', { lightning: false, dht: false }],
  ['{', { lightning: false, dht: false }],
])('the profile %s announces %j', (content, facts) => expect(readProfileFacts(content)).toEqual(facts))

test('a profile of 65,536 characters is read, a longer one is not', () => {
  const ofLength = (length: number) => {
    const frame = JSON.stringify({ lud16: 'a@b.c', about: '' })
    return frame.replace('"about":""', `"about":"${'x'.repeat(length - frame.length)}"`)
  }
  expect(ofLength(65_536)).toHaveLength(65_536)
  expect([65_536, 65_537].map(length => readProfileFacts(ofLength(length)).lightning)).toEqual([true, false])
})
