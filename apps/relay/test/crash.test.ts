import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { makeDataDir, spawnRelay } from './harness.ts'
import { Author, draftEvent } from './support/burst-events.ts'
import { RawClient } from './support/raw-client.ts'

const folder = await makeDataDir()
const relays: Awaited<ReturnType<typeof spawnRelay>>[] = []
afterAll(async () => {
  await Promise.all(relays.map(relay => relay.end('SIGKILL')))
  await rm(folder, { recursive: true })
})

async function start() {
  const relay = await spawnRelay(folder)
  relays.push(relay)
  return relay
}

describe('kill -9 in a burst of 5,000 events', () => {
  it('loses none that was answered with OK true, and the relay comes back (POLICY-13)', {
    timeout: 60_000,
  }, async () => {
    const authors = Array.from({ length: 20 }, () => new Author())
    const now = Math.floor(Date.now() / 1000)
    const events = Array.from({ length: 5000 }, (_, at) => {
      const addressable = at % 10 === 3 && { kind: 30_023, tags: [['d', String(at)]] }
      return (authors[at % 20] ?? new Author()).sign({ ...draftEvent(at, now, authors), ...addressable })
    })
    const { publicUrl, child } = await start()
    const client = await RawClient.connect(publicUrl)
    const killed = once(child, 'exit')
    client.socket.on('message', () => {
      if (client.heard.length === 1500) child.kill('SIGKILL')
    })
    for (const event of events) client.say('EVENT', event)
    expect((await killed)[1]).toBe('SIGKILL')
    await client.closed
    const accepted = client.heard.filter(([type, , ok]) => type === 'OK' && ok === true).map(([, id]) => String(id))
    expect(accepted.length).toBeGreaterThanOrEqual(1000)
    expect(accepted.length).toBeLessThan(events.length)

    const again = await start()
    const reader = await RawClient.connect(again.publicUrl)
    const found = new Set<string>()
    for (let at = 0; at < accepted.length; at += 500) {
      for (const id of await reader.stored({ ids: accepted.slice(at, at + 500) })) found.add(id)
    }
    expect(accepted.filter(id => !found.has(id))).toEqual([])
    for (const event of events) reader.say('EVENT', event)
    const answered = () => reader.heard.filter(([type, , ok]) => type === 'OK' && ok === true).length
    await expect.poll(answered, { timeout: 20_000 }).toBe(events.length)
    reader.close()
    // Who writes here is counted once, whatever was counted before the crash.
    const database = new DatabaseSync(join(folder, 'relay.db'), { readOnly: true })
    const counts = database.prepare('SELECT pubkey, events FROM people')
    const expected = Object.fromEntries(authors.map(author => [author.pubkey, 250]))
    const people = () => Object.fromEntries(counts.all().map(({ pubkey, events }) => [pubkey, events]))
    await expect.poll(people, { timeout: 10_000 }).toEqual(expected)
    database.close()
  })
})
