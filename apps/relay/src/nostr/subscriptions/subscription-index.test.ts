import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draft, hex } from '../../../test/support/drafts.ts'
import { type Filter, matchesFilter } from '../../events/filter.ts'
import { SubscriptionIndex } from './subscription-index.ts'

const authors = [hex('a'), hex('b'), hex('c')]
const values = ['x', 'y', 'z']
const eventArbitrary = fc
  .record({
    pubkey: fc.constantFrom(...authors),
    kind: fc.constantFrom(0, 1, 7),
    created_at: fc.constantFrom(100, 200),
    tags: fc.array(fc.tuple(fc.constantFrom('t', 'e', 'long'), fc.constantFrom(...values)), { maxLength: 3 }),
    content: fc.constantFrom('a', 'b'),
  })
  .map(draft)
const some = <T>(items: readonly T[]) => fc.option(fc.subarray([...items]), { nil: undefined })
const filterArbitrary: fc.Arbitrary<Filter> = fc.record({
  authors: some(authors),
  kinds: some([0, 1, 7]),
  since: fc.option(fc.constantFrom(100, 200), { nil: undefined }),
  until: fc.option(fc.constantFrom(100, 200), { nil: undefined }),
  tags: fc.option(
    fc.uniqueArray(fc.tuple(fc.constantFrom('t', 'e'), fc.subarray(values)), { maxLength: 2, selector: ([l]) => l }),
    { nil: undefined },
  ),
})

describe('the subscription index', () => {
  it('finds those whom asking each would find, also after some have left', () => {
    const subscribers = fc.array(fc.array(filterArbitrary, { minLength: 1, maxLength: 3 }), { maxLength: 12 })
    fc.assert(
      fc.property(subscribers, fc.array(eventArbitrary, { maxLength: 10 }), fc.nat(11), (all, events, leaver) => {
        const index = new SubscriptionIndex<number>()
        for (const [who, filters] of all.entries()) index.add(who, [...filters, { ids: [hex(`only ${who}`)] }])
        index.remove(leaver)
        for (const event of events) {
          const expected = all.flatMap((filters, who) =>
            who !== leaver && filters.some(filter => matchesFilter(filter, event)) ? [who] : [],
          )
          expect([...index.match(event)].sort((a, b) => a - b)).toEqual(expected)
        }
        for (const who of all.keys()) {
          const matched = index.match(draft({ id: hex(`only ${who}`) }))
          expect(matched.has(who)).toBe(who !== leaver)
        }
      }),
      { numRuns: 300 },
    )
  })
})
