import { expect, test } from 'vitest'
import { draft, save } from '../../test/support/drafts.ts'
import { openStore } from '../../test/support/open-store.ts'
import { QueryTooCostly } from '../events/event-store.ts'
import { BrowseService } from './browse-service.ts'

const profiles = { read: async () => new Map() }
const marks = { isRight: () => false }
const reader = { role: 'owner', signal: new AbortController().signal } as const

test('exports every event of a filter that no index serves, past the time limit of queries (EVENTS-04)', async () => {
  const opened = await openStore({ queryMillisMax: 2 })
  const wanted: string[] = []
  for (let at = 0; at < 2400; at += 1) {
    const isWanted = at % 1200 === 0
    const tags = [
      ['t', 'x'],
      ['p', isWanted ? 'wanted' : 'other'],
    ]
    const event = draft({ created_at: 1000 + at, content: `${at}`, tags })
    if (isWanted) wanted.unshift(event.id)
    await (at === 2399 ? save(opened.store, event) : void save(opened.store, event))
  }
  // Both tags lead to thousands of events: neither index alone finds the two.
  for (let at = 0; at < 1200; at += 1)
    void save(opened.store, draft({ created_at: 10_000 + at, content: `p ${at}`, tags: [['p', 'wanted']] }))
  await save(opened.store, draft({ created_at: 1 }))
  const browse = new BrowseService({ events: opened.store, profiles, marks })
  const filter = {
    tags: [
      ['t', ['x']],
      ['p', ['wanted']],
    ],
  } as const
  const lines: string[] = []
  for await (const chunk of browse.lines(filter, reader)) lines.push(...chunk.split('\n').filter(Boolean))
  expect(lines.map(line => JSON.parse(line).id)).toEqual(wanted)
  expect((await browse.list(filter, { limit: 50 }, reader)).complete).toBe(false)
  await opened.close()
})

test('fails an export of a search that takes too long instead of ending it early', async () => {
  const opened = await openStore({ queryMillisMax: 0 })
  for (let at = 0; at < 5; at += 1) await save(opened.store, draft({ content: `word ${at}` }))
  await opened.store.catchUp()
  const read = async () => {
    for await (const chunk of new BrowseService({ events: opened.store, profiles, marks }).lines(
      { search: 'word' },
      reader,
    ))
      expect(chunk).not.toBe('')
  }
  await expect(read()).rejects.toThrow(QueryTooCostly)
  await opened.close()
})
