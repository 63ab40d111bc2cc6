import { listPaidSubscriberProfiles } from '@hornets/contract/admin/subscriptions/subscribers'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putAdmin } from '../support/people.ts'
import { startSubscriptionWorld } from './subscription-world.ts'

type World = Awaited<ReturnType<typeof startSubscriptionWorld>>
type Payer = Awaited<ReturnType<World['subscriber']>>
let world: World
let alice: Payer
let bob: Payer
const bobsSecret = generateSecretKey()
/** Seven who bought a tier, and one whose payment waits as credit; payments that are pending and failed. */
beforeAll(async () => {
  world = await startSubscriptionWorld()
  alice = await world.subscriber()
  bob = await world.subscriber({ pubkey: getPublicKey(bobsSecret) })
  const payers = [alice, bob]
  while (payers.length < 8) payers.push(await world.subscriber())
  const sums = [40_000, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000, 6000]
  for (const [at, { address }] of payers.entries())
    await world.tell(world.pay(address, sums[at] ?? 0, { confirmations: 1 }))
  await world.tell(world.pay(alice.address, 7000), world.pay(bob.address, 8000, { dropped: true }))
})
afterAll(() => world.close())

describe('notifications of payments', () => {
  it('API-22, NOTIF-16, NOTIF-19: come in pages, newest first, and an empty page is 204 without a body', async () => {
    const { body } = await world.notifications('?limit=2')
    const pages = { totalPages: Math.ceil(body.pagination.totalItems / 2), hasNext: true, hasPrevious: false }
    expect(body.pagination).toMatchObject({ ...pages, currentPage: 1, pageSize: 2 })
    const ids = body.notifications.map(({ id }: { id: number }) => id)
    expect(ids).toEqual([...ids].sort((one, other) => other - one))
    const [whole, second] = [(await world.notifications('')).body, (await world.notifications('?page=2&limit=2')).body]
    expect(whole.pagination).toMatchObject({ currentPage: 1, pageSize: 10 })
    expect([...body.notifications, ...second.notifications]).toEqual(whole.notifications.slice(0, 4))
    const { totalItems } = body.pagination
    const last = (await world.notifications(`?page=${pages.totalPages}&limit=2`)).body.pagination
    const ends = { hasNext: false, hasPrevious: true }
    expect(last).toEqual({ ...pages, ...ends, currentPage: pages.totalPages, pageSize: 2, totalItems })
    const beyond = await world.notifications('?page=1000')
    expect([beyond.status, beyond.body]).toEqual([204, ''])
    for (const query of ['?filter=user', '?limit=101', '?limit=0'])
      expect((await world.notifications(query)).status).toBe(400)
    const ofBob = (await world.notifications(`?filter=user&pubkey=${bob.pubkey}`)).body.notifications
    expect(new Set(ofBob.map(({ pubkey }: { pubkey: string }) => pubkey))).toEqual(new Set([bob.pubkey]))
  })

  it('API-22, API-23, API-24: are marked one by one, of one key and all', async () => {
    const unread = async (): Promise<{ id: number; pubkey: string }[]> =>
      (await world.notifications('?filter=unread&limit=100')).body.notifications ?? []
    await world.post('/api/payment/notifications/read-all', {})
    for (const payer of [bob, alice, bob, alice]) await world.tell(world.pay(payer.address, 100, { confirmations: 1 }))
    const [first, second, ...others] = await unread()
    expect(others.map(({ pubkey }) => pubkey)).toEqual([alice.pubkey, bob.pubkey])
    const ofBob = (await world.notifications(`?filter=unread&pubkey=${bob.pubkey}`)).body.notifications
    expect(ofBob.map(({ pubkey }: { pubkey: string }) => pubkey)).toEqual([bob.pubkey, bob.pubkey])
    const answer = await world.post('/api/payment/notifications/read', { id: second?.id })
    expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'Notification marked as read' }])
    expect(await unread()).toEqual([first, ...others])
    expect((await world.post('/api/payment/notifications/read', { id: 999_999 })).status).toBe(404)
    await world.post('/api/payment/notifications/read-all', { pubkey: first?.pubkey })
    expect(new Set(await unread())).toEqual(new Set(others.filter(({ pubkey }) => pubkey !== first?.pubkey)))
    await world.post('/api/payment/notifications/read-all', {})
    expect((await world.notifications('?filter=unread')).status).toBe(204)
  })
})

describe('earnings', () => {
  it("sums valid payments in satoshis and by each one's nearest rate", async () => {
    const earned = await world.get('/api/earnings')
    const { payments } = await world.get('/api/payments?limit=100')
    const kept = payments.filter(({ status }: { status: string }) => ['paid', 'scheduled'].includes(status))
    expect(earned.total_sats).toBe(kept.reduce((sum: number, { sats }: { sats: number }) => sum + sats, 0))
    expect(earned).toMatchObject({ total_usd: null, unpriced_sats: earned.total_sats, payments: kept.length })
    const { rows } = await world.get('/api/earnings/report')
    expect(rows.reduce((sum: number, row: { sats: number }) => sum + row.sats, 0)).toBe(earned.total_sats)
  })

  it('leaves as CSV, a line for each payment', async () => {
    const { status, headers, body } = await world.relay.call('/api/earnings/export', { token: world.token })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const lines = body.trim().split('\r\n')
    expect(lines[0]).toMatch(/date,pubkey,txid,.*,kind$/)
    expect(lines).toHaveLength(1 + (await world.get('/api/earnings')).payments)
  })

  it("reports each tier's number and limits in the family's fields", async () => {
    expect(await world.get('/api/payment/stats')).toMatchObject({
      total_revenue: expect.any(Number),
      active_subscribers: 7,
      by_tier: [
        { tier: '1 GB per month', count: 6 },
        { tier: '5 GB per month', count: 1 },
      ],
    })
  })
})

describe('visibility', () => {
  it('moderators and viewers see no money, no address, and not who pays', async () => {
    for (const role of ['viewer', 'moderator'] as const) {
      const { token } = await putAdmin(world.relay, role)
      const paths = ['/api/payment/notifications', '/api/payment/stats', '/api/payments', '/api/earnings']
      const more = ['/api/earnings/report', '/api/earnings/export', '/api/subscribers', '/api/subscribers/counts']
      more.push('/api/paid-subscriber-profiles')
      for (const path of [...paths, ...more, `/api/subscribers/${'a'.repeat(64)}`])
        expect([path, (await world.relay.call(path, { token })).status]).toEqual([path, 403])
    }
  })

  it('API-11, SUBS-01, SUBS-03: returns faces of those who have paid, in pages of the requested size, else of twenty', async () => {
    expect(listPaidSubscriberProfiles.query.parse({})).toMatchObject({ limit: 20 })
    const page = (number: number) => world.get(`/api/paid-subscriber-profiles?page=${number}&limit=3`)
    const [first, second, third] = [await page(1), await page(2), await page(3)]
    const keysOf = (rows: { pubkey: string }[]) => rows.map(({ pubkey }) => pubkey).sort()
    expect([first.length, second.length]).toEqual([3, 3])
    const { subscribers } = await world.get('/api/subscribers?status=active&limit=100')
    expect(keysOf([...first, ...second, ...third])).toEqual(keysOf(subscribers))
  })

  it('SUBS-05: tells key, name, image and about of each, with what was bought and since when; empty what is not known', async () => {
    const page = (number: number) => world.get(`/api/paid-subscriber-profiles?page=${number}&limit=3`)
    const facesOf = async () => (await Promise.all([1, 2, 3].map(page))).flat()
    const faceOf = async (key: string) => (await facesOf()).find(({ pubkey }: { pubkey: string }) => pubkey === key)
    const [paidAt] = (await world.ledgerOf(bob.pubkey)).map(({ at }) => at)
    const metadata = { subscriptionTier: '1 GB per month', subscribedSince: new Date(paidAt ?? 0).toISOString() }
    const known = { name: 'Bob', picture: 'https://bob.example/face.png', about: 'Builds' }
    expect(await faceOf(bob.pubkey)).toEqual({ pubkey: bob.pubkey, name: '', picture: '', about: '', metadata })
    const created_at = Math.floor(world.clock.now / 1000)
    const event = finalizeEvent({ kind: 0, tags: [], content: JSON.stringify(known), created_at }, bobsSecret)
    await world.relay.context.events.save({ event, json: JSON.stringify(event) })
    world.clock.now += 60_000
    await world.tell(world.pay(bob.address, 10_000, { confirmations: 1 }))
    expect(await faceOf(bob.pubkey)).toEqual({ pubkey: bob.pubkey, ...known, metadata })
  })

  it('SUBS-02: returns the profiles as an array, each page beginning where the last one ended', async () => {
    const page = (query: string) => world.get(`/api/paid-subscriber-profiles?${query}`)
    const all = await page('page=1&limit=100')
    expect(all.length).toBeGreaterThan(6)
    const pages = [await page('page=1&limit=3'), await page('page=2&limit=3')]
    expect(pages).toEqual([all.slice(0, 3), all.slice(3, 6)])
  })

  it('pages by cursor and filters by status and by the beginning of a key', async () => {
    const first = await world.get('/api/subscribers?limit=4')
    const rest = await world.get(`/api/subscribers?limit=4&after=${first.next}`)
    expect([first.subscribers.length, rest.subscribers.length, rest.next]).toEqual([4, 3, null])
    const [{ pubkey }] = first.subscribers
    expect((await world.get(`/api/subscribers?q=${pubkey.slice(0, 16)}`)).subscribers).toMatchObject([{ pubkey }])
    expect(await world.get('/api/subscribers/counts')).toMatchObject({ active: 7, unpaid: 1, grace: 0 })
  })
})
