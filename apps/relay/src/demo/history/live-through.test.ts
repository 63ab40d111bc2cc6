import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NostrEvent } from '@hornets/contract'
import { forgoDurability } from '@hornets/server/database/sqlite'
import { createLogger } from '@hornets/server/process/logger'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { type Context, openContext } from '../../context.ts'
import { readAll } from '../../events/read-scope.ts'
import { checkEvent } from '../../nostr/verification/check-event.ts'
import { loadBestTier } from '../../nostr/verification/schnorr.ts'
import { liveThrough } from './live-through.ts'
import { madeUpRates } from './rates.ts'

const days = 45
const until = Date.UTC(2026, 5, 17, 15, 20)
const openFolders: string[] = []

async function tell(): Promise<Context> {
  const folder = await mkdtemp(join(tmpdir(), 'story-test-'))
  openFolders.push(folder)
  await liveThrough(folder, { until, days, claimed: true })
  const now = () => until
  const sandbox = { rates: madeUpRates(now) }
  const logger = createLogger({ name: 'test', level: 'fatal' })
  return openContext(readConfig({ DATA_DIR: folder, RATE_URL: '' }), { now, logger, sandbox })
}

async function eventsOf({ events }: Context): Promise<NostrEvent[]> {
  const found: NostrEvent[] = []
  for await (const batch of events.query([{ limit: 5000 }], { scope: readAll }))
    found.push(...Array.from(batch.texts(), json => JSON.parse(json)))
  return found
}

let context: Context
let events: NostrEvent[]
afterAll(forgoDurability())
beforeAll(async () => {
  context = await tell()
  events = await eventsOf(context)
}, 60_000)
afterAll(async () => {
  await context?.close()
  for (const folder of openFolders) await rm(folder, { recursive: true })
})

it('every event is genuine, of these days and by one of several people', async () => {
  const { verify } = await loadBestTier()
  expect(events.length).toBeGreaterThan(150)
  for (const event of events) {
    expect(checkEvent(JSON.stringify(event), verify)).toMatch(/right|plain/)
    expect(event.created_at).toBeGreaterThan(until / 1000 - (days + 2) * 86_400)
    expect(event.created_at).toBeLessThanOrEqual(until / 1000 + 60)
  }
  expect(new Set(events.map(({ pubkey }) => pubkey)).size).toBeGreaterThan(20)
  expect([0, 1, 3, 7].filter(kind => !events.some(event => event.kind === kind))).toEqual([])
})

it('more comes in at the end than at the beginning', () => {
  const half = until / 1000 - (days / 2) * 86_400
  const later = events.filter(({ created_at }) => created_at > half).length
  expect(later).toBeGreaterThan((events.length - later) * 1.3)
})

it('keeps a balance that equals its history', async () => {
  const { latest_balance, pending_sats } = await context.wallet.balance()
  const lines = await context.wallet.transactions({ limit: 1000, rows: 'outputs' })
  const sum = lines.reduce((total, { Value, fee_sats = 0 }) => total + Value - fee_sats, 0)
  expect(sum).toBe(latest_balance + (pending_sats ?? 0))
  expect(await context.wallet.payments.list()).toHaveLength(2)
  expect(lines.every(({ Date: date }) => Date.parse(date) <= until)).toBe(true)
})

it('the operator has read all but the latest notifications', async () => {
  const payments = await context.subscriptions.payments.inbox.notifications({ page: 1, limit: 100, filter: 'all' })
  const unread = payments?.notifications.filter(({ is_read }) => !is_read) ?? []
  expect(unread.length).toBeGreaterThan(0)
  expect(unread.length).toBeLessThan(payments?.notifications.length ?? 0)
  for (const { created_at } of unread) expect(Date.parse(created_at)).toBeGreaterThan(until - 11 * 86_400_000)
})

it('there is a rate for every hour of the last 30 days, and the last day at the server minute by minute', async () => {
  expect((await context.rates.last30Days()).length).toBeGreaterThanOrEqual(719)
  const minutes = await context.statistics.traffic.history(24 * 60)
  expect(minutes.length).toBeGreaterThan(1400)
  expect(minutes.some(({ accepted }) => accepted > 5)).toBe(true)
})

it('the refusals of the last day are listed, and as many as are counted', async () => {
  const { counts } = await context.refusals.service.count({ from: 0 })
  const minutes = await context.statistics.traffic.history(24 * 60)
  const refused = minutes.reduce((sum, minute) => sum + minute.refused, 0)
  expect(counts.blocked).toBeGreaterThan(100)
  expect(counts.kind).toBeGreaterThan(50)
  expect(Math.abs((counts.blocked ?? 0) + (counts.kind ?? 0) - refused)).toBeLessThanOrEqual(5)
})

it('is the same every time', async () => {
  const again = await tell()
  const ids = (list: NostrEvent[]) => list.map(({ id }) => id).sort()
  expect(ids(await eventsOf(again))).toEqual(ids(events))
  await again.close()
}, 60_000)
