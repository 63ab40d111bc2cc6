import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Coin, TransactionPlan } from '../coin.ts'
import { dustLimitSats } from '../dust.ts'
import { RefusedError } from '../refused-error.ts'
import { sumOf } from '../selection/select-coins.ts'
import { allowsChange, feeWith, needsNoChange, type Task } from '../selection/task.ts'
import { planPayment, planSendAll } from './plan-payment.ts'
import { planCancellation, planCheapestReplacement, planReplacement, type Replacement } from './plan-replacement.ts'

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
  const result = attempt(work)
  return result instanceof RefusedError ? `${result.reason}: ${result.message}` : 'not refused'
}

function attempt<Result>(work: () => Result): Result | RefusedError {
  try {
    return work()
  } catch (error) {
    if (error instanceof RefusedError) return error
    throw error
  }
}

function figuresOf(work: () => unknown) {
  const result = attempt(work)
  return result instanceof RefusedError ? result.figures : {}
}

test('BIP 125, rule 4: a replacement that does not pay for its own passing on is refused with the rate that does', () => {
  const plan = original([100_000], 50_000, 10)
  expect(refusal(() => planReplacement(replacementOf(plan, 10)))).toMatch(/^fee_too_low: .*It needs 11 sat\/vB or more/)
  expect(refusal(() => planReplacement(replacementOf(plan, 10.99)))).toMatch(/^fee_too_low/)
  expect(refusal(() => planReplacement(replacementOf(plan, 11)))).toBe('not refused')
})

test('BIP 125, rule 3: pays for descendants of others as well', () => {
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

test('adds the smallest sufficient coin if the change is not enough', () => {
  const plan = original([100_000], 99_000, 2)
  const replaced = planReplacement(replacementOf(plan, 50, [900_000, 30_000, 500]))
  expect(replaced.inputs.map(({ valueSats }) => valueSats)).toEqual([100_000, 30_000])
  expect(replaced.outputs.find(output => !output.change)?.valueSats).toBe(99_000)
})

test("never reduces others' outputs, even without change (fault 22)", () => {
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

test("always: is valid, spends the original's coins, pays the same, and passes node policy", () => {
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

test('always: suggests the lowest accepted rate with its fee, never above the requested one', () => {
  const rates = fc.integer({ min: 1000, max: 90_000 }).map(value => value / 1000)
  const spares = fc.array(fc.integer({ min: 2000, max: 500_000 }), { maxLength: 6 })
  const coins = fc.array(fc.integer({ min: 2000, max: 200_000 }), { minLength: 1, maxLength: 6 })
  const more = fc.integer({ min: -5, max: 60 })
  const makers = fc.constantFrom(planReplacement, planCancellation)
  fc.assert(
    fc.property(rates, coins, spares, more, makers, (rate, held, spare, raise, make) => {
      const asked = rate + raise
      let lowest: { rate: number; feeSats: number } | undefined
      const plan = attempt(() => original(held, 50_000, rate))
      if (plan instanceof RefusedError || asked < 1) return
      const made = attempt(() => make(replacementOf(plan, asked, spare)))
      if (!(made instanceof RefusedError)) lowest = made.lowest
      else if (made.reason === 'fee_too_low')
        lowest = { rate: Number(made.figures.lowest_rate), feeSats: Number(made.figures.lowest_fee_sats) }
      if (!lowest) {
        expect(made).toMatchObject({ reason: 'insufficient_funds' })
        return
      }
      expect(lowest.rate <= asked).toBe(!(made instanceof RefusedError))
      expect(make(replacementOf(plan, lowest.rate, spare)).feeSats).toBe(lowest.feeSats)
    }),
    { numRuns: 400 },
  )
})

test('always: two satoshis below the lowest fee that is named, nodes would not take it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1000, max: 90_000 }).map(value => value / 1000),
      fc.constantFrom(planReplacement, planCancellation),
      (rate, make) => {
        const plan = original([900_000], 50_000, rate)
        const { rate: lowest = 0 } = make(replacementOf(plan, rate + 90)).lowest ?? {}
        expect(refusal(() => make(replacementOf(plan, lowest - 0.02)))).toMatch(/^fee_too_low/)
      },
    ),
    { numRuns: 100 },
  )
})

test('a refusal carries the lowest rate and its fee as figures, and that rate is taken', () => {
  const plan = original([100_000], 50_000, 10)
  const figures = { rate: 10, lowest_rate: 11, lowest_fee_sats: 1551 }
  expect(figuresOf(() => planReplacement(replacementOf(plan, 10)))).toEqual(figures)
  expect(planReplacement(replacementOf(plan, 11)).feeSats).toBe(1551)
  expect(planCheapestReplacement(replacementOf(plan, 99))).toMatchObject({ feeSats: 1551, lowest: { rate: 11 } })
  const back = figuresOf(() => planCancellation(replacementOf(plan, 11)))
  expect(back).toEqual({ rate: 11, lowest_rate: 13.819, lowest_fee_sats: 1521 })
})

test('reports insufficient funds if even the lowest rate is unaffordable', () => {
  const plan = planSendAll({ ...frame, coins: [coin(100_000, 1)], script, rate: 2 })
  expect(figuresOf(() => planReplacement(replacementOf(plan, 2)))).toMatchObject({ missing_sats: 110 })
})

test('the lowest rate does not depend on the requested rate: tiers begin with it', () => {
  const plan = original([100_000], 20_000, 3)
  const spare = [500_000, 2_000_000]
  const { lowest } = planCheapestReplacement(replacementOf(plan, 0, spare))
  expect(lowest?.rate).toBe(4)
  for (const rate of [4, 5, 900, 9999]) {
    expect(planReplacement(replacementOf(plan, rate, spare)).lowest).toEqual(lowest)
    if (rate > 4) expect(planCancellation(replacementOf(plan, rate, spare)).lowest?.rate).toBe(4.846)
  }
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1000, max: 5_000_000 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 2, max: 9000 }),
      (more, rate) => {
        const asked = attempt(() => planReplacement(replacementOf(plan, rate, more)))
        if (asked instanceof RefusedError) return
        const least = planCheapestReplacement(replacementOf(plan, 0, more)).lowest?.rate ?? 0
        expect(asked.lowest?.rate).toBeLessThanOrEqual(least)
      },
    ),
  )
})

test('a replacement costs more than 1 sat/vB over its rate only where no set of further coins avoids it', () => {
  const task: Task = { kind: 'p2wpkh', rate: 0, paidSats: 0, paidScripts: [script], changeScript }
  const small = fc.array(fc.integer({ min: 300, max: 6000 }), { maxLength: 6 })
  const rates = fc.integer({ min: 1, max: 60 })
  const first = fc.record({
    rate: rates,
    more: fc.integer({ min: 1, max: 60 }),
    change: fc.integer({ min: 0, max: 8000 }),
  })
  fc.assert(
    fc.property(
      first,
      small,
      fc.constantFrom(planReplacement, planCancellation),
      ({ rate, more, change }, spare, make) => {
        const value = 100_000 - feeWith({ ...task, rate }, 1, true) - change
        const plan = attempt(() => original([100_000], value, rate))
        if (plan instanceof RefusedError) return
        const asked = replacementOf(plan, rate + more, spare)
        const made = attempt(() => make(asked))
        const paid = make === planReplacement ? { paidSats: value } : { paidSats: 0, paidScripts: [] }
        const wanted: Task = { ...task, ...paid, rate: rate + more }
        const isSound = (set: readonly Coin[]) => {
          const [count, sum] = [set.length + 1, sumOf(set) + 100_000]
          const goesWithout = wanted.paidScripts.length > 0 && needsNoChange(wanted, count, sum)
          return goesWithout || allowsChange(wanted, count, sum)
        }
        const useful = asked.spareCoins.filter(({ valueSats }) => valueSats >= 68 * (wanted.rate + 1))
        const sets = Array.from({ length: 2 ** useful.length }, (_, mask) =>
          useful.filter((__, position) => mask & (1 << position)),
        )
        if (made instanceof RefusedError) {
          // For another rate than requested, if nodes would refuse that.
          if (made.figures.rate === rate + more && made.reason === 'insufficient_funds')
            expect(sets.filter(isSound)).toEqual([])
          return
        }
        if (!sets.some(isSound)) return
        expect(made.feeSats - feeSatsOf(made.vsize, rate + more)).toBeLessThanOrEqual(made.vsize)
      },
    ),
    { numRuns: 300 },
  )
})

test('BIP 125, rules 3 and 4: a replacement of several pays the fees of all, and a higher rate than each', () => {
  const plan = original([100_000], 50_000, 10)
  const withLater = (feeSats: number, vsize: number, rate: number): Replacement => {
    const replacement = replacementOf(plan, rate, [100_000])
    const later = [{ txid: 'ab'.repeat(32), feeSats, vsize }]
    return { ...replacement, original: { ...replacement.original, later } }
  }
  // 10 sat/vB of its own, as much for the later one, and 1 for relaying.
  expect(refusal(() => planReplacement(withLater(plan.feeSats, plan.vsize, 20.9)))).toMatch(/21 sat\/vB or more/)
  expect(planReplacement(withLater(plan.feeSats, plan.vsize, 21)).feeSats).toBe(21 * plan.vsize)
  // A small transaction at a high rate costs little and is better for miners than a lower rate.
  expect(refusal(() => planReplacement(withLater(110 * 40, 110, 40)))).toMatch(/needs 4\d(\.\d+)? sat\/vB or more/)
  const lowest = figuresOf(() => planReplacement(withLater(110 * 40, 110, 40))).lowest_rate
  expect(lowest).toBeGreaterThan(40)
})
