import { afterEach, beforeEach, expect, it } from 'vitest'
import { draft, hex, save } from '../../../../test/support/drafts.ts'
import { openStore } from '../../../../test/support/open-store.ts'

let opened: Awaited<ReturnType<typeof openStore>>
beforeEach(async () => {
  opened = await openStore()
})
afterEach(() => opened.close())

const note = (name: string, created_at: number, kind = 1) =>
  save(opened.store, draft({ pubkey: hex(name), created_at, kind, content: `${name} ${created_at}` }))
const count = (parts: { since?: number; except?: string[]; eventsMax?: number } = {}) =>
  opened.store.countWriters({ since: 1000, except: [], eventsMax: 100_000, ...parts })

it('counts each key once, from its second on, without exceptions, gift wraps and deletions', async () => {
  await Promise.all([note('a', 1000), note('a', 1001), note('b', 1000), note('old', 999), note('c', 5000)])
  await Promise.all([note('one-time', 2000, 1059), note('deleter', 2000, 5)])
  expect(await count()).toEqual({ writers: 3, isAll: true })
  expect(await count({ except: [hex('b'), hex('stranger')] })).toEqual({ writers: 2, isAll: true })
  expect(await count({ since: 6000 })).toEqual({ writers: 0, isAll: true })
})

it('gives others their turn among thousands of events, and stops at the most events', async () => {
  await Promise.all(Array.from({ length: 9000 }, (_, at) => note(`key ${at % 3000}`, 1000 + at)))
  let turns = 0
  let isDone = false
  const take = () => {
    turns += 1
    if (!isDone) setImmediate(take)
  }
  setImmediate(take)
  expect(await count()).toEqual({ writers: 3000, isAll: true })
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(2)
  expect(await count({ eventsMax: 2500 })).toEqual({ writers: 2500, isAll: false })
  expect(await count({ eventsMax: 9000 })).toEqual({ writers: 3000, isAll: true })
})
