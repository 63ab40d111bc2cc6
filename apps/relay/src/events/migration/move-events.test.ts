import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kyselyOver } from '@hornets/server/database/kysely-over'
import { migrate } from '@hornets/server/database/migrate'
import { openSqlite } from '@hornets/server/database/sqlite'
import { createLogger } from '@hornets/server/process/logger'
import { expect, it, onTestFinished } from 'vitest'
import { draft, hex, idsOf, save } from '../../../test/support/drafts.ts'
import { relayMigrations } from '../../database/migrations/relay.ts'
import { RelayDatabase } from '../../database/relay-database.ts'
import { openTables } from '../layout/tables.ts'
import { LmdbEventStore } from '../lmdb-event-store.ts'
import { readAll } from '../read-scope.ts'
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

/** A data folder as left by versions before the event store had its own file. */
async function oldFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'move-events-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const from = join(folder, 'relay.db')
  const names = ['001-events', '002-files', '003-counters'] as const
  const migrating = kyselyOver<never>(openSqlite(from))
  await migrate(migrating, Object.fromEntries(names.map(name => [name, relayMigrations[name] as never])))
  await migrating.destroy()
  const old = openSqlite(from)
  const insert = old.prepare(`INSERT INTO events
    (seq, id, pubkey, kind, created_at, id_key, author_key, expires_at, d, received_at, json)
    VALUES (?, ?, ?, ?, ?, 0, 0, NULL, NULL, ?, ?)`)
  const bytes = (text: string) => Buffer.from(text, 'hex')
  old.exec('BEGIN')
  for (const [at, event] of events.entries()) {
    const { id, pubkey, kind, created_at } = event
    insert.run(2 * at + 1, bytes(id), bytes(pubkey), kind, created_at, 1_700_000_000, JSON.stringify(event))
  }
  old.prepare('INSERT INTO deleted_ids VALUES (?, ?)').run(bytes(deleted.id), bytes(alice))
  old.prepare("INSERT INTO deleted_addresses VALUES (?, 30023, 'gone', 100)").run(bytes(alice))
  old.prepare('INSERT INTO banned_ids VALUES (?)').run(bytes(banned.id))
  old.exec(`INSERT INTO kind_months VALUES (1, 24286, 2500, 99);
    INSERT INTO files VALUES ('f00', 'image/png', 7, 1700000000); INSERT INTO file_owners VALUES ('f00', 'a', 5); COMMIT`)
  old.close()
  const to = join(folder, 'events.lmdb')
  return { from, to, keptAs: join(folder, 'kept.db'), textPath: join(folder, 'text.db') }
}
type Folder = Awaited<ReturnType<typeof oldFolder>>

const move = ({ from, to, keptAs }: Folder) => moveEvents({ from, to, keptAs, isDurable: false, log })

async function expectMoved({ from, to, keptAs, textPath }: Folder) {
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

it.each<[string, (folder: Folder) => Promise<void>]>([
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
