import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draft, hex, save } from '../../../../test/support/drafts.ts'
import { openStore } from '../../../../test/support/open-store.ts'
import { type Filter, matchesFilter } from '../../filter.ts'
import { isInScope, type ReadScope, readAll } from '../../read-scope.ts'
import { hourSeconds } from './hours.ts'
import { openTables } from './tables.ts'

const start = 1_690_000_000
const day = 24 * hourSeconds
const party: ReadScope = { ...readAll, partyKinds: [1059], keys: [hex('alice'), hex('author 2')] }
const stranger: ReadScope = { ...party, keys: [] }

let opened: Awaited<ReturnType<typeof openStore>>
let events = Array.from({ length: 1200 }, (_, at) =>
  draft({
    pubkey: hex(`author ${at % 7}`),
    kind: [1, 7, 1059][at % 3] ?? 1,
    created_at: start + Math.floor((at / 1200) ** 2 * 100 * day),
    tags: at % 5 === 0 ? [['p', hex('alice')]] : [],
    content: `${at}`,
  }),
)
beforeAll(async () => {
  opened = await openStore()
  await Promise.all(events.map(event => save(opened.store, event)))
  const gone = hex('author 3')
  await opened.store.removeByAuthor(gone)
  events = events.filter(({ pubkey }) => pubkey !== gone)
})
afterAll(() => opened.close())

const time = fc.oneof(
  fc.integer({ min: start - day, max: start + 101 * day }),
  fc.integer({ min: 0, max: 110 }).map(days => Math.floor(start / day) * day + days * day),
)
const filters = fc.record<Filter>(
  { kinds: fc.subarray([1, 7, 1059, 9], { minLength: 1 }), since: time, until: time },
  { requiredKeys: [] },
)

async function expectExact(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom(readAll, party, stranger), async (filter, scope) => {
      const matches = events.filter(event => matchesFilter(filter, event) && isInScope(scope, event))
      expect(await opened.store.count([filter], { scope })).toBe(matches.length)
    }),
    { numRuns: runs },
  )
}

describe('a COUNT of a time', () => {
  it('is exact by counters of hours, after removals as well', () => expectExact(200))

  it('is exact in a store that an older version has written to', async () => {
    await opened.store.close()
    const tables = openTables({ path: opened.path, isDurable: false })
    const last = Buffer.from('last')
    const { hasHours, ...numbers } = JSON.parse(Buffer.from(tables.meta.get(last) ?? []).toString())
    expect(hasHours).toBe(true)
    await tables.meta.put(last, Buffer.from(JSON.stringify(numbers)))
    tables.hours.clearSync()
    await tables.root.close()
    await opened.open()
    await expectExact(50)
  })

  it('needs no reading of events', async () => {
    const store = await openStore({ queryMillisMax: 0, inlineSteps: 100 })
    await Promise.all(
      Array.from({ length: 500 }, (_, at) => save(store.store, draft({ content: `${at}`, created_at: start }))),
    )
    expect(await store.store.count([{ kinds: [1], since: start - day }], { scope: readAll })).toBe(500)
    await store.close()
  })

  it("needs no reading of others' private messages", async () => {
    const store = await openStore({ queryMillisMax: 0, inlineSteps: 100 })
    await Promise.all(
      Array.from({ length: 500 }, (_, at) =>
        save(store.store, draft({ content: `${at}`, kind: at % 2 === 0 ? 1 : 1059, created_at: start })),
      ),
    )
    for (const filter of [{}, { since: start - day }])
      expect(await store.store.count([filter], { scope: { ...party, keys: [hex('bob')] } })).toBe(250)
    await store.close()
  })
})
