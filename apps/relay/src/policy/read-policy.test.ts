import type { NostrEvent } from '@hornets/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draft, hex } from '../../test/support/drafts.ts'
import { type Filter, matchesFilter } from '../events/filter.ts'
import { isInScope } from '../events/read-scope.ts'
import { audienceOf, isInAudience, judgeFilters, reachableOf, readScopeOf } from './read-policy.ts'

const [alice, bob, carol] = [hex('alice'), hex('bob'), hex('carol')]
const people = [alice, bob, carol]
const privateKinds = [4, 888, 1059, 1060, 11_888, 21_059]

const eventArbitrary: fc.Arbitrary<NostrEvent> = fc
  .record({
    pubkey: fc.constantFrom(...people),
    kind: fc.constantFrom(1, 13, 14, 10_010, 24_133, ...privateKinds),
    tags: fc.array(fc.tuple(fc.constantFrom('p', 'P', 'e', 'enabled'), fc.constantFrom(...people)), { maxLength: 3 }),
  })
  .map(draft)
const keysArbitrary = fc.subarray(people).map(keys => new Set(keys))
const some = <T>(items: readonly T[]) => fc.option(fc.subarray([...items], { minLength: 1 }), { nil: undefined })
const filterArbitrary: fc.Arbitrary<Filter> = fc.record({
  kinds: some([1, ...privateKinds]),
  authors: some(people),
  tags: fc.option(
    fc.subarray(people).map(values => [['p', values] as const]),
    { nil: undefined },
  ),
})

describe('the read policy', () => {
  it('gives private kinds to their author and the keys in their p tags alone', () => {
    for (const kind of privateKinds) {
      const event = draft({
        kind,
        pubkey: alice,
        tags: [
          ['p', bob],
          ['e', carol],
        ],
      })
      const readers = people.filter(key => isInAudience(audienceOf(event), new Set([key])))
      expect(readers).toEqual([alice, bob])
      expect(isInAudience(audienceOf(event), new Set())).toBe(false)
    }
  })

  it("gives preferences for the content filter to their author alone, and others' lists of that kind to everyone", () => {
    const tags = [['p', bob]]
    const preference = draft({ kind: 10_010, pubkey: alice, tags: [...tags, ['enabled', 'false']] })
    expect(people.filter(key => isInAudience(audienceOf(preference), new Set([key])))).toEqual([alice])
    expect(audienceOf(draft({ kind: 10_010, pubkey: alice, tags }))).toBeNull()
  })

  it('gives what the relay publishes for everyone to everyone', () => {
    for (const kind of [411, 555, 10_411]) expect(audienceOf(draft({ kind }))).toBeNull()
  })

  it('judges live events as the store judges stored ones', () => {
    fc.assert(
      fc.property(eventArbitrary, keysArbitrary, (event, keys) => {
        expect(isInAudience(audienceOf(event), keys)).toBe(isInScope(readScopeOf(keys, 'strict'), event))
      }),
    )
  })

  it('refuses only what can match nothing that the reader gets', () => {
    const events = fc.array(eventArbitrary, { maxLength: 20 })
    fc.assert(
      fc.property(
        fc.array(filterArbitrary, { minLength: 1, maxLength: 3 }),
        keysArbitrary,
        events,
        (filters, keys, all) => {
          if (judgeFilters(filters, keys) === null) return
          const scope = readScopeOf(keys, 'strict')
          const got = all.filter(
            event => isInScope(scope, event) && filters.some(filter => matchesFilter(filter, event)),
          )
          expect(got).toEqual([])
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('saves the store work without changing any answer', () => {
    const events = fc.array(eventArbitrary, { maxLength: 20 })
    fc.assert(
      fc.property(fc.array(filterArbitrary, { maxLength: 3 }), keysArbitrary, events, (filters, keys, all) => {
        const scope = readScopeOf(keys, 'strict')
        const got = (asked: readonly Filter[]) =>
          all.filter(event => isInScope(scope, event) && asked.some(filter => matchesFilter(filter, event)))
        const reachable = reachableOf(filters, keys)
        expect(got(reachable)).toEqual(got(filters))
        if (keys.size > 0) return
        for (const { kinds = [] } of reachable) expect(kinds.filter(kind => privateKinds.includes(kind))).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  it('asks readers without a key to sign in when they ask for nothing else', () => {
    const messages = { kinds: [4, 1059], '#p': [bob] }
    const none = new Set<string>()
    expect(judgeFilters([messages], none)).toMatchObject({
      reason: expect.stringMatching(/^auth-required: /),
      status: 401,
    })
    expect(judgeFilters([messages, { kinds: [1] }], none)).toBeNull()
    expect(judgeFilters([{ kinds: [1, 4] }], none)).toBeNull()
    expect(judgeFilters([{ authors: [alice] }], none)).toBeNull()
    expect(judgeFilters([messages], new Set([carol]))).toBeNull()
    // It can also be addressed to the reader.
    const between = { kinds: [4], authors: [alice], tags: [['p', [bob]] as const] }
    expect(judgeFilters([between], new Set([carol]))).toBeNull()
  })
})
