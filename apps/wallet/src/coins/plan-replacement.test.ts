import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Coin, TransactionPlan } from './coin.ts'
import { dustLimitSats } from './dust.ts'
import { planChild } from './plan-child.ts'
import { planPayment, planSendAll } from './plan-payment.ts'
import { lowestReplacementRate, planCancellation, planReplacement, type Replacement } from './plan-replacement.ts'
import { RefusedError } from './refused-error.ts'
import { sumOf } from './select-coins.ts'

const script = `0014${'aa'.repeat(20)}`
const changeScript = `0014${'bb'.repeat(20)}`
const frame = { kind: 'p2wpkh', lockTime: 0, signalsReplacement: true } as const

function coin(valueSats: number, position: number): Coin {
  const txid = position.toString(16).padStart(64, '0')
  return { txid, vout: 0, valueSats, script: changeScript, branch: 0, index: position, confirmed: true }
}

function original(coins: number[], valueSats: number, rate: number): TransactionPlan {
  return planPayment({ ...frame, coins: coins.map(coin), script, valueSats, rate, changeScript })
}

function replacementOf(plan: TransactionPlan, rate: number, spare: number[] = []): Replacement {
  const spareCoins = spare.map((value, position) => coin(value, 1000 + position))
  return {
    original: { ...plan, descendantFeeSats: 0 },
    kind: 'p2wpkh',
    rate,
    spareCoins,
    changeScript,
    incrementalRate: 1,
  }
}

function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof RefusedError) return `${error.reason}: ${error.message}`
    throw error
  }
  return 'not refused'
}

test('BIP 125, rule 4: a replacement that does not pay for its own passing on is refused with the rate that does', () => {
  const plan = original([100_000], 50_000, 10)
  expect(refusal(() => planReplacement(replacementOf(plan, 10)))).toMatch(/^fee_too_low: .*it needs 11 or more/)
  expect(refusal(() => planReplacement(replacementOf(plan, 10.99)))).toMatch(/^fee_too_low/)
  expect(refusal(() => planReplacement(replacementOf(plan, 11)))).toBe('not refused')
})

test('BIP 125, rule 3: what others have built on it is paid for as well', () => {
  const replacement = replacementOf(original([100_000], 50_000, 10), 20)
  const burdened = { ...replacement, original: { ...replacement.original, descendantFeeSats: 5000 } }
  expect(refusal(() => planReplacement(burdened))).toMatch(/^fee_too_low/)
  expect(refusal(() => planReplacement({ ...burdened, rate: 60 }))).toBe('not refused')
})

test('the fee comes out of the change first', () => {
  const plan = original([100_000], 50_000, 2)
  const replaced = planReplacement(replacementOf(plan, 10, [1_000_000]))
  expect(replaced.inputs).toEqual(plan.inputs)
  expect(replaced).toMatchObject({ vsize: 141, feeSats: 1410 })
  expect(replaced.outputs.find(output => output.change)?.valueSats).toBe(100_000 - 50_000 - 1410)
})

test('where the change is not enough, the smallest coin that is enough is added', () => {
  const plan = original([100_000], 99_000, 2)
  const replaced = planReplacement(replacementOf(plan, 50, [900_000, 30_000, 500]))
  expect(replaced.inputs.map(({ valueSats }) => valueSats)).toEqual([100_000, 30_000])
  expect(replaced.outputs.find(output => !output.change)?.valueSats).toBe(99_000)
})

test('what others get is never cut, not even without change (fault 22)', () => {
  const plan = planSendAll({ ...frame, coins: [coin(100_000, 1)], script, rate: 2 })
  expect(refusal(() => planReplacement(replacementOf(plan, 50)))).toMatch(/^insufficient_funds/)
  const replaced = planReplacement(replacementOf(plan, 50, [40_000]))
  expect(replaced.outputs.find(output => !output.change)).toEqual(plan.outputs[0])
})

test('a cancellation pays everything back to us, by the same rules', () => {
  const plan = original([100_000], 50_000, 10)
  expect(refusal(() => planCancellation(replacementOf(plan, 10)))).toMatch(/^fee_too_low/)
  const cancelled = planCancellation(replacementOf(plan, 20))
  expect(cancelled.outputs).toEqual([{ script: changeScript, valueSats: 100_000 - 2200, change: true }])
  expect(cancelled.feeSats).toBe(feeSatsOf(110, 20))
})

test('always: a replacement is sound, spends what the original spent, pays the same, and nodes would take it', () => {
  const amounts = fc.array(fc.integer({ min: 2000, max: 500_000 }), { minLength: 1, maxLength: 12 })
  const rates = fc.integer({ min: 1000, max: 40_000 }).map(value => value / 1000)
  fc.assert(
    fc.property(
      amounts,
      fc.integer({ min: 294, max: 800_000 }),
      rates,
      rates,
      amounts,
      (coins, value, rate, newRate, spare) => {
        try {
          const plan = original(coins, value, rate)
          const replaced = planReplacement(replacementOf(plan, newRate, spare))
          const paid = replaced.outputs.reduce((sum, output) => sum + output.valueSats, 0)
          expect(sumOf(replaced.inputs)).toBe(paid + replaced.feeSats)
          expect(replaced.inputs).toEqual(expect.arrayContaining([...plan.inputs]))
          expect(replaced.outputs.filter(output => !output.change)).toEqual([
            { script, valueSats: value, change: false },
          ])
          expect(replaced.outputs.every(output => output.valueSats >= dustLimitSats(output.script))).toBe(true)
          expect(replaced.feeSats).toBeGreaterThanOrEqual(plan.feeSats + replaced.vsize)
          expect(replaced.feeSats).toBeGreaterThanOrEqual(feeSatsOf(replaced.vsize, newRate))
          expect(replaced.feeSats / replaced.vsize).toBeGreaterThan(plan.feeSats / plan.vsize)
        } catch (error) {
          if (!(error instanceof RefusedError)) throw error
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('always: the lowest rate that is named is taken, and a thousandth below it is not', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1000, max: 90_000 }).map(value => value / 1000),
      rate => {
        const plan = original([900_000], 50_000, rate)
        const lowest = lowestReplacementRate(replacementOf(plan, rate), plan.vsize)
        expect(refusal(() => planReplacement(replacementOf(plan, lowest)))).toBe('not refused')
        expect(refusal(() => planReplacement(replacementOf(plan, lowest - 1)))).toMatch(/^fee_too_low/)
      },
    ),
    { numRuns: 100 },
  )
})

test('a child that would lift nothing, or that nothing is left for, is refused', () => {
  const child = { kind: 'p2wpkh', script, lockTime: 0, parentCoins: [coin(2000, 1)], spareCoins: [] } as const
  const parent = { packageVsize: 141, packageFeeSats: 1410 }
  expect(refusal(() => planChild({ ...child, ...parent, rate: 10 }))).toMatch(/^fee_too_low: .*10 sat\/vB already/)
  expect(refusal(() => planChild({ ...child, ...parent, rate: 40 }))).toMatch(/^insufficient_funds/)
})

test('a child lifts itself and its parent to the rate, to the satoshi', () => {
  const parent = { packageVsize: 141, packageFeeSats: 141 }
  const common = { kind: 'p2wpkh', script, lockTime: 0, spareCoins: [coin(90_000, 2)] } as const
  const plan = planChild({ ...common, ...parent, parentCoins: [coin(50_000, 1)], rate: 20 })
  expect(plan.inputs).toHaveLength(1)
  expect(plan.feeSats + 141).toBe((110 + 141) * 20)
  const withMore = planChild({ ...common, ...parent, parentCoins: [coin(3000, 1)], rate: 20 })
  expect(withMore.inputs).toHaveLength(2)
  expect(sumOf(withMore.inputs)).toBe((withMore.outputs[0]?.valueSats ?? 0) + withMore.feeSats)
})
