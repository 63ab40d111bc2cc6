import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NostrEvent } from '@hornets/contract'
import { createLogger } from '@hornets/server/process/logger'
import { expect, it, onTestFinished } from 'vitest'
import { AdminDatabase } from '../database/admin-database.ts'
import type { Filter } from '../events/filter.ts'
import { type ReportsParts, ReportsService } from './reports-service.ts'

const hex = (number: number) => number.toString(16).padStart(64, '0')

const reportOf = (number: number): NostrEvent => ({
  id: hex(number),
  pubkey: hex(2 ** 24 + number),
  kind: 1984,
  created_at: 1_700_000_000 + number,
  content: '',
  tags: [['p', hex(number % 500), 'spam']],
  sig: '0'.repeat(128),
})

async function openService(stored: readonly NostrEvent[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'reports-'))
  const database = await AdminDatabase.open(join(folder, 'admin.db'))
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const newestFirst = stored.toSorted((one, other) => other.created_at - one.created_at)
  const events = {
    async *query([{ until = Number.POSITIVE_INFINITY, limit = 0 }]: [Filter]) {
      const found = newestFirst.filter(({ created_at }) => created_at <= until).slice(0, limit)
      yield { texts: () => found.map(event => JSON.stringify(event)) }
    },
  }
  return new ReportsService({
    database,
    events: events as unknown as ReportsParts['events'],
    now: Date.now,
    logger: createLogger({ name: 'test', level: 'silent' }),
  })
}

async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await work
  isDone = true
  return turns
}

it('thousands of reports are counted between other work, not before it', async () => {
  const service = await openService()
  for (let number = 1; number <= 5000; number++) service.take(reportOf(number))
  expect(await turnsDuring(service.settled())).toBeGreaterThanOrEqual(20)
  const { total_reported } = await service.stats()
  expect(total_reported).toBe(500)
})

it('counts what was stored but not counted once after a start, within the limits of one customer', async () => {
  // Two in each second.
  const stored = Array.from({ length: 2500 }, (_, number) => ({
    ...reportOf(number + 1),
    created_at: 1_700_000_000 + Math.floor(number / 2),
  }))
  const service = await openService(stored)
  await Promise.all([service.catchUp(), service.catchUp()])
  const { most_reported, total_reported } = await service.stats()
  expect(total_reported).toBe(200)
  expect(most_reported.map(({ report_count }) => report_count)).toEqual(Array.from({ length: 10 }, () => 5))
})

it('counts 200 new cases and 2,000 reports of one customer in a day, those of others without end', async () => {
  const service = await openService()
  const reported = async () => (await service.stats()).total_reported
  const flood = async (from: number, count: number, address: string, keys = 500) => {
    for (let number = from; number < from + count; number++)
      service.take({ ...reportOf(number), tags: [['p', hex(number % keys), 'spam']] }, address)
    await service.settled()
  }
  await flood(1, 300, '192.0.2.1')
  expect(await reported()).toBe(200)
  await flood(301, 300, '2001:db8:0:1::1')
  expect(await reported()).toBe(400)
  await flood(1000, 150, '2001:db8:0:2::1', 1_000_000)
  expect(await reported()).toBe(400)
  await flood(2000, 3000, '192.0.2.1', 100)
  const counted = async () =>
    (await service.inbox.notifications({ page: 1, limit: 500, filter: 'all' }))?.notifications ?? []
  const sum = (await counted()).reduce((all, { report_count }) => all + report_count, 0)
  expect(sum).toBe(2000 + 300)
})
