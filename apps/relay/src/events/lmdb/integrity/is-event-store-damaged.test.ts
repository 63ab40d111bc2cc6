import { open } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { draft, save } from '../../../../test/support/drafts.ts'
import { openStore } from '../../../../test/support/open-store.ts'
import { copyEvents } from '../layout/copy-events.ts'
import { openTables } from '../layout/tables.ts'
import { isEventStoreDamaged } from './is-event-store-damaged.ts'

let opened: Awaited<ReturnType<typeof openStore>>
beforeEach(async () => {
  opened = await openStore()
  for (let at = 0; at < 300; at++) {
    await save(opened.store, draft({ created_at: at, content: `${at}`.repeat(300), tags: [['t', `${at % 7}`]] }))
  }
  await save(opened.store, draft({ kind: 30_023, created_at: 1000, tags: [['d', 'article']] }))
  await save(opened.store, draft({ kind: 30_023, created_at: 1001, tags: [['d', 'article']] }))
})
afterEach(() => opened.close())

it('a store in use is found whole', async () => {
  expect(await isEventStoreDamaged(opened.path)).toBe(false)
})

it('an event that lost one of its index entries is damage', async () => {
  const tables = openTables({ path: opened.path, isDurable: true })
  await tables.root.transaction(() => {
    const [key] = tables.ids.getKeys({ start: Buffer.from([0]), limit: 1 })
    if (key) tables.ids.removeSync(key)
  })
  await tables.root.close()
  expect(await isEventStoreDamaged(opened.path)).toBe(true)
})

it('detects overwritten pages, even where reading them ends the process', async () => {
  const path = `${opened.path}.copy`
  await copyEvents(opened.path, path)
  expect(await isEventStoreDamaged(path)).toBe(false)
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  const half = Math.floor(size / 8192) * 4096
  await file.write(Buffer.alloc(half - 8192, 0xa5), 0, half - 8192, 8192)
  await file.close()
  expect(await isEventStoreDamaged(path)).toBe(true)
})
