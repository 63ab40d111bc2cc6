import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lackingSats, leftBehind, packageRate, sumOfAll, type Unconfirmed } from './left-behind.ts'

const one = (txid: string, vsize: number, feeSats: number, ...parents: string[]): Unconfirmed => {
  return { txid, vsize, feeSats, parents }
}
const idsOf = (list: readonly Unconfirmed[]) => list.map(({ txid }) => txid).join('')

/** Families of up to seven: each spends from some of those before it. */
const families = fc
  .array(
    fc.record({
      vsize: fc.integer({ min: 100, max: 400 }),
      perVbyte: fc.integer({ min: 0, max: 40 }),
      parents: fc.array(fc.nat(6), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map(list =>
    list.map(({ vsize, perVbyte, parents }, position) => {
      const before = [...new Set(parents)].filter(parent => parent < position)
      return one(`${position}`, vsize, vsize * perVbyte, ...before.map(String))
    }),
  )

/** Every set that holds the parents of its members: what miners could take. */
function takenSets(family: readonly Unconfirmed[]): Unconfirmed[][] {
  return Array.from({ length: 2 ** family.length }, (_, mask) => family.filter((__, at) => mask & (1 << at))).filter(
    set => set.every(({ parents }) => parents.every(parent => set.some(({ txid }) => txid === parent))),
  )
}
const surplusOf = (set: readonly Unconfirmed[], rate: number) => {
  const { vsize, feeSats } = sumOfAll(set)
  return feeSats - vsize * rate
}

test('always: what is not left behind is the set that pays miners most above the rate, of these the smallest', () => {
  fc.assert(
    fc.property(families, fc.integer({ min: 1, max: 40 }), (family, rate) => {
      const behind = leftBehind(family, rate)
      const taken = family.filter(member => !behind.includes(member))
      const sets = takenSets(family)
      expect(sets.map(idsOf)).toContain(idsOf(taken))
      const most = Math.max(...sets.map(set => surplusOf(set, rate)))
      expect(surplusOf(taken, rate)).toBe(most)
      const smallest = Math.min(...sets.filter(set => surplusOf(set, rate) === most).map(set => set.length))
      expect(taken).toHaveLength(smallest)
    }),
    { numRuns: 1000 },
  )
})

test('a giver that can give elsewhere makes room: two rich children lift both of their parents', () => {
  // c could lift a or b, d only a. Together they lift both, whoever gives first.
  const family = [one('a', 100, 0), one('b', 100, 0), one('c', 100, 2100, 'a', 'b'), one('d', 100, 2100, 'a')]
  expect(idsOf(leftBehind(family, 10))).toBe('')
  expect(idsOf(leftBehind(family, 11))).toBe('abcd')
})

test('what is lacking is the rate for those left behind less what they pay, and nothing where they pay enough', () => {
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
