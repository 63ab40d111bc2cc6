import type { ApiError } from '@hornets/server/api-error'
import { isPublicAddress } from '@hornets/server/outgoing/public-address'
import { afterEach, expect, it } from 'vitest'
import { allChannels, type DeliveryWorld, makeDevice, openDeliveryWorld } from '../../test/support/delivery-world.ts'

let world: DeliveryWorld
afterEach(() => world.close())

const longAgo = 11 * 60_000

it.each([
  'http://127.0.0.1:PORT/hook',
  'http://localhost:PORT/hook',
  'http://[::1]:PORT/hook',
  'http://[::ffff:127.0.0.1]:PORT/hook',
  'http://2130706433:PORT/hook',
  'https://10.0.0.1/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://router.lan/hook',
  // A public name that resolves to this machine.
  'http://localtest.localhost:PORT/hook',
])('blocks a webhook or device at %s in the operator’s network', async address => {
  world = await openDeliveryWorld({ allows: isPublicAddress })
  const { session } = await world.admin('owner')
  const url = address.replace('PORT', new URL(world.url).port)
  const webhook = await world.delivery.addWebhook(session, { url })
  const { subscription } = makeDevice(`${url}/push`)
  const { targets } = await world.delivery.addDevice(session, { name: 'Phone', subscription })
  for (const id of [webhook.id, targets.at(-1)?.id ?? '', targets.at(-2)?.id ?? ''])
    expect((await world.delivery.test(session, id)).failure?.code).toMatch(/^(private|unreachable)$/)
  expect(world.arrived).toEqual([])
})

it('a redirect is not followed, and a long or endless answer is not read', async () => {
  world = await openDeliveryWorld()
  const { session } = await world.admin('owner')
  const { id } = await world.delivery.addWebhook(session, { url: `${world.url}/hook` })
  world.answers.push(response => response.writeHead(307, { location: `${world.url}/inside` }).end())
  expect((await world.delivery.test(session, id)).failure).toEqual({ code: 'redirect', status: 307 })
  world.answers.push(response => {
    response.writeHead(403)
    const more = () => {
      while (response.write('refused '.repeat(1000)));
      response.once('drain', more)
    }
    more()
  })
  const { failure } = await world.delivery.test(session, id)
  expect(failure).toMatchObject({ code: 'refused', status: 403, text: expect.stringMatching(/^refused refused/) })
  expect(failure?.text?.length).toBeLessThanOrEqual(200)
  expect(world.arrived.map(({ path }) => path)).toEqual(['/hook', '/hook'])
})

it('an onion service without a proxy is not reachable, and no name server is asked', async () => {
  world = await openDeliveryWorld()
  const { session } = await world.admin('owner')
  const { id } = await world.delivery.addWebhook(session, { url: `http://${'a'.repeat(56)}.onion/hook` })
  expect((await world.delivery.test(session, id)).failure).toEqual({ code: 'unreachable' })
})

it("reports a test's delivery time or its error", async () => {
  world = await openDeliveryWorld()
  const { session, pubkey } = await world.admin('viewer')
  expect(await world.delivery.test(session, 'nostr')).toEqual({
    at: '2026-06-01T12:00:00.000Z',
    took: expect.any(Number),
  })
  expect(world.written).toMatchObject([{ pubkey, text: expect.stringContaining('Test from Hive') }])
  expect(await world.delivery.test(session, 'mail')).not.toHaveProperty('failure')
  await world.database.transact(tx => tx.updateTable('accounts').set({ email_verified: 0 }).execute())
  expect((await world.delivery.test(session, 'mail')).failure).toEqual({ code: 'address_unverified' })
  await expect(world.delivery.test(session, 'someone')).rejects.toMatchObject({ code: 'not_found' })
})

it("another admin's devices can be neither tested nor removed", async () => {
  world = await openDeliveryWorld()
  const [bee, wasp] = [await world.admin('viewer'), await world.admin('owner')]
  const { id } = await world.delivery.addWebhook(bee.session, { url: `${world.url}/hook` })
  await expect(world.delivery.test(wasp.session, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(world.delivery.remove(wasp.session, id)).rejects.toMatchObject({ code: 'not_found' })
  const { targets } = await world.delivery.read(wasp.session)
  expect(targets.map(target => target.id)).toEqual(['nostr', 'mail'])
  expect((await world.delivery.remove(bee.session, id)).targets).toHaveLength(2)
})

it('fewer channels for security need the password; more, and any for others, do not', async () => {
  world = await openDeliveryWorld()
  const { session } = await world.admin('owner')
  const { id } = await world.delivery.addWebhook(session, { url: `${world.url}/hook` })
  world.clock.now += longAgo
  const change = (channels: object) =>
    world.delivery.save(session, { ...allChannels, channels: { ...allChannels.channels, ...channels } })
  const needsPassword = { code: 'password_needed' } satisfies Partial<ApiError>
  await expect(change({ security: ['push'] })).rejects.toMatchObject(needsPassword)
  await expect(world.delivery.remove(session, id)).rejects.toMatchObject(needsPassword)
  expect((await change({ payments: [], reports: ['mail', 'push', 'mail'] })).preferences.channels).toEqual({
    payments: [],
    reports: ['push', 'mail'],
    health: allChannels.channels.health,
    security: ['push', 'nostr', 'webhook'],
  })
})

it('a role sees the kinds that are for it; secrets never leave', async () => {
  world = await openDeliveryWorld()
  const { session } = await world.admin('moderator')
  const { secret } = await world.delivery.addWebhook(session, { url: `${world.url}/hook?token=hidden` })
  const state = await world.delivery.read(session)
  expect(state.kinds).toEqual(['reports', 'security'])
  expect(Buffer.from(state.pushKey, 'base64url')).toHaveLength(65)
  const stored = await world.database.reads.selectFrom('delivery_targets').selectAll().execute()
  for (const text of [JSON.stringify(state), JSON.stringify(stored)]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain('hidden')
  }
  expect((await world.reopen()).delivery).toBeDefined()
  expect(await world.database.reads.selectFrom('delivery_keys').select('name').execute()).toHaveLength(1)
})

it('shows a webhook by its host and stores its path and query encrypted only', async () => {
  world = await openDeliveryWorld()
  const { session } = await world.admin('owner')
  const { settings } = await world.delivery.addWebhook(session, {
    url: `${world.url}/services/T0/B0/hidden?key=hidden`,
  })
  const { host } = new URL(world.url)
  expect(settings.targets.at(-1)?.name).toBe(host)
  const { reads } = world.database
  const stored = [
    await reads.selectFrom('delivery_targets').selectAll().execute(),
    await reads.selectFrom('notices').selectAll().execute(),
    await reads.selectFrom('audit_log').selectAll().execute(),
  ]
  expect(JSON.stringify(stored)).toContain(host)
  for (const secret of ['hidden', 'services']) expect(JSON.stringify([settings, stored])).not.toContain(secret)
})
