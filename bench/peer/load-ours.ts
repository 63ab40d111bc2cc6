import { mkdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { DataFolder } from '@hornets/server/database/data-folder'
import { forgoDurability } from '@hornets/server/database/sqlite'
import { createLogger } from '@hornets/server/process/logger'
import { openEventStore } from '../../apps/relay/src/events/data-files.ts'

const [path = ''] = process.argv.slice(2)
const eventsInFlight = 4000

// If the machine stops, the store is filled anew. Waiting for the disk, 10⁷ events take hours.
forgoDurability()

await mkdir(path, { recursive: true })
const folder = await DataFolder.open(path, 'relay')
const log = createLogger({ name: 'bench', level: 'error' })
const store = await openEventStore({ folder, now: Date.now, log })
let waiting: Promise<unknown>[] = []
let before: Promise<unknown>[] = []
for await (const json of createInterface({ input: process.stdin })) {
  waiting.push(store.save({ event: JSON.parse(json), json }))
  if (waiting.length < eventsInFlight / 2) continue
  await Promise.all(before)
  before = waiting
  waiting = []
}
await Promise.all([...before, ...waiting])
await store.catchUp()
await store.close()
await folder.close()
