import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refusalCauses } from '@hornets/contract/admin/refusals/causes'
import { createLogger } from '@hornets/server/process/logger'
import type { Rounds } from '@hornets/server/rounds'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AdminDatabase } from '../database/admin-database.ts'
import { openRefusals } from './open-refusals.ts'
import { type RefusalLimits, RefusalLog } from './refusal-log.ts'
import { RefusalsService } from './refusals-service.ts'
import { RefusalsStore } from './refusals-store.ts'

const dayMs = 86_400_000
const start = Date.parse('2026-03-01T12:00:00Z')
const pubkey = 'a'.repeat(64)
const logger = createLogger({ name: 'test', level: 'silent' })
let folder: string
let database: AdminDatabase
let time: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refusals-'))
  database = await AdminDatabase.open(join(folder, 'admin.db'))
  time = start
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const now = () => time
const sent = (address: string) => ({ what: 'event', cause: 'rate', text: 'rate-limited: slow down', address }) as const
function openLog(limits: Partial<RefusalLimits> = {}) {
  const log = new RefusalLog({ database, now, logger, limits })
  return { log, service: new RefusalsService({ reads: database.reads, log, now }) }
}
const everything = { limit: 200 }

test('forgets a line after 7 days and keeps the counts (REFUSE-06)', async () => {
  const works = new Map<string, () => unknown>()
  const open = ({ name, everyMs, work }: { name: string; everyMs: number; work: () => unknown }) => {
    expect(everyMs).toBeLessThanOrEqual(3_600_000)
    works.set(name, work)
    return { close: async () => {} }
  }
  const { log, service } = openRefusals({ database, now, logger, rounds: { open } as unknown as Rounds })
  const tidy = () => works.get('old_refusals')?.()
  log.note(sent('203.0.113.1'))
  await works.get('refusals')?.()
  time = start + 7 * dayMs
  await tidy()
  expect((await service.list(everything, 'owner')).refusals).toHaveLength(1)
  time += 1
  await tidy()
  expect((await service.list(everything, 'owner')).refusals).toEqual([])
  time += 20 * 365 * dayMs
  await tidy()
  expect((await service.count({ from: start - dayMs })).counts).toEqual({ rate: 1 })
})

describe('a flood (REFUSE-07)', () => {
  test('keeps a bounded number of lines, counts all, and leaves room for others', async () => {
    const { log, service } = openLog({ ofCustomer: { burst: 50, perMinute: 3 } })
    for (let count = 0; count < 100_000; count++) {
      if (count % 1000 === 0) await log.write()
      log.note(sent(`203.0.113.${count % 3}`))
    }
    log.note({ ...sent('198.51.100.1'), cause: 'word' })
    await log.write()
    const { refused: rows } = await database.reads
      .selectFrom('refusals')
      .select(({ fn }) => fn.countAll<number>().as('refused'))
      .executeTakeFirstOrThrow()
    expect(rows).toBe(3 * 50 + 1)
    expect((await service.list({ ...everything, cause: 'word' }, 'owner')).refusals).toHaveLength(1)
    expect(await service.count({})).toMatchObject({ counts: { rate: 100_000, word: 1 }, unlisted: 100_000 - 150 })
  })

  test('from ever new addresses and keys keeps no more than all may have', async () => {
    const { log, service } = openLog({ ofAll: { burst: 100, perMinute: 6 } })
    for (let count = 0; count < 5000; count++) {
      log.note({ ...sent('127.0.0.1'), pubkey: count.toString(16).padStart(64, '0') })
      log.note(sent(`10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`))
    }
    expect((await service.list(everything, 'owner')).refusals).toHaveLength(100)
    time += 60_000
    for (let count = 0; count < 100; count++) log.note(sent('198.51.100.9'))
    expect((await service.list(everything, 'owner')).refusals).toHaveLength(106)
  })

  test('keeps a bounded number of lines in memory while they cannot be written', async () => {
    const boundless = { burst: 1_000_000, perMinute: 1_000_000 }
    const { log, service } = openLog({ ofCustomer: boundless, ofAll: boundless })
    for (let count = 0; count < 10_000; count++) log.note(sent('203.0.113.1'))
    expect(await service.count({})).toMatchObject({ counts: { rate: 10_000 }, unlisted: 8000 })
    const { first, last } = await new RefusalsStore(database.reads).ends()
    expect([first, last]).toEqual([1, 2000])
  })

  test('by default keeps 300 lines of one address, 2000 of all addresses and the latest 100,000', async () => {
    const { log } = openLog()
    const lines = async () => (await database.reads.selectFrom('refusals').select('id').orderBy('id').execute()).length
    for (let count = 0; count < 1000; count++) log.note(sent('203.0.113.1'))
    await log.write()
    expect(await lines()).toBe(300)
    for (let count = 0; count < 5000; count++) {
      if (count % 1000 === 0) await log.write()
      log.note(sent(`10.0.${count >> 8}.${count & 255}`))
    }
    await log.write()
    expect(await lines()).toBe(2000)
    const line = { ...sent('203.0.113.1'), at: start, rule: null, pubkey: null, kind: null, bytes: null }
    await database.transact(tx =>
      tx
        .insertInto('refusals')
        .values({ ...line, id: 100_010 })
        .execute(),
    )
    await log.tidy()
    const { first, last } = await new RefusalsStore(database.reads).ends()
    expect([first, last]).toEqual([11, 100_010])
  })

  test('lets the oldest lines go beyond the most that are kept', async () => {
    const { log, service } = openLog({ linesMax: 20 })
    for (let count = 0; count < 90; count++) log.note({ ...sent('203.0.113.1'), kind: count })
    await log.write()
    await log.tidy()
    const kinds = (await service.list(everything, 'owner')).refusals.map(({ kind }) => kind)
    expect(kinds).toEqual(Array.from({ length: 20 }, (_, index) => 89 - index))
  })
})

test('counts nothing twice when the disk was full meanwhile (REFUSE-05)', async () => {
  const { log, service } = openLog()
  const { transact } = database
  log.note(sent('203.0.113.1'))
  database.transact = () => Promise.reject(new Error('disk full'))
  await log.write()
  log.note(sent('203.0.113.1'))
  database.transact = transact
  expect((await service.count({})).counts).toEqual({ rate: 2 })
  expect((await service.list(everything, 'owner')).refusals).toHaveLength(2)
})

test('finds a rare line behind many others, and names every cause (REFUSE-01, REFUSE-03)', async () => {
  const { log, service } = openLog({
    ofCustomer: { burst: 20_000, perMinute: 3 },
    ofAll: { burst: 20_000, perMinute: 1 },
  })
  for (const cause of refusalCauses) log.note({ ...sent('203.0.113.1'), cause, pubkey })
  for (let count = 0; count < 12_000; count++) {
    if (count % 1000 === 0) await log.write()
    log.note(sent('203.0.113.1'))
  }
  const { refusals, next } = await service.list({ limit: 50, pubkey }, 'owner')
  expect([new Set(refusals.map(({ cause }) => cause)), next]).toEqual([new Set(refusalCauses), null])
})

test('cuts long texts and tells subscriptions to operators only (REFUSE-07)', async () => {
  const { log, service } = openLog()
  log.note({ ...sent('203.0.113.1'), cause: 'quota', rule: 'subscription', text: 'x'.repeat(5000), pubkey })
  const [line] = (await service.list(everything, 'operator')).refusals
  expect([line?.text?.length, line?.rule]).toEqual([500, 'subscription'])
  const [hidden] = (await service.list(everything, 'moderator')).refusals
  expect([hidden?.text, hidden?.rule, hidden?.pubkey]).toEqual([null, null, pubkey])
  expect((await service.list({ ...everything, q: 'xxx' }, 'moderator')).refusals).toEqual([])
  expect((await service.list({ ...everything, rule: 'subscription' }, 'moderator')).refusals).toEqual([])
})
