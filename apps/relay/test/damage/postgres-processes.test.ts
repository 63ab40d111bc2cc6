import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { NostrEvent } from '@hornets/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeDataDir, spawnRelay } from '../harness.ts'
import { type Engine, openEngine } from '../support/engine.ts'
import { RawClient } from '../support/raw-client.ts'
import { type Cluster, startCluster } from '../support/servers/postgres-cluster.ts'
import { PostgresProxy } from '../support/servers/postgres-proxy.ts'
import { signer } from '../support/signer.ts'

const away = 'error: The database of events does not answer. Please try again in a moment.'
const alice = signer()
const idsIn = ({ heard }: RawClient, subscription: string) =>
  heard.flatMap(([type, id, event]) => (type === 'EVENT' && id === subscription ? [(event as NostrEvent).id] : []))

/** Says each event until it has its OK, on a new connection when one is lost. */
class Writer {
  readonly accepted = new Set<string>()
  readonly #url: string
  client: RawClient

  private constructor(url: string, client: RawClient) {
    this.#url = url
    this.client = client
  }

  static async connect(url: string): Promise<Writer> {
    return new Writer(url, await RawClient.connect(url))
  }

  async write(event: NostrEvent): Promise<void> {
    while (!this.accepted.has(event.id)) {
      const { client } = this
      client.heard.length = 0
      client.say('EVENT', event)
      const answer = await Promise.race([client.hear('OK', event.id), client.closed.then(() => undefined)])
      if (answer?.[2] === true) this.accepted.add(event.id)
      else if (answer) expect(answer[3]).toBe(away)
      else this.client = await vi.waitFor(() => RawClient.connect(this.#url), 20_000)
      if (answer?.[2] === false) await pause(20)
    }
  }
}

describe.runIf(process.env.POSTGRES)('several processes with their events in PostgreSQL', () => {
  let cluster: Cluster
  let proxy: PostgresProxy
  let engine: Engine
  beforeAll(async () => {
    cluster = await startCluster(process.env.POSTGRES ?? '')
    proxy = await PostgresProxy.start(cluster.url)
    engine = await openEngine({ processes: 3, database: { url: proxy.url, schema: 'hornets' } })
  }, 120_000)
  afterAll(async () => {
    await engine?.close()
    await proxy?.close()
    await cluster?.close()
  })

  it('an event whose commit had no answer reaches all subscribers, once', async () => {
    const [writer, reader] = [await Writer.connect(engine.url), await RawClient.connect(engine.url)]
    reader.say('REQ', 'before', { kinds: [8] })
    await reader.hear('EOSE', 'before')
    // Its part of the tables is made by a commit of its own.
    await writer.write(alice.sign())
    proxy.cutNextCommit()
    const [event, after] = [alice.sign({ kind: 8 }), alice.sign({ kind: 8, content: 'after it' })]
    expect(await writer.client.publish(event)).toEqual({ accepted: false, message: away })
    expect(proxy.isCutting).toBe(false)
    reader.say('REQ', 'meanwhile', { kinds: [8] })
    await reader.hear('EOSE', 'meanwhile')
    await writer.write(after)
    for (const name of ['before', 'meanwhile'])
      await expect.poll(() => idsIn(reader, name)).toEqual([event.id, after.id])
    const again = 'duplicate: this event is already stored'
    expect(await writer.client.publish(event)).toEqual({ accepted: true, message: again })
    for (const client of [writer.client, reader]) client.close()
  }, 60_000)

  it('an event that is stored while a subscription asks for its mark is in its answer or follows it, never both', async () => {
    await expect.poll(() => engine.nostr.connections()).toBe(0)
    const [writer, reader] = [await Writer.connect(engine.url), await RawClient.connect(engine.url)]
    reader.say('REQ', 'watch', { kinds: [7] })
    await reader.hear('EOSE', 'watch')
    const events: NostrEvent[] = []
    const heardBy = (name: string) =>
      reader.heard.flatMap(([type, id, event]) =>
        id !== name ? [] : [type === 'EVENT' ? events.findIndex(one => one.id === (event as NostrEvent).id) : type],
      )
    const whileHeld = async (holds: 'question' | 'answer') => {
      proxy.holdNextMark(holds)
      reader.say('REQ', holds, { kinds: [7] })
      await expect.poll(() => proxy.isHolding).toBe(true)
      const event = alice.sign({ kind: 7, content: holds, created_at: 1_700_000_000 - events.length })
      events.push(event)
      await writer.write(event)
      await expect.poll(() => idsIn(reader, 'watch')).toContain(event.id)
      reader.say('REQ', `later than ${holds}`, { kinds: [7] })
      await pause(50)
      proxy.release()
      for (const name of [holds, `later than ${holds}`]) await reader.hear('EOSE', name)
    }
    await whileHeld('question')
    expect(heardBy('question')).toEqual([0, 'EOSE'])
    await whileHeld('answer')
    await expect.poll(() => heardBy('question')).toEqual([0, 'EOSE', 1])
    expect(heardBy('answer')).toEqual([0, 'EOSE', 1])
    // It asked after the OK: its mark is that of the next read.
    expect(heardBy('later than answer')).toEqual([0, 1, 'EOSE'])
    for (const client of [writer.client, reader]) client.close()
  }, 60_000)

  it('kills of a serving process and of the database lose nothing acknowledged, and no subscription misses or repeats an event', async () => {
    await expect.poll(() => engine.nostr.connections()).toBe(0)
    const [writer, reader] = [await Writer.connect(engine.url), await RawClient.connect(engine.url)]
    const [pid = 0] = engine.nostr.servingPids
    expect(pid).toBeGreaterThan(1)
    const events = Array.from({ length: 400 }, (_, at) => alice.sign({ kind: 9, content: String(at) }))
    const names: string[] = []
    const subscribe = async () => {
      const name = `sub${names.length}`
      reader.say('REQ', name, { kinds: [9] })
      await reader.hear('EOSE', name)
      names.push(name)
    }
    await subscribe()
    const first = writer.client
    for (const [at, event] of events.entries()) {
      const written = writer.write(event)
      if (at === 50) process.kill(pid, 'SIGKILL')
      if (at === 150 || at === 300)
        void cluster
          .kill()
          .then(() => pause(at * 5))
          .then(() => cluster.start())
      if (at % 10 === 5) await subscribe().catch(() => {})
      await written
    }
    expect((await first.closed).code).toBe(1006)
    expect(reader.socket.readyState).toBe(reader.socket.OPEN)
    const all = events.map(({ id }) => id).sort()
    expect(names.length).toBeGreaterThan(30)
    for (const name of names) await expect.poll(() => idsIn(reader, name).sort()).toEqual(all)
    reader.close()
    writer.client.close()
  }, 120_000)
})

describe.runIf(process.env.POSTGRES)('a relay with RELAY_PROCESSES and EVENTS_DATABASE_URL', () => {
  it('refuses in every process while the database is away, and serves again once it is back', async () => {
    const cluster = await startCluster(process.env.POSTGRES ?? '')
    const folder = await makeDataDir()
    const relay = await spawnRelay(folder, { EVENTS_DATABASE_URL: cluster.url, RELAY_PROCESSES: '3' })
    const children = readFileSync(`/proc/${relay.child.pid}/task/${relay.child.pid}/children`, 'utf8')
    expect(children.trim().split(' ').length).toBeGreaterThanOrEqual(2)
    const clients = [await RawClient.connect(relay.publicUrl), await RawClient.connect(relay.publicUrl)]
    const stored = alice.sign({ content: 'before' })
    expect(await clients[0]?.publish(stored)).toEqual({ accepted: true, message: '' })
    for (const client of clients) {
      client.say('REQ', 'open', { kinds: [1] })
      await client.hear('EOSE', 'open')
    }

    await cluster.kill()
    for (const client of clients) {
      const refused = alice.sign({ content: 'refused' })
      expect(await client.publish(refused)).toEqual({ accepted: false, message: away })
      client.say('REQ', 'away', { kinds: [1] })
      expect(await client.hear('CLOSED', 'away')).toEqual(['CLOSED', 'away', away])
      client.say('COUNT', 'away count', { kinds: [1] })
      expect(await client.hear('CLOSED', 'away count')).toEqual(['CLOSED', 'away count', away])
      client.say('NEG-OPEN', 'away set', { kinds: [1] }, '61')
      expect(await client.hear('NEG-ERR', 'away set')).toEqual(['NEG-ERR', 'away set', away])
    }
    await pause(Number(process.env.AWAY_MS ?? 1000))
    await cluster.start()

    const writer = await Writer.connect(relay.publicUrl)
    const after = alice.sign({ content: 'after' })
    await writer.write(after)
    for (const client of clients) {
      await expect.poll(() => idsIn(client, 'open')).toEqual([stored.id, after.id])
      expect((await client.stored({ kinds: [1] })).sort()).toEqual([stored.id, after.id].sort())
      client.say('COUNT', 'back', { kinds: [1] })
      expect((await client.hear('COUNT', 'back'))[2]).toMatchObject({ count: 2 })
      client.say('NEG-OPEN', 'back', { kinds: [1] }, '61')
      expect((await client.hear('NEG-MSG', 'back'))[2]).toMatch(/^61/)
    }
    for (const client of [...clients, writer.client]) client.close()
    expect(await relay.end()).toBe(0)
    await cluster.close()
    await rm(folder, { recursive: true })
  }, 120_000)
})
