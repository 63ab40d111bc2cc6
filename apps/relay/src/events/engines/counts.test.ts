import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draft, hex, save } from '../../../test/support/drafts.ts'
import { openStore } from '../../../test/support/open-store.ts'
import { type Filter, matchesFilter } from '../filter.ts'
import { isInScope, type ReadScope, readAll } from '../read-scope.ts'

const hour = 3600
const day = 24 * hour
const start = 1_690_000_000
const party: ReadScope = {
  partyKinds: [1059],
  hidesPreferences: true,
  keys: [hex('alice'), hex('author 2')],
  held: 'own',
}
const scopes: ReadScope[] = [readAll, party, { ...party, keys: [], held: 'pending' }]

const kinds = [1, 7, 1059, 10_002, 10_010]
const ending = 1_700_000_100
const events = Array.from({ length: 1200 }, (_, at) =>
  draft({
    pubkey: hex(`author ${at % 11}`),
    kind: kinds[at % 5] ?? 1,
    created_at: start + Math.floor((at / 1200) ** 2 * 100 * day),
    tags: [...(at % 3 === 0 ? [['p', hex('alice')]] : []), ...(at % 13 === 0 ? [['expiration', `${ending}`]] : [])],
    content: `${at}`,
  }),
)
const idsOfEvery = (step: number) => events.filter((_, at) => at % step === 1).map(({ id }) => id)
const heldIds = events.filter(({ kind }, at) => kind < 1000 && at % 17 === 2).map(({ id }) => id)
const blockedIds = heldIds.filter((_, at) => at % 2 === 0)

let opened: Awaited<ReturnType<typeof openStore>>
beforeAll(async () => {
  opened = await openStore()
  const { store } = opened
  await Promise.all(
    events.map(event => store.save({ event, json: JSON.stringify(event), isHeld: heldIds.includes(event.id) })),
  )
  for (const id of blockedIds) await store.hold(id, 'blocked')
  await store.removeByAuthor(hex('author 3'))
  for (const id of idsOfEvery(97)) await store.removeById(id)
  await store.trash(idsOfEvery(41), 1)
  await store.restoreTrashed(1, 10)
  const deleted = events.find(({ pubkey, kind }) => pubkey === hex('author 4') && kind === 1)
  const request = draft({ kind: 5, pubkey: hex('author 4'), tags: [['e', deleted?.id ?? '']], created_at: start })
  events.push(request)
  await save(store, request)
})
afterAll(() => opened.close())

const time = fc.oneof(
  fc.integer({ min: start - day, max: start + 101 * day }),
  fc.integer({ min: 0, max: 110 }).map(days => Math.floor(start / day) * day + days * day),
)
const filters = fc.record<Filter>(
  { kinds: fc.subarray([...kinds, 5, 9], { minLength: 1 }), since: time, until: time },
  { requiredKeys: [] },
)

async function expectExact(runs: number): Promise<void> {
  const { store, clock } = opened
  const isStored = await Promise.all(events.map(async ({ id }) => (await store.find(id)) !== null))
  const isEnded = clock.now >= ending
  const stored = events.filter(
    ({ tags }, at) => isStored[at] && !(isEnded && tags.some(([name]) => name === 'expiration')),
  )
  const isShown = ({ held, keys }: ReadScope, { id, pubkey }: (typeof events)[number]) =>
    held === 'all' ||
    !heldIds.includes(id) ||
    (!blockedIds.includes(id) && (held === 'pending' || keys.includes(pubkey)))
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom(...scopes), async (filter, scope) => {
      const matches = stored.filter(
        event => matchesFilter(filter, event) && isInScope(scope, event) && isShown(scope, event),
      )
      expect(await store.count([filter], { scope })).toBe(matches.length)
    }),
    { numRuns: runs },
  )
}

describe('a COUNT of kinds and times', () => {
  it('is exact after removals, deletions, restores, newer versions and what is held', () => expectExact(150), 30_000)

  it('is exact when events have expired, are removed and the store is opened again', async () => {
    opened.clock.now = ending + 10
    await expectExact(50)
    await opened.store.catchUp()
    await expectExact(50)
    await opened.reopen()
    await expectExact(50)
  }, 30_000)
})
