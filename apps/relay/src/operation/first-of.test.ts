import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FirstOf } from './first-of.ts'

test('gives what sorting all would give, and never keeps more than twice as many', () => {
  const order = (one: number, other: number) => one - other
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 300 }),
      fc.integer({ min: 1, max: 40 }),
      (all, max) => {
        const first = new FirstOf(max, order)
        for (const one of all) first.add(one)
        expect([first.sorted(), first.count]).toEqual([all.toSorted(order).slice(0, max), all.length])
      },
    ),
  )
})

test('sorts ten thousand for a page of fifty in parts of a hundred', () => {
  let compared = 0
  const first = new FirstOf<number>(50, (one, other) => {
    compared += 1
    return one - other
  })
  for (let at = 10_000; at > 0; at--) first.add(at)
  expect(first.sorted()[0]).toBe(1)
  expect(compared).toBeLessThan(10_000 * 10)
})
