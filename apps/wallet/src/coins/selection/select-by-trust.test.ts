import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Coin } from '../coin.ts'
import type { Unconfirmed } from '../left-behind.ts'
import { planPayment, planSendAll } from '../plans/plan-payment.ts'
import { RefusedError } from '../refused-error.ts'
import { Families } from './families.ts'

const script = `0014${'aa'.repeat(20)}`
const changeScript = `0014${'bb'.repeat(20)}`
const nameOf = (position: number) => position.toString(16).padStart(64, '0')

function coin(position: number, valueSats: number, confirmed: boolean, vout = 0): Coin {
  return { txid: nameOf(position), vout, valueSats, script: changeScript, branch: 0, index: position, confirmed }
}
const member = (txid: string, vsize: number, feeSats: number, more: Partial<Unconfirmed> = {}): Unconfirmed => {
  return { txid, vsize, feeSats, parents: [], ...more }
}
const frame = { kind: 'p2wpkh', lockTime: 0, signalsReplacement: true, script } as const

function pay(coins: Coin[], families: Record<string, Unconfirmed[]>, valueSats: number, rate: number) {
  return planPayment({
    ...frame,
    coins,
    families: new Families(new Map(Object.entries(families))),
    valueSats,
    rate,
    changeScript,
  })
}

test('a chain of 25 takes nothing more, and one with too many virtual bytes neither', () => {
  const chain = Array.from({ length: 25 }, (_, position) => member(`a${position}`, 200, 400))
  const one = coin(1, 100_000, false)
  expect(() => pay([one], { [one.txid]: chain }, 50_000, 2)).toThrow('at most 25')
  expect(pay([one], { [one.txid]: chain.slice(1) }, 50_000, 2).inputs).toEqual([one])
  const heavy = [member(one.txid, 100_900, 201_800)]
  expect(() => pay([one], { [one.txid]: heavy }, 50_000, 2)).toThrow('at most 25')
  const popular = [member(one.txid, 200, 400, { descendants: { count: 25, vsize: 5000 } })]
  expect(() => pay([one], { [one.txid]: popular }, 50_000, 2)).toThrow('at most 25')
})

test('of two unconfirmed coins the one whose chain is not full is spent, and coins beside it', () => {
  const [full, free] = [coin(1, 100_000, false), coin(2, 90_000, false)]
  const chain = Array.from({ length: 25 }, (_, position) => member(`a${position}`, 200, 400))
  const families = { [full.txid]: chain, [free.txid]: [member(free.txid, 200, 400)] }
  expect(pay([full, free], families, 50_000, 2).inputs).toEqual([free])
  expect(() => pay([full, free], families, 150_000, 2)).toThrow('at most 25')
})

test('everything is sent less what the ancestors lack, counted once where coins share them', () => {
  const coins = [coin(1, 50_000, false), coin(1, 60_000, false, 1), coin(2, 70_000, true)]
  const families = new Families(new Map([[nameOf(1), [member(nameOf(1), 200, 200)]]]))
  const plan = planSendAll({ ...frame, coins, families, rate: 10 })
  expect(plan.feeSats).toBe(plan.vsize * 10 + 1800)
  expect(plan.liftSats).toBe(1800)
})

test('always: confirmed coins alone where they are enough; else the package of what is new and what it lifts pays the rate', () => {
  const parts = fc.array(
    fc.record({
      valueSats: fc.integer({ min: 1000, max: 200_000 }),
      confirmed: fc.boolean(),
      vsize: fc.integer({ min: 110, max: 600 }),
      paid: fc.integer({ min: 1, max: 40 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  fc.assert(
    fc.property(
      parts,
      fc.integer({ min: 300, max: 400_000 }),
      fc.integer({ min: 1, max: 60 }),
      (list, valueSats, rate) => {
        const coins = list.map(({ valueSats: one, confirmed }, position) => coin(position, one, confirmed))
        const families = Object.fromEntries(
          list.map(({ vsize, paid }, position) => [nameOf(position), [member(nameOf(position), vsize, vsize * paid)]]),
        )
        try {
          const plan = pay(coins, families, valueSats, rate)
          const loose = plan.inputs.filter(({ confirmed }) => !confirmed).map(({ index }) => list[index])
          const lacking = loose.reduce(
            (sum, one) => sum + Math.max(0, (one?.vsize ?? 0) * (rate - (one?.paid ?? 0))),
            0,
          )
          expect(plan.liftSats ?? 0).toBe(lacking)
          expect(plan.feeSats).toBeGreaterThanOrEqual(plan.vsize * rate + lacking)
          if (plan.outputs.length === 2) expect(plan.feeSats).toBe(plan.vsize * rate + lacking)
          const spent = plan.inputs.reduce((sum, one) => sum + one.valueSats, 0)
          expect(spent).toBe(plan.outputs.reduce((sum, one) => sum + one.valueSats, 0) + plan.feeSats)
          const settled = coins.filter(({ confirmed }) => confirmed)
          if (loose.length > 0) expect(() => pay(settled, {}, valueSats, rate)).toThrow(RefusedError)
        } catch (error) {
          if (!(error instanceof RefusedError)) throw error
          expect(error.reason).toBe('insufficient_funds')
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('leaves out the coin with the longest chain if there are too many', () => {
  const chain = Array.from({ length: 24 }, (_, position) => member(`a${position}`, 200, 400))
  const short = (one: Coin) => [member(one.txid, 200, 400)]
  const [first, long] = [coin(1, 90_000, false), coin(2, 80_000, false)]
  const rest = [coin(3, 50_000, false), coin(4, 40_000, false)]
  const others = [first, ...rest].map(one => [one.txid, short(one)])
  const families = { [long.txid]: chain, ...Object.fromEntries(others) }
  expect(pay([first, long, ...rest], families, 165_000, 2).inputs).toEqual([first, ...rest])
})

test('leaves out a coin whose ancestors lack more than its value, and spends others', () => {
  const [settled, poor, rich] = [coin(1, 70_000, true), coin(2, 2000, false), coin(3, 3000, false)]
  const lacking = (one: Coin) => [member(one.txid, 200, 200)] as const
  const families = new Families(new Map([poor, rich].map(one => [one.txid, lacking(one)])))
  const plan = planSendAll({ ...frame, coins: [settled, poor, rich], families, rate: 10 })
  expect(plan.inputs).toEqual([settled, rich])
  expect(plan.liftSats).toBe(1800)
})

test('ancestors that two coins share are lifted once, and what that saves becomes change', () => {
  const [one, other] = [coin(1, 30_000, false), coin(1, 30_000, false, 1)]
  const families = { [one.txid]: [member(one.txid, 200, 200)] }
  const plan = pay([one, other], families, 50_000, 10)
  expect(plan.liftSats).toBe(1800)
  expect(plan.feeSats).toBe(plan.vsize * 10 + 1800)
  expect(plan.outputs.map(({ change }) => change)).toEqual([true, false])
  expect(plan.outputs[0]?.valueSats).toBe(60_000 - 50_000 - plan.feeSats)
})

test('adds what shared ancestors save to the fee if too small for change', () => {
  const [one, other] = [coin(1, 30_000, false), coin(1, 30_000, false, 1)]
  // 400 sats are lacking: counted for each coin, they leave an exact match, and once 400 more.
  const families = { [one.txid]: [member(one.txid, 200, 1600)] }
  const plan = pay([one, other], families, 60_000 - 2 * 400 - 177 * 10, 10)
  expect(plan).toMatchObject({ vsize: 177, liftSats: 400, feeSats: 2 * 400 + 177 * 10 })
  expect(plan.outputs).toHaveLength(1)
})
