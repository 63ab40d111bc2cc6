import type { NostrEvent } from '@hornets/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draft, hex, idsOf, save } from '../../../../../test/support/drafts.ts'
import { openStore } from '../../../../../test/support/open-store.ts'
import { idsIn } from '../../../event-name.ts'
import type { Filter } from '../../../filter.ts'
import { type ReadScope, readAll } from '../../../read-scope.ts'

const runs = 12
const authors = ['alice', 'bob'].map(hex)
const [alice = '', bob = ''] = authors
const strict = { partyKinds: [4], hidesPreferences: true, held: 'own' } as const
const scopes: readonly ReadScope[] = [
  readAll,
  { ...strict, keys: [] },
  { ...strict, keys: [alice] },
  { ...strict, held: 'pending', keys: [bob] },
]
const filters: readonly Filter[] = [
  { limit: 5 },
  { kinds: [1], limit: 3 },
  { kinds: [0, 4, 10_010], limit: 10 },
  { authors: [alice], limit: 4 },
  { tags: [['t', ['x']]], limit: 10 },
]

const kind = fc.constantFrom(0, 1, 1, 1, 4, 10_010)
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant('write'),
      by: fc.nat(1),
      kind,
      at: fc.nat(3),
      lasts: fc.option(fc.integer({ min: 1, max: 4 })),
      isHeld: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constantFrom('delete', 'remove', 'trash', 'block', 'release'), of: fc.nat(30) }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('later'), seconds: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('author'), by: fc.nat(1) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

test('answers as the store does after each kind of change (CACHE-04)', async () => {
  const opened = await openStore()
  const { store, clock } = opened
  store.setCache({ isOn: true, entriesMax: 12, ttlSeconds: 5 })
  const stored: NostrEvent[] = []
  const eventOf = (at: number) => stored[at % Math.max(1, stored.length)]
  let made = 0

  async function write(by: number, parts: Partial<NostrEvent>, isHeld = false) {
    const event = draft({ pubkey: authors[by] ?? '', content: String(made++), ...parts })
    await (isHeld ? store.save({ event, json: JSON.stringify(event), isHeld }) : save(store, event))
    stored.push(event)
  }
  async function take(one: Step): Promise<unknown> {
    if ('seconds' in one) {
      clock.now += one.seconds
      return
    }
    if ('kind' in one) {
      const tags = [
        ['t', one.kind === 1 ? 'x' : 'y'],
        ['enabled', 'true'],
        ['p', bob],
      ]
      if (one.lasts !== null) tags.push(['expiration', String(clock.now + one.lasts)])
      return write(one.by, { kind: one.kind, created_at: clock.now - one.at, tags }, one.isHeld)
    }
    if ('by' in one) return store.removeByAuthor(authors[one.by] ?? '')
    const event = eventOf(one.of)
    if (!event) return
    if (one.op === 'delete')
      return write(authors.indexOf(event.pubkey), { kind: 5, created_at: clock.now, tags: [['e', event.id]] })
    if (one.op === 'remove') return store.removeById(event.id)
    if (one.op === 'trash') return store.trash([event.id], 1)
    return store.hold(event.id, one.op === 'block' ? 'blocked' : null)
  }
  const uncached = async (filter: Filter, scope: ReadScope) => {
    const ids: string[] = []
    const batches = store.names([filter], { scope })
    for (let next = await batches.next(); !next.done; next = await batches.next()) ids.push(...idsIn(next.value))
    return ids
  }

  const check = async (steps: readonly Step[]) => {
    for (const [at, one] of steps.entries()) {
      const [filter = {}, other = {}] = [filters[at % filters.length], filters[(at * 3 + 1) % filters.length]]
      const scope = scopes[at % scopes.length] ?? readAll
      await idsOf(store, [filter], { scope })
      await Promise.all([idsOf(store, [other], { scope, isAside: true }), take(one)])
      for (const asked of [filter, other])
        expect(await idsOf(store, [asked], { scope, isAside: at % 2 === 0 })).toEqual(await uncached(asked, scope))
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), check), { numRuns: runs })
  expect(store.cacheState.hits).toBeGreaterThan(runs)
  await opened.close()
})
