import { listPaidSubscriberProfiles } from '@hornets/contract/admin/subscriptions/subscribers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putAdmin } from '../support/people.ts'
import { startSubscriptionWorld } from './subscription-world.ts'

const dayMs = 86_400_000
let world: Awaited<ReturnType<typeof startSubscriptionWorld>>
beforeAll(async () => {
  world = await startSubscriptionWorld()
})
afterAll(() => world.close())
const kinds = async (pubkey: string) => (await world.ledgerOf(pubkey)).map(({ kind, sats }) => [kind, sats])
const one = (pubkey: string) => world.get(`/api/subscribers/${pubkey}`)

describe('a payment', () => {
  it('ignores a payment to an address that is not a subscriber’s', async () => {
    await world.tell(world.pay('bcrt1qnobody', 10_000, { confirmations: 3 }))
    expect((await world.get('/api/payments')).payments).toEqual([])
  })

  it('is pending in no block, and credited in one: the dearest tier that it covers, the rest as credit', async () => {
    const { pubkey, address } = await world.subscriber()
    const paid = world.pay(address, 12_345)
    await world.tell(paid)
    expect((await world.get('/api/payments')).payments).toMatchObject([{ pubkey, sats: 12_345, status: 'pending' }])
    expect(await one(pubkey)).toMatchObject({ status: 'unpaid', credit_sats: 0, pending_sats: 12_345 })
    await world.tell({ ...paid, confirmations: 1 })
    expect(await kinds(pubkey)).toEqual([
      ['payment', 12_345],
      ['purchase', -10_000],
    ])
    expect(await one(pubkey)).toMatchObject({
      status: 'active',
      tier: '1 GB per month',
      credit_sats: 2345,
      paid_sats: 12_345,
      pending_sats: 0,
      total_bytes: 2 ** 30,
      used_bytes: 0,
      address,
    })
    expect((await world.get('/api/payments')).payments).toMatchObject([{ pubkey, status: 'paid' }])
  })

  it('credits a payment once despite repeated reports and further confirmations', async () => {
    const { pubkey, address } = await world.subscriber()
    const paid = world.pay(address, 10_000, { confirmations: 1 })
    for (const confirmations of [1, 1, 2, 50, 3]) await world.tell({ ...paid, confirmations })
    expect(await kinds(pubkey)).toHaveLength(2)
  })

  it('that covers several months buys them (PAY-11)', async () => {
    const { pubkey, address } = await world.subscriber()
    await world.tell(world.pay(address, 1_005_000, { confirmations: 1 }))
    expect(await world.ledgerOf(pubkey)).toMatchObject([{}, { kind: 'purchase', sats: -1_000_000, months: 25 }])
    expect(await one(pubkey)).toMatchObject({ credit_sats: 5000, total_bytes: 125 * 2 ** 30 })
    expect(Math.round((Date.parse((await one(pubkey)).expires_at) - world.clock.now) / (30.44 * dayMs))).toBe(25)
  })

  it('that covers nothing waits as credit, until another one covers a tier with it (PAY-12)', async () => {
    const { pubkey, address } = await world.subscriber()
    await world.tell(world.pay(address, 6000, { confirmations: 1 }))
    expect((await world.get('/api/payments?status=scheduled')).payments).toMatchObject([{ pubkey, sats: 6000 }])
    expect(await one(pubkey)).toMatchObject({ status: 'unpaid', credit_sats: 6000 })
    await world.tell(world.pay(address, 5000, { confirmations: 1 }))
    expect(await one(pubkey)).toMatchObject({ status: 'active', credit_sats: 1000 })
  })

  it('that a reorganisation takes away is taken back with what it bought, and says so; in a new block it counts again (PAY-15)', async () => {
    const { pubkey, address } = await world.subscriber()
    const paid = world.pay(address, 10_000, { confirmations: 1 })
    const file = () => world.relay.context.subscriptions.quotas.judgeFile({ pubkey, bytes: 1 })?.status
    await world.tell(paid)
    await expect.poll(file).toBeUndefined()
    await world.post('/api/payment/notifications/read-all', {})
    await world.tell({ ...paid, confirmations: 0 })
    await expect.poll(file).toBe(402)
    expect(await one(pubkey)).toMatchObject({
      status: 'unpaid',
      credit_sats: 0,
      paid_sats: 0,
      pending_sats: 10_000,
      total_bytes: 0,
      expires_at: null,
    })
    expect((await world.notifications('?filter=unread')).body.notifications).toMatchObject([
      { pubkey, reversed_at: expect.any(String) },
    ])
    await world.tell({ ...paid, confirmations: 1 })
    expect(await one(pubkey)).toMatchObject({ status: 'active', credit_sats: 0, paid_sats: 10_000 })
    const { notifications } = (await world.notifications(`?filter=user&pubkey=${pubkey}`)).body
    expect(notifications).toMatchObject([{ is_new_subscriber: true }])
    expect(notifications[0].reversed_at).toBeUndefined()
  })

  it('is scheduled while its credit waits for a tier, and failed once expired or double-spent (PAY-19)', async () => {
    const { pubkey, address } = await world.subscriber()
    const listed = async (query = '') => {
      const { payments } = await world.get(`/api/payments?pubkey=${pubkey}${query}`)
      return payments.map(({ sats, status }: { sats: number; status: string }) => [sats, status])
    }
    await world.tell(world.pay(address, 6000, { confirmations: 1 }))
    for (const query of ['', '&status=scheduled']) expect(await listed(query)).toEqual([[6000, 'scheduled']])
    expect(await listed('&status=paid')).toEqual([])
    const [expiring, spentTwice] = [world.pay(address, 7000), world.pay(address, 8000)]
    await world.tell(expiring, spentTwice)
    await world.tell({ ...expiring, dropped: true })
    await world.tell({ ...spentTwice, replaced_by: 'ab'.repeat(32) })
    expect(await listed('&status=failed')).toEqual([
      [8000, 'failed'],
      [7000, 'failed'],
    ])
    await world.tell(world.pay(address, 4000, { confirmations: 1 }))
    expect(await one(pubkey)).toMatchObject({ status: 'active', credit_sats: 0 })
    expect((await listed()).sort()).toEqual([
      [4000, 'paid'],
      [6000, 'paid'],
      [7000, 'failed'],
      [8000, 'failed'],
    ])
    expect(await listed('&status=scheduled')).toEqual([])
  })

  it('that was double-spent has failed, and what it bought with another’s credit waits again', async () => {
    const { pubkey, address } = await world.subscriber()
    const small = world.pay(address, 6000, { confirmations: 1 })
    await world.tell(small)
    await world.tell(world.pay(address, 5000, { confirmations: 1 }))
    await world.tell({ ...small, confirmations: 0, dropped: true })
    expect(await one(pubkey)).toMatchObject({ status: 'unpaid', credit_sats: 5000 })
    const { payments } = await world.get(`/api/payments?pubkey=${pubkey}`)
    expect(payments.map(({ status }: { status: string }) => status)).toEqual(['scheduled', 'failed'])
  })

  it('keeps its credit if more confirmations are required later', async () => {
    await world.save({ paymentConfirmations: 3 })
    const { pubkey, address } = await world.subscriber()
    const paid = world.pay(address, 10_000)
    await world.tell({ ...paid, confirmations: 3 })
    await world.save({ paymentConfirmations: 6 })
    await world.tell({ ...paid, confirmations: 4 })
    expect(await one(pubkey)).toMatchObject({ status: 'active' })
    await world.save({ paymentConfirmations: 1 })
  })
})

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
    const beyond = await world.notifications('?page=1000')
    expect([beyond.status, beyond.body]).toEqual([204, ''])
    expect((await world.notifications('?filter=user')).status).toBe(400)
  })

  it('API-23, API-24: are marked one by one, of one key and all', async () => {
    const unread = async (): Promise<{ id: number; pubkey: string }[]> =>
      (await world.notifications('?filter=unread&limit=100')).body.notifications ?? []
    const [first, second, ...others] = await unread()
    const answer = await world.post('/api/payment/notifications/read', { id: second?.id })
    expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'Notification marked as read' }])
    expect(await unread()).toEqual([first, ...others])
    expect((await world.post('/api/payment/notifications/read', { id: 999_999 })).status).toBe(404)
    await world.post('/api/payment/notifications/read-all', { pubkey: first?.pubkey })
    expect(new Set(await unread())).toEqual(new Set(others.filter(({ pubkey }) => pubkey !== first?.pubkey)))
    await world.post('/api/payment/notifications/read-all', {})
    expect(await unread()).toEqual([])
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
      by_tier: [{ tier: '1 GB per month' }, { tier: '5 GB per month', count: 1 }],
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
    const metadata = { subscriptionTier: expect.stringMatching(/^[15] GB per month$/) }
    expect(first[0]).toMatchObject({ picture: '', name: '', about: '', metadata })
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

describe('changes by operators', () => {
  it('days are given, also to a key that never came; a tier is changed while it runs', async () => {
    const pubkey = 'c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5'
    const gift = (body: object) => world.post(`/api/subscribers/${pubkey}/gift`, body)
    expect((await gift({ days: 30 })).body.fields).toHaveProperty('tier')
    expect((await gift({ days: 15, tier: '1 GB per month', note: 'Welcome' })).body.subscriber).toMatchObject({
      pubkey,
      status: 'active',
      tier: '1 GB per month',
    })
    expect((await world.post(`/api/subscribers/${pubkey}/tier`, { tier: '5 GB per month' })).status).toBe(200)
    const { entries } = await world.get(`/api/subscribers/${pubkey}/timeline`)
    expect(entries).toMatchObject([{ kind: 'tier_change' }, { kind: 'gift', days: 15, note: 'Welcome' }])
    expect(entries[0].by).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('read-only days', () => {
  it('keep data as the tier defines, and treat the key as a stranger afterwards', async () => {
    const pubkey = 'f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9'
    const begin = world.clock.now
    const days = { graceDays: 7, readOnlyDays: 30, freeTierEnabled: true, freeTierGives: { days: 1 } }
    await world.save(days)
    await world.post(`/api/subscribers/${pubkey}/gift`, { days: 10, tier: '1 GB per month' })
    const { quotas } = world.relay.context.subscriptions
    const at = (day: number) => {
      world.clock.now = begin + day * dayMs
      const until = quotas.keptUntil(pubkey)
      const keptDays = until === undefined ? 'any' : Math.round((until * 1000 - world.clock.now) / dayMs)
      return [quotas.isPaid(pubkey), quotas.isKept(pubkey), keptDays, quotas.fileLimitsOf(pubkey).days]
    }
    expect(at(16.9)).toEqual([true, true, 'any', null])
    expect(at(17.1)).toEqual([false, true, 'any', null])
    expect(at(46.9)).toEqual([false, true, 'any', null])
    expect(at(47.1)).toEqual([false, false, 1, 1])
    // The session ends long before.
    world.clock.now = begin
    await world.save({ readOnlyDays: 31 })
    expect(at(47.1)).toEqual([false, true, 'any', null])
    world.clock.now = begin
    await world.save({ readOnlyDays: 30, freeTierEnabled: false, freeTierGives: {} })
  })
})

describe('a payment to a new key', () => {
  it('buys the highest tier that it covers together with the credit (PAY-08)', async () => {
    const [cheap, dear] = (await world.get('/api/relay-settings')).relay_settings.subscription_tiers
    await world.save({ subscription_tiers: [dear, cheap] })
    for (const [sats, bought] of [
      [35_999, { tier: '1 GB per month', credit_sats: 9_999 }],
      [36_000, { tier: '5 GB per month', credit_sats: 0 }],
      [36_001, { tier: '5 GB per month', credit_sats: 1 }],
    ] as const) {
      const { pubkey, address } = await world.subscriber()
      for (const paid of [4000, sats]) await world.tell(world.pay(address, paid, { confirmations: 1 }))
      expect(await one(pubkey)).toMatchObject(bought)
    }
    await world.save({ subscription_tiers: [cheap, dear] })
  })

  it("adds its tier's storage and a month to what is running, or to now (PAY-09, PAY-10)", async () => {
    const { pubkey, address } = await world.subscriber()
    const begin = world.clock.now
    const buy = async (sats: number) => {
      await world.tell(world.pay(address, sats, { confirmations: 1 }))
      const { expires_at, total_bytes } = await one(pubkey)
      return [expires_at.slice(0, 10), total_bytes / 2 ** 30]
    }
    expect(await buy(10_000)).toEqual(['2026-12-20', 1])
    expect(await buy(40_000)).toEqual(['2027-01-20', 6])
    // The session ends long before, and the lists need none in between.
    world.clock.now = Date.parse('2027-03-05T12:00:00Z')
    await world.tell(world.pay(address, 10_000, { confirmations: 1 }))
    world.clock.now = begin
    expect((await one(pubkey)).expires_at.slice(0, 10)).toBe('2027-04-05')
  })

  it('is pending and gives nothing until it has the confirmations that are set (PAY-14)', async () => {
    for (const wanted of [1, 3]) {
      await world.save({ paymentConfirmations: wanted })
      const { pubkey, address } = await world.subscriber()
      const paid = world.pay(address, 10_000)
      for (let confirmations = 0; confirmations < wanted; confirmations += 1) {
        await world.tell({ ...paid, confirmations })
        expect((await world.get(`/api/payments?pubkey=${pubkey}`)).payments).toMatchObject([{ status: 'pending' }])
        expect(await one(pubkey)).toMatchObject({ status: 'unpaid', credit_sats: 0, total_bytes: 0 })
      }
      await world.tell({ ...paid, confirmations: wanted })
      expect(await one(pubkey)).toMatchObject({ status: 'active', paid_sats: 10_000, total_bytes: 2 ** 30 })
    }
    await world.save({ paymentConfirmations: 1 })
  })

  it('that waits as credit buys as soon as a price is lowered to it (PAY-13)', async () => {
    const waiting = [await world.subscriber(), await world.subscriber()]
    for (const { address } of waiting) await world.tell(world.pay(address, 6000, { confirmations: 1 }))
    const [dear, cheap] = (await world.get('/api/relay-settings')).relay_settings.subscription_tiers
    const sell = (price: string) => world.save({ subscription_tiers: [{ ...dear, price }, cheap] })
    const states = () => Promise.all(waiting.map(({ pubkey }) => one(pubkey)))
    await sell('6001')
    expect(await states()).toMatchObject(Array(2).fill({ status: 'unpaid', credit_sats: 6000 }))
    await sell('6000')
    const bought = { status: 'active', credit_sats: 0, total_bytes: 2 ** 30 }
    await expect.poll(states).toMatchObject([bought, bought])
    await sell(dear.price)
  })
})
