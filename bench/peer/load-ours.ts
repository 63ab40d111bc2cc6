import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createLogger } from '@hornets/server/logger'
import { RelayDatabase } from '../../apps/relay/src/database/relay-database.ts'
import { SqliteEventStore } from '../../apps/relay/src/events/sqlite-event-store.ts'

// Stores the events on standard input, one JSON a line, in the folder that is named, without checking signatures.

const [folder = ''] = process.argv.slice(2)
const eventsAtOnce = 2000

await mkdir(folder, { recursive: true })
const database = await RelayDatabase.open(join(folder, 'relay.db'))
const tally = { eventStored() {}, eventRemoved() {} }
const log = createLogger({ name: 'bench', level: 'error' })
const store = new SqliteEventStore({ database, tally, now: Date.now, log })
let waiting: Promise<unknown>[] = []
for await (const json of createInterface({ input: process.stdin })) {
  waiting.push(store.save({ event: JSON.parse(json), json }))
  if (waiting.length < eventsAtOnce) continue
  await Promise.all(waiting)
  waiting = []
}
await Promise.all(waiting)
await store.catchUp()
await store.close()
await database.close()
