import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RelayDatabase } from '../database/relay-database.ts'
import type { StoreChange } from '../events/changes/change.ts'
import { CounterStore } from './counter-store.ts'
import { CountingTally } from './counting-tally.ts'

async function openTally() {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-tally-'))
  const database = await RelayDatabase.open(join(folder, 'relay.db'))
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  const store = new CounterStore(database.reads)
  const errors: unknown[] = []
  const tally = new CountingTally(store, error => errors.push(error))
  database.addHook(tally)
  return {
    database,
    store,
    tally,
    errors,
    change: (...counts: StoreChange['counts']) =>
      database.transact(() => tally.storeChanged({ number: 0, counts, profiles: [], removed: [] })),
    profile: ({ id, at, ...facts }: { id: string; at: number; lightning: boolean; dht: boolean }) => {
      const profiles = [{ ...profileOf(id), is: 'stored', month: at, facts }] as const
      database.transact(() => tally.storeChanged({ number: 0, counts: [], profiles, removed: [] }))
    },
    transact: (...steps: string[]) =>
      database.transact(() => {
        for (const step of steps) {
          if (step === 'fail') throw new Error('halfway')
          tally.storeChanged(step.startsWith('+') ? stored(step.slice(1)) : removed(step.slice(1)))
        }
      }),
    totals: async () => {
      const rows = await store.profileMonths()
      const sum = (key: 'profiles' | 'lightning') => rows.reduce((total, row) => total + row[key], 0)
      return { profiles: sum('profiles'), lightning: sum('lightning'), events: await store.eventCount() }
    },
  }
}

const profileOf = (id: string) => ({ id, pubkey: 'author' })
const month = 24_000

function stored(id: string): StoreChange {
  const counts = [{ kind: 0, month, count: 1, bytes: 100 }]
  const facts = { lightning: id.includes('l'), dht: false }
  return { number: 0, counts, profiles: [{ ...profileOf(id), is: 'stored', month, facts }], removed: [] }
}

function removed(id: string): StoreChange {
  const counts = [{ kind: 0, month, count: -1, bytes: -100 }]
  return { number: 0, counts, profiles: [{ ...profileOf(id), is: 'removed' }], removed: [] }
}

test.each<[string, string[][], { profiles: number; lightning: number; events: number }]>([
  ['successor after the removal', [['+a'], ['-a', '+bl']], { profiles: 1, lightning: 1, events: 1 }],
  ['successor before the removal', [['+a'], ['+bl', '-a']], { profiles: 1, lightning: 1, events: 1 }],
  [
    'removal of the old one in a later transaction',
    [['+a'], ['+bl'], ['-a']],
    { profiles: 1, lightning: 1, events: 1 },
  ],
  ['come and gone within one transaction', [['+al', '-al']], { profiles: 0, lightning: 0, events: 0 }],
  [
    'replaced and gone within one transaction',
    [['+al'], ['-al', '+b', '-b']],
    { profiles: 0, lightning: 0, events: 0 },
  ],
  ['many in one transaction', [['+al', '-al', '+b', '-b', '+cl']], { profiles: 1, lightning: 1, events: 1 }],
  ['gone and back', [['+al'], ['-al'], ['+al']], { profiles: 1, lightning: 1, events: 1 }],
])('a profile is counted once and as its latest says: %s', async (_case, transactions, expected) => {
  const { transact, totals } = await openTally()
  for (const steps of transactions) transact(...steps)
  expect(await totals()).toEqual(expected)
})

test('discards the counts of a failed transaction', async () => {
  const { transact, totals } = await openTally()
  transact('+a')
  expect(() => transact('-a', '+bl', 'fail')).toThrow('halfway')
  transact()
  expect(await totals()).toEqual({ profiles: 1, lightning: 0, events: 1 })
})

test('counts files by group and month of arrival, and removes empty groups', async () => {
  const { database, store, tally } = await openTally()
  const file = (mime: string, bytes: number, receivedAt: number) => ({ mime, bytes, receivedAt })
  const [april, may] = [Date.UTC(2026, 3, 30, 23) / 1000, Date.UTC(2026, 4, 1) / 1000]
  database.transact(tx => {
    tally.fileStored(tx, file('image/png', 100, april))
    tally.fileStored(tx, file('image/webp', 50, april))
    tally.fileStored(tx, file('image/png', 10, may))
    tally.fileStored(tx, file('video/mp4', 1000, may))
    tally.fileStored(tx, file('audio/ogg', 7, may))
    tally.fileStored(tx, file('text/plain', 3, may))
  })
  expect(await store.fileCounts()).toEqual({ photos: 3, videos: 1, audio: 1, misc: 1 })
  const first = 2026 * 12 + 3
  expect(await store.fileBytesByMonth(first)).toEqual([
    { month: first, bytes: 150 },
    { month: first + 1, bytes: 1020 },
  ])
  expect(await store.fileBytesByMonth(first + 1)).toEqual([{ month: first + 1, bytes: 1020 }])
  database.transact(tx => {
    tally.fileRemoved(tx, file('image/png', 100, april))
    tally.fileRemoved(tx, file('video/mp4', 1000, may))
  })
  expect(await store.fileCounts()).toEqual({ photos: 2, audio: 1, misc: 1 })
  expect(await store.fileBytesByMonth(first)).toEqual([
    { month: first, bytes: 50 },
    { month: first + 1, bytes: 20 },
  ])
})

test('counts events by kind and month in one row per transaction, and removes empty rows', async () => {
  const { change, store } = await openTally()
  change(
    { kind: 1, month, count: 1, bytes: 10 },
    { kind: 1, month, count: 2, bytes: 30 },
    { kind: 7, month, count: 1, bytes: 5 },
  )
  change({ kind: 1, month: month + 1, count: 1, bytes: 100 }, { kind: 65_535, month, count: 1, bytes: 4 })
  expect(await store.kinds()).toEqual([
    { kind: 1, count: 4, bytes: 140 },
    { kind: 7, count: 1, bytes: 5 },
    { kind: 65_535, count: 1, bytes: 4 },
  ])
  expect(await store.kindMonths(1, month)).toEqual([
    { month, bytes: 40 },
    { month: month + 1, bytes: 100 },
  ])
  expect(await store.kindMonths(1, month + 1)).toEqual([{ month: month + 1, bytes: 100 }])
  change({ kind: 7, month, count: -1, bytes: -5 })
  expect((await store.kinds()).map(({ kind }) => kind)).toEqual([1, 65_535])
  expect(await store.eventCount()).toBe(5)
  expect(await store.eventBytesByMonth(month + 1)).toEqual([{ month: month + 1, bytes: 100 }])
})

test('counts a profile from its first month, and each of its fields from the month it was added', async () => {
  const { profile, store } = await openTally()
  const months = async () =>
    (await store.profileMonths()).map(({ month: at, ...counts }) => [at - month, ...Object.values(counts)])
  profile({ id: 'a', at: month, lightning: true, dht: false })
  profile({ id: 'b', at: month + 1, lightning: true, dht: true })
  expect(await months()).toEqual([
    [0, 1, 1, 0, 0],
    [1, 0, 0, 1, 1],
  ])
  profile({ id: 'c', at: month + 2, lightning: false, dht: true })
  expect(await months()).toEqual([
    [0, 1, 0, 0, 0],
    [1, 0, 0, 1, 0],
  ])
  profile({ id: 'd', at: month + 3, lightning: true, dht: true })
  expect(await months()).toEqual([
    [0, 1, 0, 0, 0],
    [1, 0, 0, 1, 0],
    [3, 0, 1, 0, 1],
  ])
})

test('listeners hear of changes once in a while, and not of a transaction that changed nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { database, tally, transact } = await openTally()
  const heard = vi.fn()
  const stop = tally.onChange(heard)
  database.transact(() => undefined)
  vi.advanceTimersByTime(1000)
  expect(heard).not.toHaveBeenCalled()
  transact('+a')
  transact('+b')
  vi.advanceTimersByTime(249)
  expect(heard).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(heard).toHaveBeenCalledTimes(1)
  transact('+c')
  vi.advanceTimersByTime(250)
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  database.transact(tx => tally.fileStored(tx, { mime: 'image/png', bytes: 1, receivedAt: 0 }))
  vi.advanceTimersByTime(250)
  expect(heard).toHaveBeenCalledTimes(2)
})

test('a listener that fails is reported, and the others hear all the same', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { tally, transact, errors } = await openTally()
  const heard = vi.fn()
  tally.onChange(() => {
    throw new Error('deaf')
  })
  tally.onChange(heard)
  transact('+a')
  vi.advanceTimersByTime(250)
  expect([heard.mock.calls.length, errors]).toEqual([1, [new Error('deaf')]])
})

test('files alone are written, and so are profiles alone', async () => {
  const { database, tally, store } = await openTally()
  database.transact(tx => tally.fileStored(tx, { mime: 'image/png', bytes: 1, receivedAt: 0 }))
  expect(await store.fileCounts()).toEqual({ photos: 1 })
  const facts = { lightning: false, dht: false }
  const profiles = [{ ...profileOf('a'), is: 'stored', month, facts }] as const
  database.transact(() => tally.storeChanged({ number: 0, counts: [], profiles, removed: [] }))
  expect(await store.profileMonths()).toHaveLength(1)
})
