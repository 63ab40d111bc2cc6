import { expect, it, vi } from 'vitest'
import { draft, hex, save } from '../../../../test/support/drafts.ts'
import { openStore } from '../../../../test/support/open-store.ts'
import { openTables } from '../layout/tables.ts'
import { readAuthors } from './read-authors.ts'

it('returns after some milliseconds with at least one author, since pages may come from the disk', async () => {
  const opened = await openStore()
  for (let at = 0; at < 20; at += 1) await save(opened.store, draft({ pubkey: hex('a'), content: `${at}` }))
  const tables = openTables({ path: opened.path, isDurable: false })
  const read = (after: number, pageMillis: number) => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += pageMillis))
    const { events, upTo, isEnd } = readAuthors(tables, after, 50)
    vi.restoreAllMocks()
    return [events.length, upTo, isEnd]
  }
  expect(read(0, 0)).toEqual([20, 20, true])
  expect(read(0, 1)).toEqual([5, 5, false])
  expect(read(5, 100)).toEqual([1, 6, false])
  expect(read(19, 100)).toEqual([1, 20, true])
  await tables.root.close()
  await opened.close()
})
