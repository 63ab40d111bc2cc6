import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Coin, SpendKind, TransactionPlan } from '../coin.ts'
import { dustLimitSats } from '../dust.ts'
import { RefusedError } from '../refused-error.ts'
import { sumOf } from '../selection/select-coins.ts'
import { allowsChange, feeWith, needsNoChange, type Task, wasteOf } from '../selection/task.ts'
import { transactionVsize } from '../tx-size.ts'
import { planPayment, planSendAll } from './plan-payment.ts'

const script = `0014${'aa'.repeat(20)}`
const changeScript = `0014${'bb'.repeat(20)}`

export function coin(valueSats: number, position = 0): Coin {
  const txid = position.toString(16).padStart(64, '0')
  return { txid, vout: 0, valueSats, script: changeScript, branch: 0, index: position, confirmed: true }
}

const frame = { kind: 'p2wpkh', lockTime: 0, signalsReplacement: true } as const
const pay = (values: number[], valueSats: number, rate: number, kind: SpendKind = 'p2wpkh') =>
  planPayment({ ...frame, kind, coins: values.map(coin), script, valueSats, rate, changeScript })

function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof RefusedError) return error.reason
    throw error
  }
  return 'not refused'
}

test('a payment below the dust limit is refused', () => {
  expect(refusal(() => pay([100_000], 293, 1))).toBe('dust')
  expect(refusal(() => pay([100_000], 294, 1))).toBe('not refused')
  expect(() => pay([100_000], 293, 1)).toThrow(/^Invalid Amount/)
})

test('inputs and outputs are in an order that does not reveal the change (BIP 69)', () => {
  const named = (txid: string, vout: number, more: number) => ({ ...coin(20_000 + more), txid: txid.repeat(64), vout })
  const coins = [named('b', 0, 20), named('a', 10, 30), named('c', 1, 40), named('a', 2, 10)]
  const make = (list: readonly Coin[], to: string, valueSats: number) =>
    planPayment({ ...frame, coins: list, script: to, valueSats, rate: 1, changeScript })
  const expected = [coins[3], coins[1], coins[0], coins[2]]
  for (const list of [coins, coins.toReversed(), coins.toSorted((one, other) => one.vout - other.vout)])
    expect(make(list, script, 75_000).inputs).toEqual(expected)
  const orderOf = (to: string, valueSats: number) => make(coins, to, valueSats).outputs.map(({ change }) => change)
  expect([orderOf(script, 70_000), orderOf(script, 1000)]).toEqual([
    [true, false],
    [false, true],
  ])
  // 20,000 less 141 for the fee: twice the same value.
  const half = (20_000 - 141 - 1) / 2
  const even = (to: string) =>
    planPayment({ ...frame, coins: [coin(20_000 - 1)], script: to, valueSats: half, rate: 1, changeScript })
  expect(even(script).outputs.map(output => output.script)).toEqual([script, changeScript])
  expect(even(`0014${'cc'.repeat(20)}`).outputs[0]?.script).toBe(changeScript)
})

test('everything can be sent unless the fee takes it or dust would remain', () => {
  const all = (amounts: number[], rate = 1) => planSendAll({ ...frame, coins: amounts.map(coin), script, rate })
  expect([refusal(() => all([])), refusal(() => all([100])), refusal(() => all([110]))]).toEqual(
    Array(3).fill('insufficient_funds'),
  )
  expect([refusal(() => all([403])), refusal(() => all([404]))]).toEqual(['dust', 'not refused'])
  // What the fee leaves is too little for an output, though it is something.
  expect(refusal(() => all([111]))).toBe('dust')
  expect(all([404]).outputs).toEqual([{ script, valueSats: 294, change: false }])
  expect(refusal(() => all(Array<number>(1475).fill(1000)))).toBe('too_large')
  expect(all(Array<number>(1474).fill(1000)).inputs).toHaveLength(1474)
})

test('a payment of more than there is, or of so much that the fee is missing, is refused', () => {
  expect(refusal(() => pay([], 1000, 1))).toBe('insufficient_funds')
  expect(refusal(() => pay([10_000], 10_000, 1))).toBe('insufficient_funds')
  expect(refusal(() => pay([10_000], 9891, 1))).toBe('insufficient_funds')
  expect(refusal(() => pay([10_000], 9890, 1))).toBe('not refused')
})

test('a refusal says what is needed for one coin, and what there is', () => {
  expect(() => pay([1000], 5000, 1)).toThrow('at least 5110 sats are needed, 1000 can be spent')
})

test('ignores coins that cost more than their value', () => {
  expect(refusal(() => pay(Array<number>(50).fill(600), 5000, 10))).toBe('insufficient_funds')
})

test('refuses a payment that needs more coins than fit into one transaction', () => {
  expect(refusal(() => pay(Array<number>(3000).fill(1000), 1_500_000, 1))).toBe('too_large')
})

test('WALLET-25: one coin, one payment, change: 141 vbytes at 3.5 cost 494', () => {
  const plan = pay([100_000], 50_000, 3.5)
  expect(plan).toMatchObject({ vsize: 141, feeSats: 494 })
  expect(plan.outputs.find(({ change }) => change)?.valueSats).toBe(100_000 - 50_000 - 494)
})

test('a set that needs no change is taken before one that does', () => {
  const exact = 50_000 + feeSatsOf(110, 2)
  const plan = pay([900_000, exact, 300_000], 50_000, 2)
  expect(plan.inputs.map(({ valueSats }) => valueSats)).toEqual([exact])
  expect(plan.outputs).toHaveLength(1)
})

test('the same coins in another order make the same transaction', () => {
  const coins = [5000, 70_000, 70_000, 12_345, 999_999].map(coin)
  const make = (list: Coin[]) =>
    planPayment({ ...frame, coins: list, script, valueSats: 90_000, rate: 2, changeScript })
  expect(make([...coins].reverse())).toEqual(make(coins))
})

const values = fc.array(fc.integer({ min: 100, max: 2_000_000 }), { minLength: 1, maxLength: 60 })
const rates = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: 100, max: 99_999 }).map(thousandths => thousandths / 1000),
)
const kinds = fc.constantFrom<SpendKind>('p2wpkh', 'p2wpkh elsewhere', 'p2tr')

export function assertSound(plan: TransactionPlan, kind: SpendKind): void {
  const paid = plan.outputs.reduce((sum, output) => sum + output.valueSats, 0)
  expect(sumOf(plan.inputs)).toBe(paid + plan.feeSats)
  expect(plan.outputs.every(output => output.valueSats >= dustLimitSats(output.script))).toBe(true)
  expect(new Set(plan.inputs.map(({ txid, vout }) => `${txid}:${vout}`)).size).toBe(plan.inputs.length)
  const outputScripts = plan.outputs.map(output => output.script)
  expect(plan.vsize).toBe(transactionVsize({ inputs: plan.inputs.length, kind, outputScripts }))
}

test('always: inputs = outputs + fee, no dust, never above the balance, never under the rate', () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 3_000_000 }), rates, kinds, (coins, valueSats, rate, kind) => {
      let plan: TransactionPlan
      try {
        plan = pay(coins, valueSats, rate, kind)
      } catch (error) {
        if (error instanceof RefusedError) return
        throw error
      }
      assertSound(plan, kind)
      expect(plan.outputs.filter(output => !output.change)).toEqual([{ script, valueSats, change: false }])
      expect(valueSats + plan.feeSats).toBeLessThanOrEqual(coins.reduce((sum, value) => sum + value, 0))
      expect(plan.feeSats).toBeGreaterThanOrEqual(feeSatsOf(plan.vsize, rate))
      const hasChange = plan.outputs.length === 2
      if (hasChange) expect(plan.feeSats).toBe(feeSatsOf(plan.vsize, rate))
    }),
    { numRuns: 500 },
  )
})

test("keeps a plan's coins, so that the sent plan equals the shown one", () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 294, max: 3_000_000 }), rates, kinds, (coins, valueSats, rate, kind) => {
      const make = (list: readonly Coin[]) =>
        planPayment({ ...frame, kind, coins: list, script, valueSats, rate, changeScript })
      const held = coins.map(coin)
      fc.pre(refusal(() => make(held)) === 'not refused')
      const plan = make(held)
      expect(make(plan.inputs)).toEqual(plan)
    }),
    { numRuns: 300 },
  )
})

function everySet(coins: Coin[], task: Task) {
  const found: { waste: number; sound: boolean }[] = []
  for (let mask = 1; mask < 2 ** coins.length; mask += 1) {
    const set = coins.filter((_, position) => mask & (1 << position))
    const sum = sumOf(set)
    if (allowsChange(task, set.length, sum)) found.push({ waste: wasteOf(task, set.length, sum, true), sound: true })
    if (needsNoChange(task, set.length, sum)) found.push({ waste: wasteOf(task, set.length, sum, false), sound: true })
    else if (sum - task.paidSats >= feeWith(task, set.length, false))
      found.push({ waste: Number.POSITIVE_INFINITY, sound: false })
  }
  return found
}

test('wastes as little as any set of few coins, and exceeds the fee by more than 1 sat/vB only if unavoidable', () => {
  const few = fc.array(fc.integer({ min: 5000, max: 120_000 }), { minLength: 1, maxLength: 8 })
  const near = fc.record({ mask: fc.integer({ min: 1, max: 255 }), spare: fc.integer({ min: -50, max: 400 }) })
  fc.assert(
    fc.property(few, near, fc.integer({ min: 1, max: 40 }), kinds, (amounts, { mask, spare }, rate, kind) => {
      const shape: Task = { kind, rate, paidSats: 0, paidScripts: [script], changeScript }
      const some = amounts.filter((_, position) => mask & (1 << position))
      const sum = some.reduce((total, value) => total + value, 0)
      const valueSats = Math.max(294, sum - feeWith(shape, some.length, false) - spare)
      const task: Task = { ...shape, paidSats: valueSats }
      const sets = everySet(amounts.map(coin), task)
      if (sets.length === 0) {
        expect(refusal(() => pay(amounts, valueSats, rate, kind))).toBe('insufficient_funds')
        return
      }
      const plan = pay(amounts, valueSats, rate, kind)
      const withChange = plan.outputs.length === 2
      const excess = plan.feeSats - feeSatsOf(plan.vsize, rate)
      if (sets.some(({ sound }) => sound)) {
        expect(excess).toBeLessThanOrEqual(plan.vsize)
        const waste = wasteOf(task, plan.inputs.length, sumOf(plan.inputs), withChange)
        expect(waste).toBeCloseTo(Math.min(...sets.map(set => set.waste)), 6)
      }
    }),
    { numRuns: 1000 },
  )
})

test('send all leaves nothing behind but coins that cost more than they bring, at exactly the rate', () => {
  fc.assert(
    fc.property(values, rates, kinds, (amounts, rate, kind) => {
      let plan: TransactionPlan
      try {
        plan = planSendAll({ ...frame, kind, coins: amounts.map(coin), script, rate })
      } catch (error) {
        if (error instanceof RefusedError) return
        throw error
      }
      assertSound(plan, kind)
      expect(plan.outputs).toHaveLength(1)
      expect(plan.feeSats).toBe(feeSatsOf(plan.vsize, rate))
      const left = amounts.length - plan.inputs.length
      expect(left).toBe(amounts.filter(value => value <= feeSatsOf(kind === 'p2tr' ? 58 : 68, rate)).length)
    }),
    { numRuns: 300 },
  )
})
