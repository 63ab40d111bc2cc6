import type { AlertRule, ShownAlertRule } from '@hornets/contract/admin/operation/alerts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Relay, startRelay } from '../../harness.ts'
import { auditOf, putAdmin } from '../../support/people.ts'

const clock = { now: Date.now() }
const disk = { freeBytes: 50 * 2 ** 30, totalBytes: 100 * 2 ** 30 }
const minuteMs = 60_000
let relay: Relay
let token: string
let account: string

beforeAll(async () => {
  relay = await startRelay({ now: () => clock.now, measureSpace: async () => ({ ...disk }) })
  const operator = await putAdmin(relay, 'operator')
  token = operator.token
  account = operator.id
})
afterAll(() => relay?.close())
beforeEach(async () => {
  for (const { id } of await list()) await remove(id)
  await pass(6)
})

const low: AlertRule = {
  metric: 'disk_free',
  threshold: 60,
  minutes: 10,
  channels: ['webhook'],
  is_urgent: false,
  is_on: true,
}
const list = async (): Promise<ShownAlertRule[]> => (await relay.call('/api/alerts', { token })).body.rules
const add = (rule: AlertRule) => relay.call('/api/alerts', { token, body: { rule } })
const change = (id: number, rule: AlertRule) =>
  relay.call(`/api/alerts/${id}`, { token, method: 'PUT', body: { rule } })
const remove = (id: number) => relay.call(`/api/alerts/${id}`, { token, method: 'DELETE' })
const lasting = async () => (await relay.context.health.lasting()).filter(({ what }) => what.startsWith('alert'))
async function pass(minutes: number): Promise<void> {
  clock.now += minutes * minuteMs
  await relay.context.health.round()
}

/** How many entries of each kind the audit log has got meanwhile. */
async function countEntries(): Promise<() => Promise<number[]>> {
  const counts = () =>
    Promise.all(['add', 'change', 'remove'].map(async did => (await auditOf(relay, `alerts.${did}`)).length))
  const before = await counts()
  return async () => (await counts()).map((count, at) => count - (before[at] ?? 0))
}

it('refuses moderators, thresholds out of range and a fifty-first rule', async () => {
  const { token: moderator } = await putAdmin(relay, 'moderator')
  expect((await relay.call('/api/alerts', { token: moderator })).status).toBe(403)
  expect((await add({ ...low, threshold: 101 })).status).toBe(400)
  expect((await add({ ...low, threshold: 0 })).status).toBe(400)
  expect((await add({ ...low, minutes: 1441 })).status).toBe(400)
  const noted = await countEntries()
  for (let count = 0; count < 50; count++) await add({ ...low, is_on: false })
  expect((await add(low)).body.code).toBe('conflict')
  for (const { id } of await list()) await remove(id)
  expect([await list(), await noted()]).toEqual([[], [50, 0, 50]])
  expect((await remove(1)).status).toBe(404)
})

it('alerts once the value has been too much for as long as the rule says, and ends five minutes after it was well', async () => {
  const noted = await countEntries()
  const [{ id } = { id: 0 }] = (await add(low)).body.rules as ShownAlertRule[]
  expect(await list()).toMatchObject([{ value: 50, since: null, is_alerting: false }])
  await pass(0)
  await pass(9)
  expect([await lasting(), (await list())[0]?.is_alerting]).toEqual([[], false])
  await pass(1)
  expect(await lasting()).toMatchObject([{ what: 'alert', subject: 'disk_free 60', value: 50, severity: 'MEDIUM' }])
  expect((await list())[0]?.is_alerting).toBe(true)

  await change(id, { ...low, threshold: 50 })
  await pass(1)
  await pass(4)
  expect(await lasting()).toHaveLength(1)
  await pass(1)
  expect(await lasting()).toEqual([])
  await remove(id)
  expect(await noted()).toEqual([1, 1, 1])
})

it('begins again when the value was well in between, and looks at no rule that is off', async () => {
  const [{ id } = { id: 0 }] = (await add(low)).body.rules as ShownAlertRule[]
  await pass(0)
  await pass(9)
  disk.freeBytes = 80 * 2 ** 30
  await relay.context.freeSpace.refresh()
  await pass(0)
  disk.freeBytes = 50 * 2 ** 30
  await relay.context.freeSpace.refresh()
  await pass(0)
  await pass(9)
  expect(await lasting()).toEqual([])
  await change(id, { ...low, is_on: false, minutes: 0 })
  await pass(20)
  expect(await lasting()).toEqual([])
  await remove(id)
})

it('tells by the channels of the rule alone, and an urgent rule does not wait for the end of quiet hours', async () => {
  const quiet = { from: '00:00', to: '23:59', zone: 'UTC' }
  const all = ['push', 'nostr', 'mail', 'webhook']
  const channels = { payments: [], reports: [], health: all, security: ['push', 'webhook'] }
  const saved = await relay.call('/api/account/delivery', { token, body: { channels, quiet } })
  expect(saved.status).toBe(200)
  await add({ ...low, minutes: 0, channels: ['nostr'], is_urgent: true })
  await add({ ...low, minutes: 0, threshold: 70, channels: ['mail'] })
  await add({ ...low, minutes: 0, threshold: 80, channels: [] })
  await pass(0)
  expect((await lasting()).map(({ what, subject }) => `${what} ${subject}`).sort()).toEqual([
    'alert disk_free 70',
    'alert disk_free 80',
    'alert_urgent disk_free 60',
  ])
  await relay.context.notifications.deliverer.round()
  const { reads } = relay.context.adminDatabase
  const batches = await reads
    .selectFrom('delivery_batches')
    .select(['target', 'is_urgent', 'state'])
    .where('account_id', '=', account)
    .execute()
  const waiting = await reads
    .selectFrom('deliveries')
    .select(['target', 'is_urgent'])
    .where('account_id', '=', account)
    .where('batch_id', 'is', null)
    .execute()
  expect(batches).toEqual([{ target: 'nostr', is_urgent: 1, state: 'delivered' }])
  expect(waiting).toEqual([{ target: 'mail', is_urgent: 0 }])
})
