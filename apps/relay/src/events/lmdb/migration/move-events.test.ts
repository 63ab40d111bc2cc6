import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { openSqlite } from '@hornets/server/database/sqlite'
import { createLogger } from '@hornets/server/process/logger'
import { expect, it, onTestFinished } from 'vitest'
import { draft, hex, idsOf, save } from '../../../../test/support/drafts.ts'
import { makeOldFolder, type OldFolder } from '../../../../test/support/old-folder.ts'
import { RelayDatabase } from '../../../database/relay-database.ts'
import { readAll } from '../../read-scope.ts'
import { openTables } from '../layout/tables.ts'
import { LmdbEventStore } from '../lmdb-event-store.ts'
import { WriteTransactions } from '../writing/write-transaction.ts'
import { moveNextEvents } from './move-batch.ts'
import { moveEvents } from './move-events.ts'
import { copyWithoutEvents } from './old-database.ts'

const log = createLogger({ name: 'test', level: 'silent' })
const alice = hex('alice')
const notes = Array.from({ length: 2500 }, (_, at) => draft({ content: `${at}`, created_at: at, tags: [['t', 'x']] }))
const article = draft({ kind: 30_023, created_at: 50, tags: [['d', 'kept']] })
const events = [...notes, article]
const deleted = draft({ content: 'deleted' })
const banned = draft({ content: 'banned' })
const deletedVersion = draft({ kind: 30_023, created_at: 90, tags: [['d', 'gone']] })

async function oldFolder() {
  const made = await makeOldFolder(events, { deleted, deletedVersion, banned })
  onTestFinished(() => rm(made.folder, { recursive: true }))
  return made
}

const move = ({ from, to, keptAs }: OldFolder) => moveEvents({ from, to, keptAs, isDurable: false, log })

async function expectMoved({ from, to, keptAs, textPath }: OldFolder) {
  const store = await LmdbEventStore.open({ path: to, textPath, now: Date.now, log, isDurable: false, readers: 1 })
  expect(new Set(await idsOf(store, [{}]))).toEqual(new Set(events.map(({ id }) => id)))
  expect(await store.count([{ authors: [alice] }], { scope: readAll })).toBe(events.length)
  expect(await store.changesAfter(0, 10)).toEqual([])
  expect(store.mark()).toBe(2 * events.length - 1)
  const late = [deleted, banned, deletedVersion, draft({ kind: 30_023, created_at: 40, tags: [['d', 'kept']] })]
  const outcomes: string[] = []
  for (const event of late) outcomes.push(await save(store, event))
  expect(outcomes).toEqual(['deleted', 'deleted', 'deleted', 'older'])
  expect(await save(store, draft({ content: 'new' }))).toBe('stored')
  await store.close()
  const database = await RelayDatabase.open(from)
  const { reads } = database
  expect(await reads.selectFrom('kind_months').selectAll().execute()).toMatchObject([{ kind: 1, count: 2500 }])
  expect(await reads.selectFrom('file_owners').selectAll().execute()).toHaveLength(1)
  await database.close()
  const kept = openSqlite(keptAs, { readOnly: true })
  expect(kept.prepare('SELECT count(*) AS count FROM events').get()).toEqual({ count: events.length })
  kept.close()
}

it('a relay.db with events is not touched by its own migrations before they are moved', async () => {
  const folder = await oldFolder()
  await expect(RelayDatabase.open(folder.from)).rejects.toThrow('would be lost')
  await move(folder)
  await expectMoved(folder)
})

it('a new folder and one that was moved already stay as they are', async () => {
  const folder = await oldFolder()
  await move(folder)
  await move(folder)
  await expectMoved(folder)
})

it.each<[string, (folder: OldFolder) => Promise<void>]>([
  [
    'after some of the events',
    async ({ from, to }) => {
      const old = openSqlite(from)
      const tables = openTables({ path: to, isDurable: false })
      const transactions = new WriteTransactions(tables)
      transactions.transact(tx => moveNextEvents(old, tx), false)
      transactions.transact(tx => moveNextEvents(old, tx), false)
      await tables.root.close()
      old.close()
    },
  ],
  [
    'while the new relay.db was made',
    async folder => {
      copyWithoutEvents(folder.from, `${folder.from}.new`)
    },
  ],
  [
    'between its two renames',
    async folder => {
      await move(folder)
      await rename(folder.from, `${folder.from}.new`)
    },
  ],
])('a move that was killed %s is taken up by the next start', async (_when, kill) => {
  const folder = await oldFolder()
  await kill(folder)
  await move(folder)
  expect(existsSync(`${folder.from}.new`)).toBe(false)
  await expectMoved(folder)
})
