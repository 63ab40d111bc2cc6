import type { DeliveryPreferences } from '@hornets/contract/admin/notifications/delivery'
import { finalizeEvent, generateSecretKey } from 'nostr-tools'
import { unwrapEvent } from 'nostr-tools/nip59'
import { Relay as Client } from 'nostr-tools/relay'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAll } from '../src/events/read-scope.ts'
import { login, type Relay, startRelay } from './harness.ts'
import { auditOf, putAdmin } from './support/people.ts'

let relay: Relay
beforeAll(async () => {
  relay = await startRelay({ config: { consoleUrl: 'https://console.hive.example' } })
})
afterAll(() => relay.close())

const path = '/api/account/delivery'
const onNostr: DeliveryPreferences = {
  channels: { payments: ['nostr'], reports: ['nostr'], health: ['nostr'], security: ['nostr'] },
  quiet: null,
}

async function messagesTo({ pubkey, secretKey }: { pubkey: string; secretKey: Uint8Array }): Promise<string[]> {
  const filter = { kinds: [1059], tags: [['p', [pubkey]]] } as const
  const rumors = []
  for await (const batch of relay.context.events.query([filter], { scope: readAll }))
    for (const json of batch.texts()) rumors.push(unwrapEvent(JSON.parse(json), secretKey))
  return rumors.sort((one, other) => one.created_at - other.created_at).map(({ content }) => content)
}

it('a report and a sign-in from a new address reach an admin as private messages that only their key reads', async () => {
  const { operator, token } = await putAdmin(relay, 'moderator')
  const saved = await relay.call(path, { token, body: onNostr })
  expect(saved).toMatchObject({ status: 200, body: { kinds: ['reports', 'security'], preferences: onNostr } })
  expect(await auditOf(relay, 'account.delivery')).toHaveLength(1)

  const client = await Client.connect(relay.publicUrl)
  const sign = (kind: number, tags: string[][]) =>
    finalizeEvent({ kind, tags, content: '', created_at: Math.floor(Date.now() / 1000) }, generateSecretKey())
  const note = sign(1, [])
  await client.publish(note)
  const report = sign(1984, [
    ['e', note.id, 'spam'],
    ['p', note.pubkey],
  ])
  await client.publish(report)
  client.close()
  await expect
    .poll(() => messagesTo(operator), { timeout: 15_000 })
    .toEqual(['An event was reported\n\n1 report, for spam.\n\nhttps://console.hive.example/moderation/1'])

  await login(relay.adminUrl, operator)
  await expect.poll(() => messagesTo(operator), { timeout: 15_000 }).toHaveLength(2)
  expect((await messagesTo(operator)).join()).toContain('Sign-in from a new address\n\n127.0.0.1')
})

it('SAFE-06: shows a webhook by its host only', async () => {
  const { token } = await putAdmin(relay, 'owner')
  const url = 'https://hooks.example.org:8443/services/T0/hidden?key=hidden#hidden'
  const { body: added } = await relay.call(`${path}/webhooks`, { token, body: { url } })
  const { body } = await relay.call(path, { token })
  expect(body.targets.at(-1)).toMatchObject({ name: 'hooks.example.org:8443' })
  const { body: log } = await relay.call('/api/audit?limit=20', { token })
  expect(JSON.stringify(log)).toContain('hooks.example.org:8443')
  expect(JSON.stringify([added.settings, body, log])).not.toMatch(/hidden|services/)
})

it('never calls a webhook or device on this machine in a test', async () => {
  const { token } = await putAdmin(relay, 'owner')
  const { port } = new URL(relay.adminUrl)
  const added = await relay.call(`${path}/webhooks`, { token, body: { url: `https://127.0.0.1:${port}/hook` } })
  expect(added).toMatchObject({ status: 200, body: { secret: expect.stringMatching(/^whsec_/) } })
  const tested = await relay.call(`${path}/test`, { token, body: { id: added.body.id } })
  expect(tested.body).toMatchObject({ failure: { code: 'private' } })
  const { body } = await relay.call(path, { token })
  // What the console shows is no address: posted back it changes nothing.
  const shown = { url: body.targets.at(-1).name }
  expect((await relay.call(`${path}/webhooks`, { token, body: shown })).status).toBe(400)
  expect((await relay.call(path, { token })).body.targets).toEqual(body.targets)
  expect(JSON.stringify(body)).not.toContain(added.body.secret)
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
  const device = { name: 'Phone', subscription: { endpoint: 'http://push.example/', keys } }
  expect((await relay.call(`${path}/devices`, { token, body: device })).status).toBe(400)
})

it('tells operators what is not set up, and others nothing', async () => {
  const [moderator, operator] = [await putAdmin(relay, 'moderator'), await putAdmin(relay, 'operator')]
  expect((await relay.call('/api/health/setup', { token: moderator.token })).status).toBe(403)
  const { lines } = (await relay.call('/api/health/setup', { token: operator.token })).body
  expect(lines).toContainEqual({ what: 'backup', urgency: 'warning', subject: '' })
  expect(lines).toContainEqual({ what: 'public_address', urgency: 'info', subject: '' })
})

it('shows operators when each recurring task last ran, and others nothing', async () => {
  const [moderator, operator] = [await putAdmin(relay, 'moderator'), await putAdmin(relay, 'operator')]
  expect((await relay.call('/api/health/rounds', { token: moderator.token })).status).toBe(403)
  await relay.context.health.round()
  const { rounds } = (await relay.call('/api/health/rounds', { token: operator.token })).body
  const names = rounds.map(({ name }: { name: string }) => name)
  for (const name of ['zaps', 'trash', 'health', 'pings']) expect(names).toContain(name)
  expect(
    rounds.filter(({ is_late, last_error }: { is_late: boolean; last_error: unknown }) => is_late || last_error),
  ).toEqual([])
})

it('health is for operators: others are refused, and without anything to tell the page is empty', async () => {
  const list = '/api/health/notifications'
  const [moderator, operator] = [await putAdmin(relay, 'moderator'), await putAdmin(relay, 'operator')]
  expect((await relay.call(list, { token: moderator.token })).status).toBe(403)
  expect((await relay.call(list, { token: operator.token })).status).toBe(204)
  await relay.context.adminDatabase.transact(tx =>
    tx
      .insertInto('health_notifications')
      .values({ what: 'disk_low', subject: '', facts: '{"freeBytes":5}', created_at: 0, ended_at: null, is_read: 0 })
      .execute(),
  )
  const { notifications, pagination } = (await relay.call(list, { token: operator.token })).body
  expect(pagination).toMatchObject({ totalItems: 1 })
  expect(notifications).toEqual([
    {
      id: 1,
      what: 'disk_low',
      severity: 'MEDIUM',
      subject: '',
      free_bytes: 5,
      is_read: false,
      created_at: '1970-01-01T00:00:00.000Z',
    },
  ])
  const read = { token: operator.token, body: { id: 1 } }
  expect((await relay.call(`${list}/read`, read)).body).toMatchObject({ success: true })
  expect((await relay.call(`${list}/read-all`, { ...read, body: {} })).body).toMatchObject({ success: true })
  expect((await relay.call(`${list}?filter=unread`, { token: operator.token })).status).toBe(204)
})
