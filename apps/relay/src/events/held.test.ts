import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draft, hex, idsOf, save } from '../../test/support/drafts.ts'
import { openStore } from '../../test/support/open-store.ts'
import { CanonicalEvent } from './canonical-event.ts'
import type { ReadScope } from './read-scope.ts'

const [alice, bob] = [hex('alice'), hex('bob')]
const as = (held: ReadScope['held'], ...keys: string[]) => ({
  scope: { partyKinds: [], hidesPreferences: true, keys, held },
})
const plain = draft({ pubkey: alice, content: 'a word', created_at: 10 })
const pending = draft({ pubkey: alice, content: 'a word and an image', created_at: 20, tags: [['t', 'cat']] })
const blocked = draft({ pubkey: alice, content: 'a word and another', created_at: 30 })
const freed = draft({ pubkey: bob, content: 'a word that was judged', created_at: 40 })

describe('held events', () => {
  let opened: Awaited<ReturnType<typeof openStore>>
  beforeAll(async () => {
    opened = await openStore()
    await save(opened.store, plain)
    for (const event of [pending, blocked, freed]) {
      const { json } = new CanonicalEvent(event)
      await opened.store.save({ event, json, isHeld: true })
    }
    expect(await opened.store.hold(blocked.id, 'blocked')).toBe(true)
    expect(await opened.store.hold(freed.id, null)).toBe(true)
    await opened.store.catchUp()
  })
  afterAll(() => opened.close())

  const readers: [string, ReturnType<typeof as>, readonly { id: string }[]][] = [
    ['everybody in passive mode', as('pending'), [freed, pending, plain]],
    ['strangers in strict mode', as('own', bob), [freed, plain]],
    ['their author in strict mode', as('own', alice), [freed, pending, plain]],
    ['the relay', as('all'), [freed, blocked, pending, plain]],
  ]
  it.each(readers)('shows %s the same by REQ, COUNT and search', async (_name, reader, expected) => {
    const ids = expected.map(({ id }) => id)
    expect(await idsOf(opened.store, [{ limit: 10 }], reader)).toEqual(ids)
    expect(await idsOf(opened.store, [{ limit: 2 }], reader)).toEqual(ids.slice(0, 2))
    expect((await idsOf(opened.store, [{ search: 'word' }], reader)).toSorted()).toEqual(ids.toSorted())
    const counts = [{}, { kinds: [1] }, { authors: [alice] }, { tags: [['t', ['cat']]] as const }]
    for (const filter of counts) {
      const wanted = expected as readonly (typeof pending)[]
      const matches = wanted.filter(
        event => (!filter.authors || event.pubkey === alice) && (!filter.tags || event.tags.length > 0),
      )
      expect([filter, await opened.store.count([filter], reader)]).toEqual([filter, matches.length])
    }
  })

  it('lists them by state, without events that were never held', async () => {
    const held = async (state: 'pending' | 'blocked') => {
      const ids: string[] = []
      for await (const json of opened.store.held(state)) ids.push(JSON.parse(json).id)
      return ids
    }
    expect([await held('pending'), await held('blocked')]).toEqual([[pending.id], [blocked.id]])
    expect(await opened.store.hold(plain.id, 'blocked')).toBe(false)
  })

  it('removes one with every trace', async () => {
    const gone = draft({ pubkey: bob, content: 'soon gone', created_at: 50 })
    await opened.store.save({ event: gone, json: new CanonicalEvent(gone).json, isHeld: true })
    expect(await opened.store.removeById(gone.id)).toBe(true)
    expect(await idsOf(opened.store, [{ authors: [bob] }], as('all'))).toEqual([freed.id])
    expect(await opened.store.hold(gone.id, null)).toBe(false)
  })
})
