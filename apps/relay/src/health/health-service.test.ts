import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WayOut } from '@hornets/server/outgoing/way-out'
import { createLogger } from '@hornets/server/process/logger'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AdminDatabase } from '../database/admin-database.ts'
import { HealthService } from './health-service.ts'
import {
  backupProbe,
  databaseProbe,
  diskProbe,
  eventsProbe,
  fileProbe,
  growthProbe,
  judgeProbe,
  mailProbe,
  type Probe,
  roundProbes,
  saleProbe,
  storeProbe,
  walletProbes,
} from './probes.ts'

const minuteMs = 60_000
const logger = createLogger({ name: 'test', level: 'fatal' })

let folder: string
let database: AdminDatabase
let now = 0
const closing: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  now = Date.parse('2026-06-01T12:00:00Z')
  folder = await mkdtemp(join(tmpdir(), 'health-test-'))
  database = await AdminDatabase.open(join(folder, 'admin.db'))
})
afterEach(async () => {
  await database.close()
  for (const close of closing.splice(0)) await close()
  await rm(folder, { recursive: true })
})

function watch(...probes: Probe[]) {
  const health = new HealthService({ database, probes, now: () => now, logger })
  return {
    health,
    async after(ms: number) {
      now += ms
      await health.round()
    },
    async list(filter: 'all' | 'unread' = 'all') {
      return (await health.inbox.notifications({ page: 1, limit: 10, filter }))?.notifications ?? []
    },
  }
}
const notices = async () => {
  const rows = await database.reads.selectFrom('notices').select('facts').where('kind', '=', 'health').execute()
  return rows.map(({ facts }) => JSON.parse(facts))
}

it('reports a filling disk once, once more when it is full, and the end after five good minutes', async () => {
  const freeSpace = { freeBytes: 500, reserveBytes: 100, isTight: () => freeSpace.freeBytes < 100 }
  const { health, after, list } = watch(diskProbe(freeSpace))
  await health.round()
  expect(await list()).toEqual([])
  freeSpace.freeBytes = 399
  for (const ms of [0, minuteMs, minuteMs]) await after(ms)
  freeSpace.freeBytes = 99
  for (let minute = 0; minute < 7; minute++) await after(minuteMs)
  expect(await list()).toMatchObject([
    { what: 'disk_full', severity: 'HIGH', free_bytes: 99, is_read: false },
    { what: 'disk_low', severity: 'MEDIUM', free_bytes: 399 },
  ])
  freeSpace.freeBytes = 5000
  await after(minuteMs)
  freeSpace.freeBytes = 99
  await after(minuteMs)
  freeSpace.freeBytes = 5000
  for (let minute = 0; minute < 7; minute++) await after(minuteMs)
  expect((await list()).every(({ ended_at }) => ended_at !== undefined)).toBe(true)
  expect(await notices()).toEqual([
    { what: 'disk_low', file: '', isOver: false, freeBytes: 399 },
    { what: 'disk_full', file: '', isOver: false, freeBytes: 99 },
    { what: 'disk_full', file: '', isOver: true, freeBytes: 5000 },
    { what: 'disk_low', file: '', isOver: true, freeBytes: 5000 },
  ])
})

it('a damaged file is named, lasts over a restart, and is read', async () => {
  const damaged = ['relay.db']
  const { health } = watch(databaseProbe({ damaged: () => damaged }))
  await health.round()
  const { after, list, health: again } = watch(databaseProbe({ damaged: () => damaged }))
  await after(minuteMs)
  const [row] = await list('unread')
  expect(row).toMatchObject({ what: 'database_damaged', subject: 'relay.db', severity: 'HIGH' })
  await again.inbox.read(row?.id ?? 0)
  expect(await list('unread')).toEqual([])
  await expect(again.inbox.read(99)).rejects.toMatchObject({ code: 'not_found' })
  damaged.push('admin.db')
  await after(minuteMs)
  await again.inbox.readAll()
  expect(await list('unread')).toEqual([])
  expect(await list()).toHaveLength(2)
})

it('warns below 30 days until the disk is full, and again below 7', async () => {
  let days = 30
  const show = async () => ({ freeBytes: 9, forecast: { state: 'fills' as const, days, bytesPerDay: 1 } })
  const { health, after, list } = watch(growthProbe({ show }, { freeBytes: 9 }))
  await health.round()
  expect(await list()).toEqual([])
  for (days of [29, 7, 6, 5, 4, 3, 2, 1, 0]) await after(minuteMs)
  expect((await list()).every(({ ended_at }) => ended_at === undefined)).toBe(true)
  expect(await list()).toMatchObject([
    { what: 'disk_fills_soon', severity: 'HIGH', free_bytes: 9 },
    { what: 'disk_fills', severity: 'MEDIUM' },
  ])
})

it('reports missing or damaged files once, until they are all repaired', async () => {
  let findings = 0
  const { health, after, list } = watch(fileProbe({ countFindings: async () => findings }))
  await health.round()
  expect(await list()).toEqual([])
  findings = 1
  await after(minuteMs)
  findings = 2
  await after(minuteMs)
  expect(await list()).toMatchObject([{ what: 'files_damaged', severity: 'HIGH', is_read: false }])
  findings = 0
  for (let minute = 0; minute < 7; minute++) await after(minuteMs)
  expect((await list())[0]).toHaveProperty('ended_at')
})

it('reports a recurring task that fails or is late, by its name, until it runs well', async () => {
  let trouble: { last_error?: string; is_late?: boolean } = {}
  const fine = {
    every_ms: 1000,
    is_running: false,
    is_late: false,
    last_at: null,
    last_duration_ms: 1,
    last_error: null,
  }
  const states = () => [
    { name: 'zaps' as const, ...fine },
    ...[1, 2].map(() => ({ name: 'pings' as const, ...fine, ...trouble })),
  ]
  const { health, after, list } = watch(...roundProbes({ states }))
  await health.round()
  expect(await list()).toEqual([])
  trouble = { last_error: 'disk away' }
  await after(minuteMs)
  trouble = { is_late: true }
  await after(minuteMs)
  const reported = { subject: 'pings', severity: 'MEDIUM', is_read: false }
  expect(await list()).toMatchObject([
    { what: 'round_late', ...reported },
    { what: 'round_failed', ...reported },
  ])
  trouble = {}
  for (let minute = 0; minute < 7; minute++) await after(minuteMs)
  expect((await list()).every(({ ended_at }) => ended_at !== undefined)).toBe(true)
})

it('reports a file of events that cannot grow until an event is stored', async () => {
  const events = { isFull: false }
  const { health, after, list } = watch(eventsProbe(events))
  await health.round()
  expect(await list()).toEqual([])
  events.isFull = true
  await after(minuteMs)
  expect(await list()).toMatchObject([{ what: 'events_full', severity: 'HIGH', is_read: false }])
  events.isFull = false
  for (let minute = 0; minute < 7; minute++) await after(minuteMs)
  expect((await list())[0]).toHaveProperty('ended_at')
})

it('reports a silent S3 server until it responds', async () => {
  const s3 = { downSince: undefined as number | undefined, lookAgain: async () => {} }
  const { health, after, list } = watch(storeProbe(() => s3))
  await health.round()
  expect(await storeProbe(() => undefined).look()).toEqual([])
  s3.downSince = 1
  s3.lookAgain = async () => {
    s3.downSince = undefined
  }
  await after(minuteMs)
  expect(await list()).toEqual([])
  s3.downSince = 1
  s3.lookAgain = async () => {}
  await after(minuteMs)
  expect(await list()).toMatchObject([{ what: 'store_away', severity: 'HIGH' }])
  s3.downSince = undefined
  for (let minute = 0; minute < 7; minute++) await after(minuteMs)
  expect((await list())[0]).toHaveProperty('ended_at')
})

it('reports a judge of images that has failed for 5 minutes, and its recovery', async () => {
  let isFailing = true
  const { health, after, list } = watch(judgeProbe(() => isFailing))
  await health.round()
  await after(4 * minuteMs)
  expect(await list()).toEqual([])
  await after(minuteMs)
  expect(await list()).toMatchObject([{ what: 'judge_failing', severity: 'HIGH' }])
  isFailing = false
  for (let minute = 0; minute < 7; minute++) await after(minuteMs)
  expect((await list())[0]).toHaveProperty('ended_at')
})

it.each([
  ['no_wallet', true],
  ['no_chain', true],
  ['behind', true],
  ['seen', false],
  ['unknown', false],
] as const)('tiers on sale with a wallet that says %s: reported %s', async (sight, isReported) => {
  const sale = { isOn: false }
  const { health, after, list } = watch(saleProbe({ isSelling: () => sale.isOn, sight: async () => sight }))
  await health.round()
  expect(await list()).toEqual([])
  sale.isOn = true
  await after(minuteMs)
  expect(await list()).toMatchObject(isReported ? [{ what: 'sale_blocked', severity: 'HIGH' }] : [])
})

it('reports a silent wallet after five minutes and one that lags after thirty, but no missing wallet', async () => {
  let synced = true
  const answer = () => ({ status: 'ok', network: 'regtest', chain_source: 'none', tip_height: 1, synced, message: '' })
  const server = createServer((_request, response) => response.end(JSON.stringify({ ...answer(), wallet: 'locked' })))
  const listen = (port = 0) => new Promise<void>(listening => server.listen(port, '127.0.0.1', listening))
  const close = () => new Promise<unknown>(closed => server.close(closed).closeAllConnections())
  await listen()
  closing.push(close)
  const { port } = server.address() as AddressInfo
  const parts = { walletUrl: `http://127.0.0.1:${port}`, wayOut: new WayOut() }
  const { health, after, list } = watch(...walletProbes({ ...parts, hasReported: async () => true }))
  const none = watch(...walletProbes({ ...parts, hasReported: async () => false }))
  await health.round()
  await close()
  for (let minute = 0; minute < 5; minute++) await after(minuteMs)
  expect(await list()).toEqual([])
  await after(minuteMs)
  expect(await list()).toMatchObject([{ what: 'wallet_away', severity: 'MEDIUM' }])
  await listen(port)
  synced = false
  for (let minute = 0; minute < 31; minute++) await after(minuteMs)
  expect(await list()).toMatchObject([{ what: 'wallet_behind', severity: 'LOW' }, { ended_at: expect.any(String) }])
  await none.after(60 * minuteMs)
  expect(await none.list()).toHaveLength(2)
})

it('keeps a mail failure from before a restart until an email succeeds', async () => {
  const mails = { trouble: { since: 1, reason: 'closed' }, hasWorked: false } as Parameters<typeof mailProbe>[0]
  const { health, list } = watch(mailProbe(mails))
  await health.round()
  const after = watch(mailProbe({ trouble: undefined, hasWorked: false }))
  for (let minute = 0; minute < 9; minute++) await after.after(minuteMs)
  expect((await list())[0]).not.toHaveProperty('ended_at')
  const works = watch(mailProbe({ trouble: undefined, hasWorked: true }))
  for (let minute = 0; minute < 9; minute++) await works.after(minuteMs)
  expect((await list())[0]).toHaveProperty('ended_at')
})

it('reports a backup that is too old, a failed one and a failed restore test, and their ends', async () => {
  let troubles = { isOld: false, hasFailed: false, hasFailedTest: false }
  const { health, after, list } = watch(backupProbe(async () => null, { troubles: async () => troubles }))
  await health.round()
  expect(await list()).toEqual([])
  troubles = { isOld: true, hasFailed: true, hasFailedTest: true }
  await after(minuteMs)
  const [test, failed, old] = ['restore_test_failed', 'backup_failed', 'backup_old']
  const found = (await list()).map(({ what, severity }) => [what, severity])
  expect(found.sort()).toEqual([
    [failed, 'MEDIUM'],
    [old, 'MEDIUM'],
    [test, 'HIGH'],
  ])
  troubles = { isOld: false, hasFailed: false, hasFailedTest: false }
  for (let minute = 0; minute < 9; minute++) await after(minuteMs)
  expect((await list()).every(({ ended_at }) => ended_at !== undefined)).toBe(true)
})
