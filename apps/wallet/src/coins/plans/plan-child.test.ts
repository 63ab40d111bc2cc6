import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Coin } from '../coin.ts'
import { dustLimitSats } from '../dust.ts'
import { leftBehind, type Unconfirmed } from '../left-behind.ts'
import { RefusedError } from '../refused-error.ts'
import { sumOf } from '../selection/select-coins.ts'
import { type Child, planChild } from './plan-child.ts'

const script = `0014${'aa'.repeat(20)}`

function coin(valueSats: number, position: number): Coin {
  const txid = position.toString(16).padStart(64, '0')
  return { txid, vout: 0, valueSats, script, branch: 0, index: position, confirmed: true }
}

const one = (txid: string, vsize: number, feeSats: number, parents: string[] = []): Unconfirmed => {
  return { txid, vsize, feeSats, parents }
}

const common = { kind: 'p2wpkh', script, lockTime: 0, minimumRate: 1, spareCoins: [] } as const
const plan = (family: Unconfirmed[], rate: number, more: Partial<Child> = {}) =>
  planChild({ ...common, parentCoins: [coin(50_000, 1)], family, rate, ...more })

function refusalOf(work: () => unknown): RefusedError {
  try {
    work()
  } catch (error) {
    if (error instanceof RefusedError) return error
    throw error
  }
  throw new Error('expected a refusal, got none')
}

test('a child that would lift nothing, or that nothing is left for, is refused', () => {
  const parent = [one('p', 141, 1410)]
  const parentCoins = [coin(2000, 1)]
  expect(refusalOf(() => plan(parent, 10, { parentCoins })).message).toMatch(/already pays 10 sat\/vB/)
  expect(refusalOf(() => plan(parent, 40, { parentCoins })).reason).toBe('insufficient_funds')
})

test('a child lifts itself and its parent to the rate, to the satoshi', () => {
  const parent = [one('p', 141, 141)]
  const spareCoins = [coin(90_000, 2)]
  const alone = plan(parent, 20, { spareCoins })
  expect(alone.inputs).toHaveLength(1)
  expect(alone.feeSats + 141).toBe((110 + 141) * 20)
  const withMore = plan(parent, 20, { spareCoins, parentCoins: [coin(3000, 1)] })
  expect(withMore.inputs).toHaveLength(2)
  expect(sumOf(withMore.inputs)).toBe((withMore.outputs[0]?.valueSats ?? 0) + withMore.feeSats)
})

test('a child says the lowest rate that lifts anything and that nodes pass on, and its fee', () => {
  const parent = [one('p', 141, 1410)]
  const { figures } = refusalOf(() => plan(parent, 10))
  expect(figures).toEqual({ rate: 10, paid_rate: 10, lowest_rate: 10.001, lowest_fee_sats: 1101 })
  expect(plan(parent, 10.001)).toMatchObject({ feeSats: 1101 })
  // Nodes relay nothing below 25: the child must reach that alone.
  const full = plan(parent, 30, { minimumRate: 25 }).lowest
  expect(full?.feeSats).toBeGreaterThanOrEqual(110 * 25)
  expect(full?.feeSats).toBeLessThanOrEqual(110 * 25 + 1)
})

test('a child pays at least what nodes ask for, and keeps at least the dust limit', () => {
  const parent = [one('p', 141, 141)]
  // 251 vbytes at 2 sat/vB less the parent's 141 are 361, as are 110 at 3.28.
  expect(plan(parent, 2, { minimumRate: 3.28 }).feeSats).toBe(361)
  expect(refusalOf(() => plan(parent, 2, { minimumRate: 3.29 })).reason).toBe('fee_too_low')
  expect(plan(parent, 2, { parentCoins: [coin(361 + 294, 1)] }).outputs[0]?.valueSats).toBe(294)
  expect(refusalOf(() => plan(parent, 2, { parentCoins: [coin(361 + 293, 1)] })).reason).toBe('insufficient_funds')
})

test('a child of too long a row is refused', () => {
  const row = Array.from({ length: 25 }, (_, position) => one(`${position}`, 141, 141, [`${position + 1}`]))
  expect(refusalOf(() => plan(row, 2)).reason).toBe('coin_not_spendable')
  expect(plan(row.slice(1), 2, { parentCoins: [coin(90_000, 1)] }).inputs).toHaveLength(1)
})

test('miners take what pays more than the rate, to the satoshi', () => {
  const behind = (feeSats: number) => leftBehind([one('p', 200, feeSats)], 20).length
  expect([behind(3999), behind(4000), behind(4001)]).toEqual([1, 1, 0])
})

test('raises a slow parent even if its own parents pay enough', () => {
  const family = [one('p', 200, 200, ['g']), one('g', 200, 20_000)]
  expect(plan(family, 20).feeSats).toBe((200 + 110) * 20 - 200)
  const { figures } = refusalOf(() => plan(family, 1))
  expect(figures).toMatchObject({ paid_rate: 1, lowest_rate: 1.001 })
})

test("raises the parent's parents if they pay too little", () => {
  const family = [one('p', 200, 3000, ['g']), one('g', 200, 200)]
  expect(plan(family, 20).feeSats).toBe((200 + 200 + 110) * 20 - 3200)
  expect(refusalOf(() => plan(family, 8)).figures).toMatchObject({ paid_rate: 8 })
})

test('two that pay together for what both need are mined without help, though neither could pay for it alone', () => {
  const cheap = one('g', 200, 200)
  const family = [one('p', 200, 200, ['a', 'b']), one('a', 200, 6000, ['g']), one('b', 200, 6000, ['g']), cheap]
  expect(leftBehind(family, 20).map(({ txid }) => txid)).toEqual(['p'])
  expect(leftBehind(family, 21).map(({ txid }) => txid)).toEqual(['p', 'a', 'b', 'g'])
})

const families = fc
  .array(
    fc.record({ vsize: fc.integer({ min: 100, max: 400 }), rate: fc.integer({ min: 1, max: 60 }), spends: fc.nat() }),
    { minLength: 1, maxLength: 8 },
  )
  .map(list =>
    list.map(({ vsize, rate, spends }, position) => {
      const behind = list.map((_, other) => other).filter(other => other > position)
      const parents = behind.filter(other => position === 0 || spends & (1 << other)).map(String)
      return one(String(position), vsize, vsize * rate, parents)
    }),
  )

/** The rest's lack if miners take the best set closed under ancestors; no other choice leaves more to pay. */
function lackingAt(family: Unconfirmed[], rate: number): number {
  const worth = (set: Unconfirmed[]) => set.reduce((sum, { vsize, feeSats }) => sum + feeSats - vsize * rate, 0)
  const best = Array.from({ length: 2 ** family.length }, (_, mask) => {
    const set = family.filter((__, position) => mask & (1 << position))
    const isWhole = set.every(({ parents }) => parents.every(txid => set.some(other => other.txid === txid)))
    return isWhole ? worth(set) : 0
  })
  return Math.max(...best) - worth(family)
}

test('always: pays exactly the fee that raises the ancestors to the rate, without dust', () => {
  const coins = fc.array(fc.integer({ min: 600, max: 60_000 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(families, fc.integer({ min: 2, max: 80 }), coins, coins, (family, rate, own, spare) => {
      const parentCoins = own.map(coin)
      const spareCoins = spare.map((value, position) => coin(value, 100 + position))
      const lacking = lackingAt(family, rate)
      try {
        const child = plan(family, rate, { parentCoins, spareCoins })
        expect(child.feeSats).toBe(feeSatsOf(child.vsize, rate) + lacking)
        expect(child.outputs).toEqual([{ script, valueSats: sumOf(child.inputs) - child.feeSats, change: true }])
        expect(child.outputs[0]?.valueSats).toBeGreaterThanOrEqual(dustLimitSats(script))
        expect(child.inputs).toEqual(expect.arrayContaining(parentCoins))
        expect(child.lowest?.rate).toBeLessThanOrEqual(rate)
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error
        if (error.reason === 'fee_too_low') {
          expect(lacking).toBe(0)
          expect(error.figures.lowest_rate).toBeGreaterThan(rate)
          const lowest = plan(family, Number(error.figures.lowest_rate), { parentCoins, spareCoins })
          expect(lowest.feeSats).toBe(error.figures.lowest_fee_sats)
        } else {
          const [at, all] = [Number(error.figures.rate), [...parentCoins, ...spareCoins]]
          expect(at).toBeGreaterThanOrEqual(rate)
          expect(sumOf(all)).toBeLessThan(lackingAt(family, at) + 80 * at * (all.length + 1) + dustLimitSats(script))
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('a child that needs more money takes the largest coin, in whichever order they are given', () => {
  const spareCoins = [coin(6000, 2), coin(90_000, 3), coin(7000, 4)]
  const taken = plan([one('p', 141, 141)], 20, { spareCoins, parentCoins: [coin(3000, 1)] })
  expect(taken.inputs.map(({ valueSats }) => valueSats).toSorted((a, b) => a - b)).toEqual([3000, 90_000])
})
