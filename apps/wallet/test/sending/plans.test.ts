import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { SpendRequest } from '@hornets/contract/wallet/spending'
import { expect, test, vi } from 'vitest'
import { type Desk, openDesk, payee, payment, raise, scriptOf } from '../support/desk.ts'

const says = (refusal: { readonly template: string }, figures?: object) => ({
  template: refusal.template,
  ...(figures && { figures }),
})
const inputsOf = async (desk: Desk, request: SpendRequest) =>
  (await desk.plans.plan(request)).inputs.map(({ valueSats }) => valueSats)
const facts = (ancestors: { txid: string; vsize: number; feeSats: number }[], more: object = {}) => ({
  ancestors: ancestors.map(one => ({ ...one, parents: [] })),
  descendantCount: 0,
  descendantFeeSats: 0,
  ...more,
})

test('a payment is planned at the rate asked, on top of the last block, with its change to an address of ours', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const plan = await desk.plans.plan(payment(60_000))
  expect(plan).toMatchObject({ lockTime: (await desk.chain.tip()).height, signalsReplacement: true })
  expect(plan.feeSats).toBe(5 * plan.vsize)
  expect(plan.outputs).toContainEqual({ script: scriptOf(payee), valueSats: 60_000, change: false })
  expect(plan.outputs.find(({ change }) => change)?.script).toBe(desk.addresses.nextChange().script)
  expect(plan).not.toHaveProperty('takesAlong')
})

test('a rate below what nodes relay is refused with that rate; the lowest one is planned', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  vi.spyOn(desk.chain, 'relayRates').mockResolvedValue({ minimum: 3, incremental: 1 })
  await expect(desk.plans.plan(payment(60_000, { priority_rate: 2.9 }))).rejects.toMatchObject(
    says(refusals.rateTooLow, { lowest_rate: 3 }),
  )
  expect((await desk.plans.plan(payment(60_000, { priority_rate: 3 }))).feeSats).toBeGreaterThan(0)
})

test('without a chain, payments are planned by the usual rates: 1 sat/vB and more', async () => {
  const desk = await openDesk({ isOffline: true })
  await desk.receive(100_000)
  await expect(desk.plans.plan(payment(60_000, { priority_rate: 0.9 }))).rejects.toMatchObject(
    says(refusals.rateTooLow, { lowest_rate: 1 }),
  )
  const plan = await desk.plans.plan(payment(60_000, { priority_rate: 1 }))
  expect(plan.feeSats).toBe(plan.vsize)
})

test('everything is sent to one payee when that is asked, and only then', async () => {
  const desk = await openDesk()
  for (const sats of [100_000, 50_000]) await desk.receive(sats)
  const all = await desk.plans.plan(payment(1, { send_all: true }))
  expect(all.outputs).toEqual([{ script: scriptOf(payee), valueSats: 150_000 - all.feeSats, change: false }])
  expect((await desk.plans.plan(payment(20_000))).outputs).toHaveLength(2)
})

test('spends frozen, contested, young or foreign coins only if chosen and spendable', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const frozen = await desk.receive(40_000)
  const foreign = await desk.receive(30_000, 'mempool')
  desk.database.transact(tx => desk.coins.keep(tx, { txid: frozen, vout: 0 }))
  expect(await inputsOf(desk, payment(1, { send_all: true }))).toEqual([100_000])
  await expect(desk.plans.plan(payment(20_000, { coins: [`${frozen}:0`] }))).rejects.toMatchObject(
    says(refusals.coinNotSpendable, { outpoint: `${frozen}:0` }),
  )
  const unknown = `${'ab'.repeat(32)}:7`
  await expect(desk.plans.plan(payment(20_000, { coins: [unknown] }))).rejects.toMatchObject(
    says(refusals.coinNotSpendable, { outpoint: unknown }),
  )
  // Named twice, it is spent once, and shown as what others could still replace.
  const chosen = await desk.plans.plan(payment(20_000, { coins: [`${foreign}:0`, `${foreign}:0`] }))
  expect(chosen.inputs).toMatchObject([{ txid: foreign, confirmed: false, fromOthers: true }])
})

test('a chosen coin must be ours to spend now: neither contested, nor young, nor in no mempool', async () => {
  const desk = await openDesk()
  const txid = await desk.receive(100_000)
  const found = desk.coins.findUnspent(txid, 0) ?? expect.fail()
  const ask = () => desk.plans.plan(payment(20_000, { coins: [`${txid}:0`] }))
  expect((await ask()).inputs[0]).not.toHaveProperty('fromOthers')
  for (const flaw of [{ contested: true }, { mature: false }, { sent: false }, { locked: true }]) {
    vi.spyOn(desk.coins, 'findUnspent').mockReturnValueOnce({ ...found, ...flaw })
    await expect(ask()).rejects.toMatchObject(says(refusals.coinNotSpendable))
    vi.spyOn(desk.coins, 'listFor').mockReturnValueOnce([{ ...found, ...flaw, trusted: !('sent' in flaw) }])
    await expect(desk.plans.plan(payment(20_000))).rejects.toMatchObject({ reason: 'insufficient_funds' })
  }
})

test('spends unconfirmed change of earlier payments', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const { fee_sats = 0 } = await desk.pay(payment(20_000))
  expect(await inputsOf(desk, payment(30_000))).toEqual([80_000 - fee_sats])
})

test('raises underpaying unconfirmed parents, and reads each once', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const paid = await desk.pay(payment(20_000, { priority_rate: 1 }))
  const asked = vi.spyOn(desk.chain, 'mempoolFacts')
  asked.mockResolvedValue(facts([{ txid: paid.txid, vsize: 200, feeSats: 200 }]))
  const plan = await desk.plans.plan(payment(30_000, { priority_rate: 10 }))
  expect(plan.liftSats).toBe(200 * 10 - 200)
  expect(plan.feeSats).toBe(plan.vsize * 10 + 1800)
  expect(asked.mock.calls).toEqual([[paid.txid]])
  asked.mockResolvedValue(null)
  expect((await desk.plans.plan(payment(30_000, { priority_rate: 10 }))).liftSats ?? 0).toBe(0)
})

test('reports the missing amount with the spendable total, or a fee that exceeds everything', async () => {
  const desk = await openDesk()
  for (const sats of [50_000, 30_000]) await desk.receive(sats)
  await expect(desk.plans.plan(payment(90_000))).rejects.toMatchObject({
    ...says(refusals.insufficientFunds),
    figures: { needed_sats: expect.any(Number), available_sats: 80_000 },
  })
  await expect(desk.plans.plan(payment(1, { send_all: true, priority_rate: 1000 }))).rejects.toMatchObject(
    says(refusals.feeTakesAll),
  )
  // A wallet with the money in more coins than a transaction holds says so instead.
  const [coin] = desk.coins.listFor(0)
  const many = Array.from({ length: 5000 }, () => coin ?? expect.fail())
  vi.spyOn(desk.coins, 'spendableSats').mockReturnValue(10_000_000)
  vi.spyOn(desk.coins, 'listFor').mockImplementation(sats => (sats > 90_000 ? many : many.slice(0, 1)))
  await expect(desk.plans.plan(payment(90_000))).rejects.toMatchObject({
    ...says(refusals.tooManyCoins),
    figures: { coins: expect.any(Number) },
  })
  const needed = { needed_sats: 0 }
  vi.spyOn(desk.coins, 'spendableSats').mockReturnValue(0)
  await desk.plans.plan(payment(90_000)).catch(error => Object.assign(needed, error.figures))
  vi.spyOn(desk.coins, 'spendableSats').mockReturnValue(needed.needed_sats)
  await expect(desk.plans.plan(payment(90_000))).rejects.toMatchObject(says(refusals.tooManyCoins))
  vi.spyOn(desk.coins, 'spendableSats').mockReturnValue(needed.needed_sats - 1)
  await expect(desk.plans.plan(payment(90_000))).rejects.toMatchObject(says(refusals.insufficientFunds))
})

test('other refusals keep their reason, and the coins looked at are those for the sum of all payees', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  await expect(desk.plans.plan(payment(10))).rejects.toMatchObject({ reason: 'dust' })
  const looked = vi.spyOn(desk.coins, 'listFor')
  const payees = [30_000, 20_000].map(spend_amount => ({ recipient_address: payee, spend_amount }))
  await desk.plans.plan({ choice: 5, payees, priority_rate: 5, enable_rbf: true })
  expect(looked).toHaveBeenCalledWith(50_000)
})

test('a payment is raised out of its change, to the same payee; cancelled, everything comes back', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const paid = await desk.pay(payment(60_000))
  const [change] = desk.coins.page({ limit: 1000, offset: 0 })
  const raised = await desk.plans.plan(raise(2, paid.txid, 20))
  expect(raised.feeSats).toBe(20 * raised.vsize)
  expect(raised.outputs).toContainEqual({ script: scriptOf(payee), valueSats: 60_000, change: false })
  expect(raised.outputs.find(one => one.change)?.script).toBe(change?.script)
  const cancelled = await desk.plans.plan(raise(3, paid.txid, 20))
  expect(cancelled.outputs).toMatchObject([{ valueSats: 100_000 - cancelled.feeSats, change: true }])
  expect(cancelled.outputs[0]?.script).toBe(desk.addresses.nextChange().script)
  expect((await desk.plans.cheapestReplacement(paid.txid)).feeSats).toBeLessThan(raised.feeSats)
  expect((await desk.plans.cheapestReplacement(paid.txid)).feeSats).toBeGreaterThan(paid.fee_sats ?? 0)
})

test('a replacement pays for what it throws out of the mempool, and lifts what it is built on', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const paid = await desk.pay(payment(60_000))
  const lowest = async () => (await desk.plans.cheapestReplacement(paid.txid)).feeSats
  const alone = await lowest()
  const asked = vi.spyOn(desk.chain, 'mempoolFacts')
  asked.mockResolvedValue(facts([], { descendantFeeSats: 5 * 141 }))
  expect(await lowest()).toBe(alone + 5 * 141)
  const parent = { txid: 'cd'.repeat(32), vsize: 100, feeSats: 100 }
  asked.mockResolvedValue(facts([{ txid: paid.txid, vsize: 141, feeSats: 705 }, parent]))
  expect((await desk.plans.plan(raise(2, paid.txid, 20))).liftSats).toBe(1900)
  // A wallet without a mempool to ask plans by what it knows.
  asked.mockResolvedValue(null)
  expect(await lowest()).toBe(alone)
  asked.mockResolvedValue(facts([], { descendantCount: 100 }))
  await expect(lowest()).rejects.toMatchObject(says(refusals.tooManyDescendants))
})

test('only a raise that asks for it takes later payments along, with what those had taken', async () => {
  const desk = await openDesk()
  await desk.receive(200_000)
  const paid = await desk.pay(payment(20_000))
  const later = await desk.pay(payment(30_000))
  await expect(desk.plans.plan(raise(2, paid.txid, 20))).rejects.toMatchObject(says(refusals.changeSpent))
  await expect(desk.plans.plan(raise(2, paid.txid, 20, { with_later: false }))).rejects.toMatchObject(
    says(refusals.changeSpent),
  )
  await expect(desk.plans.plan(raise(3, paid.txid, 20, { with_later: true }))).rejects.toMatchObject(
    says(refusals.changeSpent),
  )
  const both = await desk.pay(raise(2, paid.txid, 30, { with_later: true }))
  expect(both.status).toBe('success')
  expect((await desk.plans.plan(raise(3, both.txid, 60))).takesAlong).toEqual([later.txid])
  expect((await desk.plans.plan(raise(2, both.txid, 60))).takesAlong).toEqual([later.txid])
})

test('a replacement finds further coins only where its own do not suffice, enough for all that it throws out', async () => {
  const desk = await openDesk()
  await desk.receive(61_000)
  const paid = await desk.pay(payment(60_000))
  const frozen = await desk.receive(900_000)
  desk.database.transact(tx => desk.coins.keep(tx, { txid: frozen, vout: 0 }))
  await expect(desk.plans.plan(raise(2, paid.txid, 50))).rejects.toMatchObject(says(refusals.replacementTooDear))
  await desk.receive(500_000)
  const spy = vi.spyOn(desk.coins, 'listFor')
  const plan = await desk.plans.plan(raise(2, paid.txid, 50))
  expect(plan.inputs.map(({ valueSats }) => valueSats).toSorted()).toEqual([500_000, 61_000])
  expect(spy).toHaveBeenCalledWith((paid.fee_sats ?? 0) + (desk.chainBook.find(paid.txid)?.vsize ?? 0))
})

test('raises an incoming payment by a child, but not confirmed, unknown, lost or foreign ones', async () => {
  const desk = await openDesk()
  const block = await desk.receive(50_000)
  const paid = await desk.receive(60_000, 'mempool')
  await desk.receive(70_000, 'mempool')
  const vsize = desk.chainBook.find(paid)?.vsize ?? 0
  const plan = await desk.plans.plan(raise(4, paid, 10))
  expect(plan).toMatchObject({ lockTime: (await desk.chain.tip()).height, inputs: [{ txid: paid }] })
  expect(plan.feeSats).toBe(10 * (plan.vsize + vsize) - vsize)
  expect(plan.outputs).toMatchObject([{ change: true, script: desk.addresses.nextChange().script }])
  const child = (txid: string) => desk.plans.plan(raise(4, txid, 10))
  await expect(child('ab'.repeat(32))).rejects.toMatchObject(says(refusals.unknownTransaction))
  await expect(child(block)).rejects.toMatchObject(says(refusals.alreadyConfirmed))
  desk.chain.evict(paid)
  await expect(child(paid)).rejects.toMatchObject(says(refusals.notInMempool))
})

test('a child that is too cheap for nodes is refused; one with too little money takes a confirmed coin along', async () => {
  const desk = await openDesk()
  const paid = await desk.receive(3_000, 'mempool')
  await expect(desk.plans.plan(raise(4, paid, 30))).rejects.toMatchObject(says(refusals.childTooDear))
  await expect(desk.plans.plan(raise(4, paid, 1))).rejects.toMatchObject(says(refusals.childTooCheap))
  await desk.receive(50_000)
  const spy = vi.spyOn(desk.coins, 'listFor')
  expect(await inputsOf(desk, raise(4, paid, 30))).toEqual([3_000, 50_000])
  expect(spy).toHaveBeenCalledWith(30 * (desk.chainBook.find(paid)?.vsize ?? 0))
})

test('builds a child on unspent outputs of a payment or its own spender, but no frozen or contested ones', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const first = await desk.pay(payment(20_000))
  const second = await desk.pay(payment(30_000))
  const plan = await desk.plans.plan(raise(4, first.txid, 40))
  expect(plan.inputs.map(({ txid }) => txid)).toEqual([second.txid])
  const [coin] = desk.coins.listUnconfirmed()
  for (const flaw of [{ locked: true }, { contested: true }]) {
    vi.spyOn(desk.coins, 'listUnconfirmed').mockReturnValueOnce([{ ...(coin ?? expect.fail()), ...flaw }])
    await expect(desk.plans.plan(raise(4, first.txid, 40))).rejects.toMatchObject(says(refusals.nothingSpendable))
  }
})

test('a payment without a wallet is refused', async () => {
  const desk = await openDesk()
  vi.spyOn(desk.vault, 'wallet').mockImplementation(() => {
    throw new Error('no wallet')
  })
  for (const request of [payment(1000), raise(2, 'ab'.repeat(32), 2)])
    await expect(desk.plans.plan(request)).rejects.toThrow('no wallet')
})
