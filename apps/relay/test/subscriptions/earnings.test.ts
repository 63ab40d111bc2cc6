import { afterEach, beforeEach, expect, it } from 'vitest'
import { putAdmin } from '../support/people.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'
import { startSubscriptionWorld } from './subscription-world.ts'

const dayMs = 86_400_000
let world: Awaited<ReturnType<typeof startSubscriptionWorld>>
beforeEach(async () => {
  world = await startSubscriptionWorld()
  await world.confirmPassword()
})
afterEach(() => world.close())

/** US cents per bitcoin. */
const rate = (cents: number, at = world.clock.now) =>
  world.relay.context.adminDatabase.transact(tx =>
    tx
      .insertInto('bitcoin_rates')
      .values({ hour: Math.floor(at / 3_600_000), at, cents })
      .execute(),
  )
const earned = async () => {
  const { total_sats, total_usd, unpriced_sats } = await world.get('/api/earnings')
  return { total_sats, total_usd, unpriced_sats }
}
async function paying(sats: number, at: number) {
  const { pubkey, address } = await world.subscriber()
  const date = new Date(at).toISOString()
  await world.tell(world.pay(address, sats, { confirmations: 1, date }))
  const path = `/api/subscribers/${pubkey}/refund`
  return {
    refund: async (of: number) => (await world.post(path, { sats: of, address: 'bcrt1qback0000000' })).body.refund_id,
    cancel: async (refund_id: number) => (await world.post(`${path}/cancel`, { refund_id })).status,
  }
}

it('subtracts refunds in their month by the rate of their date, and adds them again when they are cancelled', async () => {
  const before = world.clock.now - 30 * dayMs
  await rate(10_000_000, before)
  await rate(20_000_000)
  const { refund, cancel } = await paying(8000, before)
  expect(await earned()).toEqual({ total_sats: 8000, total_usd: 8, unpriced_sats: 0 })
  const id = await refund(2000)
  expect(await earned()).toEqual({ total_sats: 6000, total_usd: 4, unpriced_sats: 0 })
  const now = new Date(world.clock.now).toISOString().slice(0, 7)
  const then = new Date(before).toISOString().slice(0, 7)
  expect((await world.get('/api/earnings/report')).rows).toMatchObject([
    { month: now, tier: '', payments: 0, sats: -2000, usd: -4 },
    { month: then, payments: 1, sats: 8000, usd: 8 },
  ])
  world.clock.now += 3_600_000
  await world.confirmPassword()
  await rate(50_000_000)
  expect(await cancel(id)).toBe(200)
  expect(await earned()).toEqual({ total_sats: 8000, total_usd: 8, unpriced_sats: 0 })
  await refund(8000)
  expect(await earned()).toEqual({ total_sats: 0, total_usd: -32, unpriced_sats: 0 })
})

it('DASH-08, CONST-07, R-37: sums what was paid in satoshis, in dollars by the rate nearest each payment, with the period', async () => {
  const [first, last] = [world.clock.now - 60 * dayMs, world.clock.now - 30 * dayMs]
  await rate(10_000_000, first - 600_000)
  await rate(20_000_000, last + 600_000)
  await rate(50_000_000)
  await paying(8000, first)
  await paying(5000, last)
  expect(await world.get('/api/earnings')).toEqual({
    total_sats: 13_000,
    total_usd: 18,
    unpriced_sats: 0,
    payments: 2,
    from: new Date(first).toISOString(),
    to: new Date(last).toISOString(),
  })
})

it('knows no dollars for a refund without a rate of its date', async () => {
  const before = world.clock.now - 3 * dayMs
  await rate(10_000_000, before)
  const { refund } = await paying(8000, before)
  await refund(3000)
  expect(await earned()).toEqual({ total_sats: 5000, total_usd: 8, unpriced_sats: -3000 })
})

it('exports refunds beside the payments, on the date of the refund and at its rate', async () => {
  const before = world.clock.now - 30 * dayMs
  await rate(10_000_000, before)
  await rate(20_000_000)
  const { refund, cancel } = await paying(8000, before)
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const refundedAt = world.clock.now
  const id = await refund(2000)
  for (let hours = 0; hours < 18; hours += 6) {
    world.clock.now += 6 * 3_600_000
    await world.confirmPassword()
  }
  expect(await cancel(id)).toBe(200)
  const lines = async (query = '') => {
    const { body } = await world.relay.call(`/api/earnings/export${query}`, { token: world.token })
    const rows = (body as string).trim().split('\r\n').slice(1)
    return rows.map(row => {
      const [date = '', , , , , , sats, , usd, credited = '', , kind] = row.split(',')
      return [kind, date.slice(0, 10), sats, usd, credited.slice(0, 10)]
    })
  }
  const refunds = [
    ['refund', day(refundedAt), '-2000', '-4', day(refundedAt)],
    ['refund_cancelled', day(refundedAt), '2000', '4', day(world.clock.now)],
  ]
  expect(await lines()).toEqual([['payment', day(before), '8000', '8', day(refundedAt)], ...refunds])
  const month = day(refundedAt).slice(0, 7)
  expect(await lines(`?from=${month}&to=${month}`)).toEqual(refunds)
  expect(await lines(`?to=${day(before).slice(0, 7)}`)).toHaveLength(1)
})

it('DATA-26: is counted in the statistics of payments and reports with the members of the recorded servers', async () => {
  const [{ pubkey, address }, newer] = [await world.subscriber(), await world.subscriber()]
  await world.tell(world.pay(address, 12_345, { confirmations: 1 }))
  world.clock.now += 1000
  await world.tell(world.pay(newer.address, 40_000, { confirmations: 1 }))
  const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(await world.get('/api/payment/stats')).toEqual({
    total_revenue: 52_345,
    revenue_today: 52_345,
    active_subscribers: 2,
    new_subscribers_today: 2,
    by_tier: [
      { tier: '1 GB per month', count: 1, revenue: 12_345 },
      { tier: '5 GB per month', count: 1, revenue: 40_000 },
    ],
    recent_transactions: [
      { pubkey: newer.pubkey, amount: 40_000, tier: '5 GB per month', date },
      { pubkey, amount: 12_345, tier: '1 GB per month', date },
    ],
  })

  const created_at = Math.floor(world.clock.now / 1000)
  const client = await RawClient.connect(world.relay.publicUrl)
  const [note, other] = [signer().sign({ created_at }), signer().sign({ created_at })]
  for (const event of [note, other]) await world.relay.context.events.save({ event, json: JSON.stringify(event) })
  for (const [{ id, pubkey }, type] of [
    [note, 'spam'],
    [note, 'spam'],
    [other, 'nudity'],
  ] as const) {
    const tags = [
      ['e', id, type],
      ['p', pubkey],
    ]
    const report = signer().sign({ kind: 1984, tags, created_at })
    expect(await client.publish(report)).toMatchObject({ accepted: true })
  }
  client.close()
  await world.relay.context.reports.settled()
  const ofNote = { event_id: note.id, pubkey: note.pubkey, report_count: 2, report_type: 'spam' }
  const ofOther = { event_id: other.id, pubkey: other.pubkey, report_count: 1, report_type: 'nudity' }
  expect(await world.get('/api/reports/stats')).toEqual({
    total_reported: 2,
    total_reported_today: 2,
    by_report_type: [
      { type: 'nudity', count: 1 },
      { type: 'spam', count: 1 },
    ],
    most_reported: [ofNote, ofOther].map(reported => ({ ...reported, file_hash: '', created_at: date })),
  })
  world.clock.now += dayMs
  const { token } = await putAdmin(world.relay, 'owner')
  const stats = async (of: string) => (await world.relay.call(`/api/${of}/stats`, { token })).body
  const ofToday = { revenue_today: 0, new_subscribers_today: 0 }
  expect(await stats('payment')).toMatchObject({ total_revenue: 52_345, ...ofToday })
  expect(await stats('reports')).toMatchObject({ total_reported: 2, total_reported_today: 0 })
})
