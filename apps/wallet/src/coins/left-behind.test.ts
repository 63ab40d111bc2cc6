import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lackingSats, leftBehind, packageRate, sumOfAll, type Unconfirmed } from './left-behind.ts'

const one = (txid: string, vsize: number, feeSats: number, ...parents: string[]): Unconfirmed => {
  return { txid, vsize, feeSats, parents }
}
const idsOf = (list: readonly Unconfirmed[]) => list.map(({ txid }) => txid).join('')

const families = fc
  .array(
    fc.record({
      vsize: fc.integer({ min: 1, max: 3 }),
      feeSats: fc.integer({ min: 0, max: 6 }),
      parents: fc.array(fc.nat(6), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map(list =>
    list.map(({ vsize, feeSats, parents }, position) => {
      const before = [...new Set(parents)].filter(parent => parent < position)
      return one(`${position}`, vsize, feeSats, ...before.map(String))
    }),
  )
const nearly = families.map(list =>
  list.map(({ vsize, feeSats, ...rest }) => ({ ...rest, vsize: 1000 + vsize - feeSats, feeSats: 1 })),
)
const rates = fc.constantFrom(0.5, 0.999, 1, 1.001, 1.5, 1.999, 2, 3)

function takenSets(family: readonly Unconfirmed[]): Unconfirmed[][] {
  return Array.from({ length: 2 ** family.length }, (_, mask) => family.filter((__, at) => mask & (1 << at))).filter(
    set => set.every(({ parents }) => parents.every(parent => set.some(({ txid }) => txid === parent))),
  )
}
const surplusOf = (set: readonly Unconfirmed[], rate: number) => {
  const { vsize, feeSats } = sumOfAll(set)
  return feeSats * 1000 - vsize * Math.round(rate * 1000)
}

test('always: keeps the smallest set that pays miners most above the rate', () => {
  fc.assert(
    fc.property(fc.oneof(fc.tuple(families, rates), fc.tuple(nearly, fc.constant(1))), ([family, rate]) => {
      const behind = leftBehind(family, rate)
      const taken = family.filter(member => !behind.includes(member))
      const sets = takenSets(family)
      expect(sets.map(idsOf)).toContain(idsOf(taken))
      const most = Math.max(...sets.map(set => surplusOf(set, rate)))
      expect(surplusOf(taken, rate)).toBe(most)
      const smallest = Math.min(...sets.filter(set => surplusOf(set, rate) === most).map(set => set.length))
      expect(taken).toHaveLength(smallest)
    }),
    { numRuns: 2000 },
  )
})

test('a giver that can give elsewhere makes room: two rich children lift both of their parents', () => {
  // c could lift a or b, d only a. Together they lift both, whoever gives first.
  const family = [one('a', 100, 0), one('b', 100, 0), one('c', 100, 2100, 'a', 'b'), one('d', 100, 2100, 'a')]
  expect(idsOf(leftBehind(family, 10))).toBe('')
  expect(idsOf(leftBehind(family, 11))).toBe('abcd')
})

test("needs the ancestors' missing fee, and nothing if they pay enough", () => {
  const family = [one('a', 200, 200), one('b', 100, 5000)]
  expect([1, 2, 10, 50].map(rate => lackingSats(family, rate))).toEqual([0, 200, 1800, 2300 + 7500])
  expect(lackingSats([], 10)).toBe(0)
})

test('the rate of a package counts the child and those that it lifts, in thousandths rounded up', () => {
  const family = [one('a', 200, 200), one('b', 100, 5000)]
  expect(packageRate(family, 100, 1000)).toEqual({ rate: 4, behind: [family[0]] })
  expect(packageRate(family, 101, 1000).rate).toBe(3.987)
  expect(packageRate([], 100, 250)).toEqual({ rate: 2.5, behind: [] })
})
