import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSubscriptionWorld } from './subscription-world.ts'

let world: Awaited<ReturnType<typeof startSubscriptionWorld>>
beforeAll(async () => {
  world = await startSubscriptionWorld()
})
afterAll(() => world.close())

it('NOTIF-12: lists a payment with what it bought, until when, and whether the subscriber is new', async () => {
  const { pubkey, address } = await world.subscriber()
  const listed = async () => (await world.notifications(`?filter=user&pubkey=${pubkey}`)).body.notifications
  const endOf = async () => (await world.get(`/api/subscribers/${pubkey}`)).expires_at
  const row = { id: expect.any(Number), pubkey, is_read: false }

  const first = world.pay(address, 10_000, { confirmations: 1 })
  await world.tell(first)
  const [firstEnd, firstAt] = [await endOf(), new Date(world.clock.now).toISOString()]
  const bought = { amount: 10_000, subscription_tier: '1 GB per month' }
  const newcomer = {
    ...row,
    ...bought,
    tx_id: first.txid,
    is_new_subscriber: true,
    expiration_date: firstEnd,
    created_at: firstAt,
  }
  expect(await listed()).toEqual([newcomer])

  world.clock.now += 60_000
  const second = world.pay(address, 10_000, { confirmations: 1 })
  await world.tell(second)
  const expiration_date = await endOf()
  expect(Date.parse(expiration_date)).toBeGreaterThan(Date.parse(firstEnd))
  const renewal = {
    ...newcomer,
    tx_id: second.txid,
    is_new_subscriber: false,
    expiration_date,
    created_at: new Date(world.clock.now).toISOString(),
  }
  expect(await listed()).toEqual([renewal, newcomer])

  // What buys nothing says so.
  await world.tell(world.pay(address, 700, { confirmations: 1 }))
  expect((await listed())[0]).toMatchObject({ amount: 700, subscription_tier: '', is_new_subscriber: false })
})

it('NOTIF-01, NOTIF-17, NOTIF-19: pages have 10 rows unless a limit is given, and the totals beside them are of what the filter takes', async () => {
  const totals = async (query = '') => (await world.notifications(`?limit=2${query}`)).body.pagination
  const idsOf = async (query: string): Promise<number[]> =>
    (await world.notifications(query)).body.notifications.map(({ id }: { id: number }) => id)
  const before = (await totals())?.totalItems ?? 0
  await world.post('/api/payment/notifications/read-all', {})
  const [ann, bob] = [await world.subscriber(), await world.subscriber()]
  for (const { address } of [ann, ann, bob]) await world.tell(world.pay(address, 10_000, { confirmations: 1 }))
  const pages = { currentPage: 1, pageSize: 2, hasPrevious: false }
  expect((await totals()).totalItems).toBe(before + 3)
  expect(await totals('&filter=unread')).toEqual({ ...pages, totalItems: 3, totalPages: 2, hasNext: true })
  const ofAnn = await totals(`&filter=user&pubkey=${ann.pubkey}`)
  expect(ofAnn).toEqual({ ...pages, totalItems: 2, totalPages: 1, hasNext: false })
  expect(await totals(`&filter=unread&pubkey=${ann.pubkey}`)).toEqual(ofAnn)
  expect((await world.notifications('?filter=all')).body.pagination).toMatchObject({
    pageSize: 10,
    totalItems: before + 3,
  })
  const [newest = 0, second = 0, third = 0] = await idsOf('?filter=unread')
  expect(newest > second && second > third).toBe(true)
  expect(await idsOf('?filter=unread&limit=2')).toEqual([newest, second])
  expect(await idsOf('?filter=unread&limit=2&page=2')).toEqual([third])
  expect(await idsOf(`?filter=user&pubkey=${ann.pubkey}&limit=1&page=2`)).toEqual([third])
  await world.tell(...Array.from({ length: 9 }, () => world.pay(bob.address, 100, { confirmations: 1 })))
  expect(await idsOf('')).toHaveLength(10)
})

it('NOTIF-09, NOTIF-10, NOTIF-12: marks one payment as read, all of a subscriber, and all of them', async () => {
  const { pubkey, address } = await world.subscriber()
  for (const sats of [100, 200]) await world.tell(world.pay(address, sats, { confirmations: 1 }))
  const listed = async () => (await world.notifications(`?filter=user&pubkey=${pubkey}`)).body.notifications
  const [newer, older] = await listed()
  expect([newer.is_read, older.is_read]).toEqual([false, false])
  await world.post('/api/payment/notifications/read', { id: older.id })
  expect(await listed()).toEqual([newer, { ...older, is_read: true }])
  const { pubkey: other } = await world.subscriber()
  await world.post('/api/payment/notifications/read-all', { pubkey: other })
  expect(await listed()).toEqual([newer, { ...older, is_read: true }])
  await world.post('/api/payment/notifications/read-all', { pubkey: '' })
  expect(await listed()).toEqual([newer, older].map(row => ({ ...row, is_read: true })))
  expect((await world.notifications('?filter=unread')).status).toBe(204)
  await world.tell(world.pay(address, 300, { confirmations: 1 }))
  expect((await listed())[0].is_read).toBe(false)
  await world.post('/api/payment/notifications/read-all', {})
  expect((await world.notifications('?filter=unread')).status).toBe(204)
})
