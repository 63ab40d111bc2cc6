import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draft, hex, save } from '../../../../../test/support/drafts.ts'
import { openStore } from '../../../../../test/support/open-store.ts'
import { readAll } from '../../../read-scope.ts'
import { openTables, type Tables } from '../../layout/tables.ts'
import { StoredEvents } from '../stored-events.ts'
import { InlineReader } from './inline-reader.ts'

const request = { scope: readAll, upTo: null, margins: null, now: 1000 }
const notes = [{ authors: [hex('a')], kinds: [1] }]
const stored = 20

class EventsOnDisk extends StoredEvents {
  pageMillis = 0
  pagesRead = 0

  override bytesOf(seq: number): Buffer | undefined {
    this.pagesRead += 1
    const arrives = performance.now() + this.pageMillis
    while (performance.now() < arrives);
    return super.bytesOf(seq)
  }
}

describe('an answer whose pages come from the disk', () => {
  let opened: Awaited<ReturnType<typeof openStore>>
  let tables: Tables
  beforeAll(async () => {
    opened = await openStore()
    for (let at = 0; at < stored; at += 1) await save(opened.store, draft({ pubkey: hex('a'), content: `${at}` }))
    tables = openTables({ path: opened.path, isDurable: false })
  })
  afterAll(async () => {
    await tables.root.close()
    await opened.close()
  })

  it('moves to a reader thread before half of its waiting time, together with the next ones', () => {
    const events = new EventsOnDisk(tables)
    const reader = new InlineReader(events, 8000, 20, () => events.pagesRead)
    events.pageMillis = 5
    expect(reader.query(notes, request)).toBeNull()
    expect(events.pagesRead).toBeLessThan(stored / 2)
    const before = events.pagesRead
    expect(reader.query(notes, request)).toBeNull()
    expect(events.pagesRead).toBe(before)
  })

  it('is given here all the same if it takes long for another reason', () => {
    const events = new EventsOnDisk(tables)
    const reader = new InlineReader(events, 8000, 20, () => 0)
    events.pageMillis = 5
    expect(reader.query(notes, request)?.length).toBe(stored)
    expect(reader.query(notes, request)?.length).toBe(stored)
  })

  it('is given here again once its pages are in memory', async () => {
    const events = new EventsOnDisk(tables)
    const reader = new InlineReader(events, 8000, 20, () => events.pagesRead)
    events.pageMillis = 5
    expect(reader.query(notes, request)).toBeNull()
    events.pageMillis = 0
    expect(reader.query(notes, request)).toBeNull()
    await expect.poll(() => reader.query(notes, request)?.length, { interval: 1 }).toBe(stored)
  })
})
