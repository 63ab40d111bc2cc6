import { afterEach, beforeEach, expect, it } from 'vitest'
import { allChannels, type DeliveryWorld, makeDevice, openDeliveryWorld } from '../../test/support/delivery-world.ts'
import { signatureOf } from './channels/webhook.ts'
import { QueueStore } from './queue-store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let world: DeliveryWorld
beforeEach(async () => {
  world = await openDeliveryWorld()
})
afterEach(() => world.close())

const webhookOnly = {
  ...allChannels,
  channels: { payments: ['webhook'], reports: ['webhook'], health: [], security: ['webhook'] },
} satisfies typeof allChannels

async function withWebhook(role: 'owner' | 'operator' | 'moderator' | 'viewer', preferences = webhookOnly) {
  const admin = await world.admin(role, preferences)
  const { id, secret } = await world.delivery.addWebhook(admin.session, { url: `${world.url}/hook?token=secret` })
  await world.database.transact(tx => tx.deleteFrom('notices').execute())
  return { ...admin, webhookId: id, secret }
}
const sent = () => world.arrived.map(({ body }) => JSON.parse(body.toString()).data)

it('a payment reaches an operator on every chosen channel, once, in their language', async () => {
  const { session, pubkey } = await world.admin('operator', allChannels, { lang: 'de' })
  const device = makeDevice(`${world.url}/push`)
  await world.delivery.addDevice(session, { name: 'Phone', subscription: device.subscription })
  await world.delivery.addWebhook(session, { url: `${world.url}/hook` })
  await world.database.transact(tx => tx.deleteFrom('notices').execute())
  await world.pay(12_345)
  await world.round()
  await world.round()
  expect(world.arrived.map(({ path }) => path).sort()).toEqual(['/hook', '/push'])
  const push = world.arrived.find(({ path }) => path === '/push')
  expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
  expect(push?.headers.authorization).toMatch(/^vapid t=/)
  expect(JSON.parse(device.read(push?.body ?? Buffer.alloc(0)).toString())).toMatchObject({
    title: 'Neuer Abonnent',
    text: expect.stringMatching(/^12\.345 Sats von npub1\w+… für 1 GB pro Monat\.$/),
    path: '/payment-notifications',
  })
  expect(world.written).toMatchObject([{ pubkey, text: expect.stringContaining('12.345 Sats') }])
  expect(world.mailed).toMatchObject([
    { to: 'operator@mail.example', subject: 'Hive: Neuer Abonnent', text: expect.stringContaining('/payment-notific') },
  ])
})

it('a payment that the chain takes back, and one that returns, are news again', async () => {
  await withWebhook('owner')
  const { txid } = await world.pay(500)
  const change = (reversed_at: number | null) =>
    world.database.transact(tx =>
      tx.updateTable('payment_notifications').set({ reversed_at }).where('txid', '=', txid).execute(),
    )
  for (const step of [() => undefined, () => change(1), () => change(null)]) {
    await step()
    world.clock.now += 2 * minuteMs
    await world.round()
  }
  expect(sent().map(({ title }) => title)).toEqual([
    'New subscriber',
    'A payment is no longer in the chain',
    'New subscriber',
  ])
})

it.each(['moderator', 'viewer'] as const)('never sends money notifications to a %s on any channel', async role => {
  const { session } = await world.admin(role)
  await world.delivery.addDevice(session, { name: 'P', subscription: makeDevice(`${world.url}/push`).subscription })
  await world.delivery.addWebhook(session, { url: `${world.url}/hook` })
  await world.database.transact(tx => tx.deleteFrom('notices').execute())
  await world.pay()
  await world.round()
  expect([world.arrived, world.written, world.mailed]).toEqual([[], [], []])
})

it('checks the role again when sending, and drops a payment for someone who lost it', async () => {
  const { id } = await withWebhook('operator')
  world.answers.push(response => response.writeHead(503).end())
  await world.pay()
  await world.round()
  await world.setRole(id, 'moderator')
  world.clock.now += hourMs
  await world.round()
  expect(world.arrived).toHaveLength(1)
  await world.setRole(id, 'operator')
  world.clock.now += hourMs
  await world.round()
  expect(world.arrived).toHaveLength(1)
})

it('many payments are one message that spells out five and counts the others; a flood is one a minute', async () => {
  await withWebhook('operator')
  for (let count = 0; count < 17; count++) await world.pay()
  await world.round()
  const [{ title, text }] = sent()
  expect(title).toBe('17 notifications from Hive')
  expect(text.split('\n')).toHaveLength(6)
  expect(text).toMatch(/And 12 more\.$/)
  for (let second = 0; second < 59; second += 15) {
    await world.pay()
    world.clock.now += 14_000
    await world.round()
  }
  expect(sent()).toHaveLength(1)
  world.clock.now += minuteMs
  await world.round()
  expect(sent().map(({ title }) => title)).toEqual(['17 notifications from Hive', '4 notifications from Hive'])
})

it('a webhook is signed again at each attempt and keeps its id; each attempt is recorded', async () => {
  const { session, secret, webhookId } = await withWebhook('owner')
  world.answers.push(response => response.writeHead(500, { 'content-type': 'text/plain' }).end('not\u0000 today'))
  await world.pay()
  await world.round()
  await world.round()
  expect(world.arrived).toHaveLength(1)
  world.clock.now += 31_000
  await world.round()
  expect(world.arrived).toHaveLength(2)
  const [first, second] = world.arrived
  expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id'])
  expect(first?.body).toEqual(second?.body)
  for (const { headers, body } of world.arrived) {
    const [id, seconds] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])]
    expect(headers['webhook-signature']).toBe(signatureOf(secret, { id, seconds, body: body.toString() }))
  }
  const { targets } = await world.delivery.read(session)
  expect(targets.find(({ id }) => id === webhookId)).toMatchObject({
    name: new URL(world.url).host,
    waiting: 0,
    attempts: [{ took: expect.any(Number) }, { failure: { code: 'refused', status: 500, text: 'not today' } }],
  })
})

it('Standard Webhooks: the signature is that of the published example', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const example = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1_614_265_330, body: '{"test": 2432232314}' }
  expect(signatureOf(secret, example)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

it('a server that stays away is asked less and less often, and given up after a day, which the admin sees', async () => {
  const { session, webhookId } = await withWebhook('owner')
  await world.pay()
  const target = async () => (await world.delivery.read(session)).targets.find(({ id }) => id === webhookId)
  for (let hour = 0; hour < 25 * 4; hour++) {
    world.answers.splice(0, 1, response => response.socket?.destroy())
    await world.round()
    world.clock.now += 15 * minuteMs
  }
  expect(world.arrived.length).toBeGreaterThan(20)
  expect(world.arrived.length).toBeLessThan(35)
  expect(await target()).toMatchObject({ waiting: 0, givenUp: 1, attempts: { length: 10 } })
  expect((await target())?.attempts[0]).toMatchObject({ failure: { code: 'unreachable' } })
})

it('sends entries recorded before a crash under the same id', async () => {
  const { id, webhookId } = await withWebhook('owner')
  await world.pay()
  world.answers.push(response => response.writeHead(503).end())
  await world.round()
  const [before] = world.arrived
  const again = await world.reopen()
  world.clock.now += minuteMs
  await again.deliverer.round()
  expect(world.arrived[1]?.headers['webhook-id']).toBe(before?.headers['webhook-id'])
  await world.pay()
  world.clock.now += 2 * minuteMs
  const due = await world.database.reads.selectFrom('notices').select('id').where('is_spread', '=', 0).execute()
  await world.database.transact(async tx => {
    const delivery = { notice_id: due[0]?.id ?? 0, account_id: id, target: webhookId, is_urgent: 0, due_at: 0 }
    await tx
      .insertInto('deliveries')
      .values({ ...delivery, batch_id: null })
      .execute()
    await tx.updateTable('notices').set({ is_spread: 1 }).execute()
    await new QueueStore(world.database.reads).openBatch(
      tx,
      { account_id: id, target: webhookId },
      { id: 'recorded', is_urgent: 0, now: world.clock.now },
    )
  })
  await again.deliverer.round()
  await again.deliverer.round()
  expect(world.arrived.slice(2).map(({ headers }) => headers['webhook-id'])).toEqual(['recorded'])
  await again.close()
})

it('holds back everything except security in quiet hours, and ends them with one summary', async () => {
  const quiet = { from: '22:00', to: '07:00', zone: 'Europe/Berlin' }
  const { id, session } = await withWebhook('owner', { ...webhookOnly, quiet } as never)
  world.clock.now = Date.parse('2026-06-01T21:00:00Z')
  for (let hour = 0; hour < 7; hour++) {
    await world.pay()
    await world.round()
    world.clock.now += hourMs
  }
  expect(world.arrived).toEqual([])
  expect((await world.delivery.read(session)).targets.at(-1)).toMatchObject({ waiting: 7 })
  world.bus.emit('accountNews', { accountId: id, facts: { what: 'newSignIn', address: '192.0.2.1' } })
  await expect.poll(() => world.database.reads.selectFrom('notices').select('id').execute()).toHaveLength(8)
  await world.round()
  expect(sent()).toMatchObject([{ title: 'Sign-in from a new address', kinds: ['security'] }])
  world.clock.now = Date.parse('2026-06-02T05:00:00Z')
  await world.round()
  await world.round()
  expect(sent().slice(1)).toMatchObject([{ title: '7 notifications from Hive' }])
})

it('a device that no longer exists is removed', async () => {
  const { session } = await world.admin('owner')
  const { subscription } = makeDevice(`${world.url}/push`)
  await world.delivery.addDevice(session, { name: 'Phone', subscription })
  await world.delivery.addDevice(session, { name: 'Phone again', subscription })
  const devices = async () => (await world.delivery.read(session)).targets.filter(({ channel }) => channel === 'push')
  expect(await devices()).toMatchObject([{ name: 'Phone again' }])
  await world.database.transact(tx => tx.deleteFrom('notices').execute())
  world.answers.push(response => response.writeHead(410).end())
  await world.pay()
  await world.round()
  expect(await devices()).toEqual([])
})

it.each([
  ['An event', 'cd'.repeat(32)],
  ['A file', `file:${'cd'.repeat(32)}`],
  ['A public key', `key:${'ab'.repeat(32)}`],
])(
  '%s that was reported tells once until it is read, and again when others report what was read; once it has a case, that opens',
  async (reported, target) => {
    await withWebhook('moderator')
    await addReport(target)
    for (const [reporters, is_read] of [
      [1, 0],
      [2, 0],
      [2, 1],
      [3, 0],
    ] as const) {
      await setReporters(reporters, is_read)
      world.clock.now += 2 * minuteMs
      await world.round()
      await addCase(7, target)
    }
    const console = 'https://console.hive.example'
    expect(sent()).toMatchObject([
      { title: `${reported} was reported`, text: '1 report, for spam.', url: `${console}/report-notifications` },
      { title: `${reported} was reported`, text: '3 reports, for spam.', url: `${console}/moderation/7` },
    ])
  },
)

it('leads from several reports to the inbox of open cases', async () => {
  await withWebhook('moderator')
  for (const [id, digit] of [
    [7, 'c'],
    [8, 'd'],
  ] as const) {
    await addReport(digit.repeat(64))
    await addCase(id, digit.repeat(64))
  }
  await setReporters(1, 0)
  world.clock.now += 2 * minuteMs
  await world.round()
  const url = 'https://console.hive.example/moderation'
  expect(sent()).toMatchObject([{ title: '2 notifications from Hive', url }])
})

function addReport(target: string): Promise<unknown> {
  const facts = { target, pubkey: 'ab'.repeat(32), type: 'spam', text_id: null, reporter: '', reporters: 0 }
  const row = { ...facts, created_at: 1, updated_at: 1, is_read: 0 as const, resolution: null }
  return world.database.transact(tx => tx.insertInto('report_cases').values(row).execute())
}

const setReporters = (reporters: number, is_read: number) =>
  world.database.transact(tx => tx.updateTable('report_cases').set({ reporters, is_read }).execute())

function addCase(id: number, target: string): Promise<unknown> {
  const facts = { id, target, pubkey: 'ab'.repeat(32), cause: 'report', type: 'spam', weight: 1, reporters: 1 }
  const row = { ...facts, opened_at: 1, is_open: 1 as const, held_by: null, verdict: null }
  return world.database.transact(tx =>
    tx
      .insertInto('cases')
      .values(row)
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  )
}
