import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createLogger } from '@hornets/server/process/logger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEventStore } from '../../src/events/data-files.ts'
import { makeDataDir, spawnRelay } from '../harness.ts'
import { Author, draftEvent } from '../support/burst-events.ts'
import { RawClient } from '../support/raw-client.ts'
import { type Cluster, startCluster } from '../support/servers/postgres-cluster.ts'

const now = Math.floor(Date.now() / 1000)
/** Five writers and their events, one after the other. */
function writers() {
  const authors = Array.from({ length: 5 }, () => new Author())
  let made = 0
  const newEvent = () => {
    made += 1
    return (authors[made % 5] ?? new Author()).sign(draftEvent(made, now, authors))
  }
  return { keys: authors.map(({ pubkey }) => pubkey), newEvent }
}
const acceptedBy = ({ heard }: RawClient) =>
  heard.filter(([type, , ok]) => type === 'OK' && ok === true).map(([, id]) => String(id))

describe.runIf(process.env.POSTGRES)('a relay with its events in PostgreSQL', () => {
  let cluster: Cluster
  let folder: string
  let relay: Awaited<ReturnType<typeof spawnRelay>>
  const start = () => spawnRelay(folder, { EVENTS_DATABASE_URL: cluster.url })
  beforeAll(async () => {
    cluster = await startCluster(process.env.POSTGRES ?? '')
    folder = await makeDataDir()
    relay = await start()
  })
  afterAll(async () => {
    await relay?.end('SIGKILL')
    await cluster?.close()
    await rm(folder, { recursive: true })
  })

  it('loses nothing acknowledged by kill -9, counts each writer exactly and has no events in its folder', async () => {
    const { keys, newEvent } = writers()
    const events = Array.from({ length: 1500 }, newEvent)
    const client = await RawClient.connect(relay.publicUrl)
    const killed = once(relay.child, 'exit')
    client.socket.on('message', () => {
      if (client.heard.length === 400) relay.child.kill('SIGKILL')
    })
    for (const event of events) client.say('EVENT', event)
    await killed
    await client.closed
    const accepted = acceptedBy(client)
    expect(accepted.length).toBeGreaterThanOrEqual(300)

    relay = await start()
    const reader = await RawClient.connect(relay.publicUrl)
    const found = new Set<string>()
    for (let at = 0; at < accepted.length; at += 500)
      for (const id of await reader.stored({ ids: accepted.slice(at, at + 500) })) found.add(id)
    expect(accepted.filter(id => !found.has(id))).toEqual([])
    for (const event of events) reader.say('EVENT', event)
    await expect.poll(() => acceptedBy(reader).length, { timeout: 20_000 }).toBe(events.length)
    reader.say('COUNT', 'all', { authors: keys })
    expect((await reader.hear('COUNT', 'all'))[2]).toMatchObject({ count: events.length })
    reader.close()

    const database = new DatabaseSync(join(folder, 'relay.db'), { readOnly: true })
    const counts = database.prepare('SELECT pubkey, events FROM people')
    const people = () => Object.fromEntries(counts.all().map(({ pubkey, events }) => [pubkey, events]))
    await expect.poll(people).toMatchObject(Object.fromEntries(keys.map(key => [key, 300])))
    database.close()
    expect(existsSync(join(folder, 'events.lmdb'))).toBe(false)
  }, 60_000)

  it('refuses with a clear error while the database is away, then serves everything that it had acknowledged', async () => {
    const { newEvent } = writers()
    const client = await RawClient.connect(relay.publicUrl)
    const events = Array.from({ length: 1000 }, newEvent)
    const first = newEvent()
    client.socket.on('message', () => {
      if (client.heard.length === 200) void cluster.kill()
    })
    for (const event of events) client.say('EVENT', event)
    const answered = () => client.heard.filter(([type]) => type === 'OK').length
    await expect.poll(answered, { timeout: 20_000 }).toBe(events.length)
    const accepted = acceptedBy(client)
    expect(accepted.length).toBeLessThan(events.length)

    const away = 'error: The database of events does not answer. Please try again in a moment.'
    client.say('EVENT', first)
    expect(await client.hear('OK', first.id)).toEqual(['OK', first.id, false, away])
    client.say('REQ', 'away', { kinds: [1], limit: 5 })
    expect(await client.hear('CLOSED', 'away')).toEqual(['CLOSED', 'away', away])

    await cluster.start()
    const isTaken = async () => {
      const late = newEvent()
      client.say('EVENT', late)
      return (await client.hear('OK', late.id))[2]
    }
    await expect.poll(isTaken, { timeout: 10_000 }).toBe(true)
    const found = new Set<string>()
    for (let at = 0; at < accepted.length; at += 500)
      for (const id of await client.stored({ ids: accepted.slice(at, at + 500) })) found.add(id)
    expect(accepted.filter(id => !found.has(id))).toEqual([])
    client.close()
  }, 60_000)
})

it('is refused for a data folder that has events already', async () => {
  const full = await makeDataDir()
  await writeFile(join(full, 'events.lmdb'), '')
  const folder = { file: (name: string) => join(full, name) }
  const log = createLogger({ name: 'test', level: 'silent' })
  const opening = openEventStore({ folder, now: Date.now, log, databaseUrl: 'postgres://nowhere.invalid/events' })
  await expect(opening).rejects.toThrow(/has events .*EVENTS_DATABASE_URL/)
  await rm(full, { recursive: true })
})
