import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSubscriptionWorld } from './subscription-world.ts'

let world: Awaited<ReturnType<typeof startSubscriptionWorld>>
beforeAll(async () => {
  world = await startSubscriptionWorld()
})
afterAll(() => world.close())
const one = (pubkey: string) => world.get(`/api/subscribers/${pubkey}`)

describe('a payment to an address that no key has', () => {
  const made = (...addresses: string[]) =>
    world.push(
      'addresses',
      addresses.map((address, at) => ({
        wallet_name: 'default',
        index: 9000 + at,
        address,
        used: true,
        for_relay: true,
      })),
    )
  const unassigned = async () => (await world.get('/api/payments/unassigned')).payments
  const assign = (address: string, pubkey: string) => world.post('/api/payments/assign', { address, pubkey })

  it('is listed until it is assigned, and credits its key with later payments to that address', async () => {
    const known = await world.subscriber()
    await made('bcrt1qforgotten', known.address, 'bcrt1qunpaid')
    const paid = world.pay('bcrt1qforgotten', 12_000, { confirmations: 1 })
    const gone = world.pay('bcrt1qforgotten', 500, { dropped: true })
    await world.tell(paid, gone, world.pay('bcrt1qoperator', 700), world.pay(known.address, 800))
    expect(await unassigned()).toMatchObject([{ txid: paid.txid, address: 'bcrt1qforgotten', sats: 12_000 }])
    expect((await assign('bcrt1qforgotten', known.pubkey)).status).toBe(200)
    expect(await unassigned()).toEqual([])
    expect(await one(known.pubkey)).toMatchObject({ status: 'active', credit_sats: 2000, address: known.address })
    expect((await assign('bcrt1qforgotten', known.pubkey)).status).toBe(409)
    await world.tell({ ...paid, confirmations: 3 }, world.pay('bcrt1qforgotten', 300, { confirmations: 1 }))
    expect(await one(known.pubkey)).toMatchObject({ credit_sats: 2300 })
  })

  it('is a health notification until it is assigned', async () => {
    const told = async () => {
      await world.relay.context.health.round()
      const { notifications = [] } = (await world.get('/api/health/notifications')) ?? {}
      return notifications.filter(({ what }: { what: string }) => what === 'payment_unassigned')
    }
    expect(await told()).toEqual([])
    const known = await world.subscriber()
    await made('bcrt1qnobodys')
    await world.tell(world.pay('bcrt1qnobodys', 12_000, { confirmations: 1 }))
    expect(await told()).toMatchObject([{ severity: 'MEDIUM' }])
    expect((await told())[0]).not.toHaveProperty('ended_at')
    await assign('bcrt1qnobodys', known.pubkey)
    for (let minutes = 0; minutes < 7; minutes += 1) {
      world.clock.now += 60_000
      await told()
    }
    expect((await told())[0]).toHaveProperty('ended_at')
  })

  it('gives a key without an address its address back', async () => {
    const pubkey = 'f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9'
    await made('bcrt1qlost')
    await world.tell(world.pay('bcrt1qlost', 10_000, { confirmations: 1 }), world.pay('bcrt1qours', 700))
    expect((await assign('bcrt1qlost', pubkey)).status).toBe(200)
    expect(await one(pubkey)).toMatchObject({ status: 'active', address: 'bcrt1qlost' })
    expect((await assign('bcrt1qours', pubkey)).status).toBe(409)
  })
})
