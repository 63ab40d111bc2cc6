import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import type { EventStore } from '../../src/events/event-store.ts'
import { type EventStoreOptions, LmdbEventStore } from '../../src/events/lmdb-event-store.ts'

/** Counts as the statistics do, for comparison with what is stored. */
async function countChanges(store: EventStore) {
  const sums = { count: 0, bytes: 0 }
  for (let after = 0; ; ) {
    const changes = await store.changesAfter(after, 1000)
    for (const { counts } of changes) {
      for (const { count, bytes } of counts) {
        sums.count += count
        sums.bytes += bytes
      }
    }
    const last = changes.at(-1)
    if (!last) return sums
    after = last.number
  }
}

/** A store in a folder of its own. `clock.now` is in Unix seconds. */
export async function openStore(options: Partial<EventStoreOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'event-store-'))
  const clock = { now: 1_700_000_000 }
  const log = createLogger({ name: 'test', level: 'fatal' })
  const now = () => clock.now * 1000
  const files = { path: join(folder, 'events.lmdb'), textPath: join(folder, 'event-text.db') }
  const open = () =>
    LmdbEventStore.open({ ...files, now, log, isDurable: false, givesWay: false, readers: 1, ...options })
  const opened = {
    folder,
    path: files.path,
    store: await open(),
    clock,
    /** What the journal counts as stored. */
    counted: () => countChanges(opened.store),
    /** Closes the store and reopens the same files. */
    async reopen() {
      await opened.store.close()
      await opened.open()
    },
    /** Opens them after `store.close()`. */
    async open() {
      opened.store = await open()
    },
    async close() {
      await opened.store.close()
      await rm(folder, { recursive: true })
    },
  }
  return opened
}
