import type { NostrEvent } from '@hornets/contract'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { draft, hex } from '../../../test/support/drafts.ts'
import { type Filter, matchesFilter } from '../../events/filter.ts'
import { EventView } from './compiled-filter.ts'
import { SubscriptionIndex } from './subscription-index.ts'

const authors = [hex('a'), hex('b'), hex('c')]
const values = ['x', 'y', 'z']
const eventArbitrary = fc
  .record({
    pubkey: fc.constantFrom(...authors),
    kind: fc.constantFrom(0, 1, 7, 30_023),
    created_at: fc.constantFrom(100, 200),
    tags: fc.array(fc.tuple(fc.constantFrom('t', 'e', 'd', 'long'), fc.constantFrom(...values)), { maxLength: 3 }),
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
    fc.uniqueArray(fc.tuple(fc.constantFrom('t', 'e', 'd'), fc.subarray(['', ...values])), {
      maxLength: 2,
      selector: ([l]) => l,
    }),
    { nil: undefined },
  ),
})

function found<Subscriber>(index: SubscriptionIndex<Subscriber>, event: NostrEvent, newest?: number): Subscriber[] {
  return [...index.match(new EventView(event), newest)].filter(item => item !== null)
}

afterEach(() => void vi.restoreAllMocks())

const valuesOf = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at}`)

describe('the subscription index', () => {
  it.each([
    ['', 0],
    [' while they are new', undefined],
    [', of which some are new', 150],
  ])('finds the same subscriptions as checking each one, also after some have left%s', (_name, unindexedMax) => {
    const many = Array.from({ length: 40 }, (_, at) => hex(`nobody ${at}`))
    const longArbitrary = fc
      .record({ authors: some(authors), kinds: some([0, 1, 7]) })
      .map(filter => ({ ...filter, authors: [...(filter.authors ?? []), ...many] }))
    const subscribers = fc.array(fc.array(fc.oneof(filterArbitrary, longArbitrary), { minLength: 1, maxLength: 3 }), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(subscribers, fc.array(eventArbitrary, { maxLength: 10 }), fc.nat(11), (all, events, leaver) => {
        const index = new SubscriptionIndex<number>(unindexedMax)
        for (const [who, filters] of all.entries()) index.add(who, [...filters, { ids: [hex(`only ${who}`)] }])
        const again = new SubscriptionIndex<number>()
        for (const who of all.keys()) again.add(who, index.filtersOf(who))
        index.remove(leaver)
        again.remove(leaver)
        for (const event of events) {
          const expected = all.flatMap((filters, who) =>
            who !== leaver && filters.some(filter => matchesFilter(filter, event)) ? [who] : [],
          )
          expect(found(index, event).sort((a, b) => a - b)).toEqual(expected)
          expect(found(again, event).sort((a, b) => a - b)).toEqual(expected)
        }
        for (const who of all.keys()) {
          const matched = found(index, draft({ id: hex(`only ${who}`) }))
          expect(matched.includes(who)).toBe(who !== leaver)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('evaluates a filter once, even if the event matches several of its values', () => {
    const index = new SubscriptionIndex<string>()
    const tally = { steps: 0 }
    const wanted = valuesOf('a', 1660)
    const never = valuesOf('never', 3330)
    for (const who of ['one', 'two', 'three']) {
      const tags = [['a', wanted] as const, ['b', never] as const]
      index.add(who, [{ tags }, { tags, kinds: [1] }], tally)
    }
    const tags = [...wanted.map(value => ['a', value]), ...valuesOf('b', 3330).map(value => ['b', value])]
    expect(found(index, draft({ tags }))).toEqual([])
    expect(index.evaluations).toBe(6)
    expect(tally.steps).toBeLessThanOrEqual(6 * (1660 + 3330 + 1))
  })

  it('skips subscriptions without a value of the event', () => {
    const index = new SubscriptionIndex<number>()
    for (let who = 0; who < 500; who++) {
      index.add(who, [{ authors: [hex(`author ${who}`)] }, { kinds: [1], tags: [['t', [`topic ${who}`]]] }])
    }
    const event = draft({
      pubkey: hex('author 7'),
      tags: [
        ['t', 'topic 8'],
        ['t', 'topic 8'],
      ],
    })
    expect(found(index, event)).toEqual([7, 8])
    expect(index.evaluations).toBe(2)
  })

  it('finds each subscriber once, without late ones', () => {
    const index = new SubscriptionIndex<string>()
    index.add('early', [{}, { kinds: [1] }, { authors: [hex('alice')] }])
    const { newest } = index
    index.add('late', [{}])
    expect(found(index, draft(), newest)).toEqual(['early'])
    expect(found(index, draft()).sort()).toEqual(['early', 'late'])
  })

  it('indexes a subscription with a long list only once it has lasted, or others take its place', () => {
    const index = new SubscriptionIndex<string>(100)
    const list = (name: string) => [{ authors: Array.from({ length: 40 }, (_, at) => hex(`${name} ${at}`)) }]
    const byIndex = (name: string) => {
      const before = index.evaluations
      expect(found(index, draft({ pubkey: hex(`${name} 7`) }))).toEqual([name])
      return index.evaluations > before
    }
    for (const name of ['first', 'second']) index.add(name, list(name))
    expect([byIndex('first'), byIndex('second')]).toEqual([false, false])
    index.add('third', list('third'))
    expect([byIndex('first'), byIndex('second'), byIndex('third')]).toEqual([true, false, false])
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000)
    expect([byIndex('second'), byIndex('third')]).toEqual([true, true])
  })

  it('compares tags through the index only, for any number of subscriptions', () => {
    const index = new SubscriptionIndex<string>()
    index.add('one', [{ tags: [['t', valuesOf('a', 1000)]] }])
    expect(found(index, draft({ tags: [['t', 'a7']] }))).toEqual(['one'])
    expect(index.evaluations).toBe(1)
  })
})
