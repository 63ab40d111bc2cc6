import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { newOperator } from '../harness.ts'
import { startSubscriptionWorld, tiers } from './subscription-world.ts'

const dayMs = 86_400_000
let world: Awaited<ReturnType<typeof startSubscriptionWorld>>
let usualConfirmations: number
beforeAll(async () => {
  world = await startSubscriptionWorld()
  usualConfirmations = (await world.get('/api/relay-settings')).relay_settings.paymentConfirmations
})
afterAll(() => world.close())
beforeEach(async () => {
  const { now } = world.clock
  onTestFinished(() => {
    world.clock.now = now
  })
  await world.save({ subscription_tiers: tiers, paymentConfirmations: 1, freeTierEnabled: false, freeTierGives: {} })
})
const kinds = async (pubkey: string) => (await world.ledgerOf(pubkey)).map(({ kind, sats }) => [kind, sats])
const one = (pubkey: string) => world.get(`/api/subscribers/${pubkey}`)

describe('a payment', () => {
  it('ignores a payment to an address that is not a subscriber’s', async () => {
    const before = await world.get('/api/payments')
    await world.tell(world.pay('bcrt1qnobody', 10_000, { confirmations: 3 }))
    expect(await world.get('/api/payments')).toEqual(before)
  })

  it('is pending in no block, and credited in one: the dearest tier that it covers, the rest as credit', async () => {
    const { pubkey, address } = await world.subscriber()
    const paid = world.pay(address, 12_345)
    await world.tell(paid)
    expect((await world.get(`/api/payments?pubkey=${pubkey}`)).payments).toMatchObject([
      { pubkey, sats: 12_345, status: 'pending' },
    ])
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
    expect((await world.get(`/api/payments?pubkey=${pubkey}`)).payments).toMatchObject([{ pubkey, status: 'paid' }])
  })

  it('credits a payment once despite repeated reports and further confirmations (PUSH-05)', async () => {
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
    expect((await world.get(`/api/payments?status=scheduled&pubkey=${pubkey}`)).payments).toMatchObject([
      { pubkey, sats: 6000 },
    ])
    expect(await one(pubkey)).toMatchObject({ status: 'unpaid', credit_sats: 6000 })
    await world.tell(world.pay(address, 5000, { confirmations: 1 }))
    expect(await one(pubkey)).toMatchObject({ status: 'active', credit_sats: 1000 })
    // Alone it would buy the lower tier.
    await world.tell(world.pay(address, 39_000, { confirmations: 1 }))
    expect(await one(pubkey)).toMatchObject({ tier: '5 GB per month', credit_sats: 0 })
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

    // What another payment bought stays.
    const { expires_at } = await one(pubkey)
    const second = world.pay(address, 40_000, { confirmations: 1 })
    await world.tell(second)
    expect(await one(pubkey)).toMatchObject({ total_bytes: 6 * 2 ** 30, paid_sats: 50_000 })
    await world.tell({ ...second, confirmations: 0 })
    const left = { status: 'active', total_bytes: 2 ** 30, paid_sats: 10_000, credit_sats: 0, expires_at }
    expect(await one(pubkey)).toMatchObject(left)
    // The wallet knows no more of it.
    await world.tell({ wallet_name: 'default', txid: paid.txid, vout: paid.vout, removed: true })
    expect(await one(pubkey)).toMatchObject({ status: 'unpaid', total_bytes: 0, paid_sats: 0, credit_sats: 0 })

    // So is credit that has bought nothing yet.
    const waiting = world.pay(address, 6000, { confirmations: 1 })
    await world.tell(waiting)
    expect(await one(pubkey)).toMatchObject({ credit_sats: 6000 })
    await world.tell({ ...waiting, confirmations: 0 })
    expect(await one(pubkey)).toMatchObject({ credit_sats: 0, paid_sats: 0, pending_sats: 46_000 })
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
  })
})

describe('changes by operators', () => {
  it('days are given, also to a key that never came; a tier is changed while it runs', async () => {
    const { pubkey } = newOperator()
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
    const { pubkey } = newOperator()
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
  })
})

describe('a payment to a new key', () => {
  it('buys the highest tier that it covers together with the credit (PAY-08)', async () => {
    await world.save({ subscription_tiers: tiers.toReversed() })
    for (const [sats, bought] of [
      [35_999, { tier: '1 GB per month', credit_sats: 9_999 }],
      [36_000, { tier: '5 GB per month', credit_sats: 0 }],
      [36_001, { tier: '5 GB per month', credit_sats: 1 }],
    ] as const) {
      const { pubkey, address } = await world.subscriber()
      for (const paid of [4000, sats]) await world.tell(world.pay(address, paid, { confirmations: 1 }))
      expect(await one(pubkey)).toMatchObject(bought)
    }
  })

  it("adds its tier's storage and a month to what is running, or to now (PAY-09, PAY-10)", async () => {
    await world.save({ subscription_tiers: [{ datalimit: '512 MB per month', price: '10000' }, tiers[1]] })
    const { pubkey, address } = await world.subscriber()
    const begin = world.clock.now
    const buy = async (sats: number) => {
      await world.tell(world.pay(address, sats, { confirmations: 1 }))
      const { expires_at, total_bytes } = await one(pubkey)
      return [expires_at.slice(0, 10), total_bytes / 2 ** 30]
    }
    expect(await buy(10_000)).toEqual(['2026-12-20', 0.5])
    expect(await buy(40_000)).toEqual(['2027-01-20', 5.5])
    // In its grace time and long after it. The session ends before, and the lists need none in between.
    for (const [at, end] of [
      ['2027-01-23', '2027-02-23'],
      ['2027-03-31', '2027-04-30'],
    ]) {
      world.clock.now = Date.parse(`${at}T12:00:00Z`)
      await world.tell(world.pay(address, 10_000, { confirmations: 1 }))
      world.clock.now = begin
      expect((await one(pubkey)).expires_at.slice(0, 10)).toBe(end)
    }
  })

  it('is pending and gives nothing until it has the confirmations that are set (PAY-14)', async () => {
    expect(usualConfirmations).toBe(1)
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
  })

  it('that waits as credit buys as soon as a price is lowered to it (PAY-13)', async () => {
    const waiting = [await world.subscriber(), await world.subscriber()]
    for (const { address } of waiting) await world.tell(world.pay(address, 6000, { confirmations: 1 }))
    const sell = (price: string) => world.save({ subscription_tiers: [{ ...tiers[0], price }, tiers[1]] })
    const states = () => Promise.all(waiting.map(({ pubkey }) => one(pubkey)))
    await sell('6001')
    expect(await states()).toMatchObject(Array(2).fill({ status: 'unpaid', credit_sats: 6000 }))
    await sell('6000')
    const bought = { status: 'active', credit_sats: 0, total_bytes: 2 ** 30 }
    await expect.poll(states).toMatchObject([bought, bought])
  })
})
