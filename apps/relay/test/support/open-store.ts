import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/logger'
import { RelayDatabase } from '../../src/database/relay-database.ts'
import type { EventFacts, EventTally } from '../../src/events/event-store.ts'
import { SqliteEventStore } from '../../src/events/sqlite-event-store.ts'

/** Counts as statistics do, so that a test can compare with what is there. */
class CountingTally implements EventTally {
  count = 0
  bytes = 0

  eventStored(_tx: unknown, { bytes }: EventFacts): void {
    this.count += 1
    this.bytes += bytes
  }

  eventRemoved(_tx: unknown, { bytes }: EventFacts): void {
    this.count -= 1
    this.bytes -= bytes
  }
}

/** A store in a folder of its own. `clock.now` is Unix seconds. */
export async function openStore(options: { queryMillisMax?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'event-store-'))
  const clock = { now: 1_700_000_000 }
  const tally = new CountingTally()
  const log = createLogger({ name: 'test', level: 'fatal' })
  let database = await RelayDatabase.open(join(folder, 'relay.db'))
  const now = () => clock.now * 1000
  const open = () => new SqliteEventStore({ database, tally, now, log, ...options })
  const opened = {
    store: open(),
    clock,
    tally,
    /** Closes the store and opens it anew on the same file. */
    async reopen() {
      await opened.store.close()
      await database.close()
      database = await RelayDatabase.open(join(folder, 'relay.db'))
      opened.store = open()
    },
    async close() {
      await opened.store.close()
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
  return opened
}
