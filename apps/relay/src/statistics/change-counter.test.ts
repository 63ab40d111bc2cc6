import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RelayDatabase } from '../database/relay-database.ts'
import type { StoreChange } from '../events/changes/change.ts'
import { ChangeCounter } from './change-counter.ts'
import { CounterStore } from './counter-store.ts'
import { CountingTally } from './counting-tally.ts'

const month = 24_000
let folder: string
let database: RelayDatabase
let counters: CounterStore
let tally: CountingTally
let opened: ChangeCounter[]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  folder = await mkdtemp(join(tmpdir(), 'hornets-counter-'))
  database = await RelayDatabase.open(join(folder, 'relay.db'))
  counters = new CounterStore(database.reads)
  tally = new CountingTally(counters, err => expect.unreachable(String(err)))
  database.addHook(tally)
  opened = []
})
afterEach(async () => {
  for (const counter of opened) await counter.close()
  vi.useRealTimers()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

class Journal {
  changes: StoreChange[] = []
  readonly asked: number[] = []
  readonly forgotten: number[] = []
  listener: (() => void) | undefined
  fault: Error | undefined

  add(count: number, profiles: StoreChange['profiles'] = []): void {
    for (let added = 0; added < count; added += 1) {
      const number = (this.changes.at(-1)?.number ?? 0) + 1
      this.changes.push({ number, counts: [{ kind: 1, month, count: 1, bytes: 10 }], profiles, removed: [] })
    }
  }

  async changesAfter(number: number, limit: number): Promise<StoreChange[]> {
    this.asked.push(number)
    if (this.fault) throw this.fault
    return this.changes.filter(change => change.number > number).slice(0, limit)
  }

  async forgetChanges(number: number): Promise<void> {
    this.forgotten.push(number)
  }

  onChange(listener: () => void): () => void {
    this.listener = listener
    return () => {
      this.listener = undefined
    }
  }
}

function follow(journal: Journal) {
  const logger = createLogger({ name: 'test', level: 'silent' })
  const logged = vi.spyOn(logger, 'error')
  const counter = new ChangeCounter({ database, counters, tally, events: journal, logger })
  opened.push(counter)
  return { counter, logged }
}

test('counts the existing journal soon after the start, and later changes in batches', async () => {
  const journal = new Journal()
  journal.add(2)
  const { logged } = follow(journal)
  await vi.advanceTimersByTimeAsync(249)
  expect(journal.asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(await counters.eventCount()).toBe(2)
  journal.add(3)
  for (let turn = 0; turn < 3; turn += 1) journal.listener?.()
  await vi.advanceTimersByTimeAsync(250)
  expect(await counters.eventCount()).toBe(5)
  expect(journal.asked).toEqual([0, 2])
  journal.listener?.()
  await vi.advanceTimersByTimeAsync(250)
  expect(journal.asked).toEqual([0, 2, 5])
  expect(logged).not.toHaveBeenCalled()
})

test('each change counts once, also after a restart', async () => {
  const journal = new Journal()
  journal.add(3)
  const before = follow(journal)
  await before.counter.settle()
  await before.counter.settle()
  journal.add(1)
  const after = follow(journal)
  await after.counter.settle()
  expect(await counters.eventCount()).toBe(4)
  expect(journal.asked).toEqual([0, 3, 3])
  expect(database.transact(tx => counters.countedChange(tx))).toBe(4)
})

test('a long journal is read in pages of five hundred, until one is not full', async () => {
  const journal = new Journal()
  journal.add(1000)
  const { counter } = follow(journal)
  await counter.settle()
  expect(journal.asked).toEqual([0, 500, 1000])
  journal.add(499)
  await counter.settle()
  expect(journal.asked).toEqual([0, 500, 1000, 1000])
  expect(await counters.eventCount()).toBe(1499)
})

test('releases journal entries after two thousand changes and at the stop', async () => {
  const journal = new Journal()
  journal.add(1999)
  const { counter } = follow(journal)
  await counter.settle()
  expect(journal.forgotten).toEqual([])
  journal.add(1)
  await counter.settle()
  expect(journal.forgotten).toEqual([2000])
  journal.add(1500)
  await counter.settle()
  expect(journal.forgotten).toEqual([2000])
  await counter.close()
  expect(journal.forgotten).toEqual([2000, 3500])
  expect(journal.listener).toBeUndefined()
})

test('before it forgets, the count is on disk', async () => {
  const journal = new Journal()
  journal.add(1)
  const { counter } = follow(journal)
  await counter.settle()
  const durable = vi.spyOn(database, 'transact')
  const forgets = vi.spyOn(journal, 'forgetChanges')
  const replayed = vi.spyOn(database, 'transactReplayable')
  await counter.close()
  expect(replayed).not.toHaveBeenCalled()
  expect(durable.mock.invocationCallOrder[0]).toBeLessThan(forgets.mock.invocationCallOrder[0] ?? 0)
  expect(database.transact(tx => counters.countedChange(tx))).toBe(1)
})

test('before it forgets, a standby has the count, and without that it forgets nothing', async () => {
  const journal = new Journal()
  journal.add(2000)
  const { counter } = follow(journal)
  const copying = Promise.withResolvers<void>()
  await database.follow(async () => ({ replicated: () => copying.promise }))
  const settling = counter.settle()
  await vi.waitFor(() => expect(journal.asked).toHaveLength(4))
  expect(journal.forgotten).toEqual([])
  copying.reject(new Error('the database is away'))
  await expect(settling).rejects.toThrow('away')
  expect(journal.forgotten).toEqual([])
  await database.follow(async () => ({ replicated: async () => {} }))
  await counter.close()
  expect(journal.forgotten).toEqual([2000])
})

test('a relay that ends before it has counted anything forgets nothing that it does not know of', async () => {
  const journal = new Journal()
  journal.fault = new Error('unreadable')
  const { counter, logged } = follow(journal)
  await counter.close()
  expect(journal.forgotten).toEqual([])
  expect(logged).toHaveBeenCalledExactlyOnceWith({ err: journal.fault }, expect.stringContaining('next start'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(journal.asked).toHaveLength(1)
  journal.fault = undefined
})

test('retries a failed read later without losing changes', async () => {
  const journal = new Journal()
  journal.add(2)
  journal.fault = new Error('locked')
  const { counter, logged } = follow(journal)
  await expect(counter.settle()).rejects.toThrow('locked')
  await vi.advanceTimersByTimeAsync(250)
  expect(logged).toHaveBeenCalledExactlyOnceWith({ err: journal.fault }, expect.stringContaining('retry'))
  journal.fault = undefined
  await vi.advanceTimersByTimeAsync(250)
  expect(await counters.eventCount()).toBe(2)
})

test('two who wait for the count at the same time do not count twice', async () => {
  const journal = new Journal()
  journal.add(3)
  const { counter } = follow(journal)
  await Promise.all([counter.settle(), counter.settle()])
  expect(await counters.eventCount()).toBe(3)
})

test('reports missing journal entries, and continues', async () => {
  const journal = new Journal()
  journal.add(4)
  journal.changes = journal.changes.slice(2)
  const { counter, logged } = follow(journal)
  await counter.settle()
  expect(logged).toHaveBeenCalledExactlyOnceWith({ counted: 0, next: 3 }, expect.stringContaining('missing'))
  journal.add(1)
  await counter.settle()
  expect(logged).toHaveBeenCalledTimes(1)
  expect(await counters.eventCount()).toBe(3)
})

test('applies several changes of one profile in a page in order', async () => {
  const journal = new Journal()
  const facts = { lightning: true, dht: false }
  const stored = (id: string, since: number) => ({ is: 'stored', pubkey: 'author', id, month: since, facts }) as const
  journal.add(1, [stored('a', month)])
  const { counter } = follow(journal)
  await counter.settle()
  journal.add(1, [{ is: 'removed', pubkey: 'author', id: 'a' }])
  journal.add(1, [stored('b', month + 2)])
  await counter.settle()
  const rows = (await counters.profileMonths()).filter(row => row.profiles !== 0)
  expect(rows).toEqual([{ month: month + 2, profiles: 1, lightning: 1, dht: 0, both: 0 }])
})
