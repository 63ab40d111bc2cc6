import type { NostrEvent } from '@hornets/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Engine, openEngine } from '../support/engine.ts'
import { RawClient } from '../support/raw-client.ts'
import { type Cluster, startCluster } from '../support/servers/postgres-cluster.ts'
import { signer } from '../support/signer.ts'

const limits = { connectionsPerAddressMax: 2 }
const options = { processes: 3, limits, trustedProxies: ['loopback'] }
let engine: Engine
const alice = signer()

const eventsOf = (client: RawClient) => client.heard.filter(([type]) => type === 'EVENT').map(([, , event]) => event)

const connect = async () => {
  const client = await RawClient.connect(engine.url)
  onTestFinished(() => client.close())
  return client
}

/** Clients of this machine are spread: two in a row have different processes. */
const twoClients = async () => {
  await expect.poll(() => engine.nostr.connections()).toBe(0)
  return [await connect(), await connect()] as const
}

/** The end of a process may not be known yet. */
const reconnect = () => vi.waitFor(connect, 2000)

/** Kills a process. Its own client comes first in the answer. */
async function afterKilling(pid: number, [one, other]: readonly [RawClient, RawClient]) {
  // 0 would be the tests' own process group.
  expect(pid).toBeGreaterThan(1)
  process.kill(pid, 'SIGKILL')
  const gone = await Promise.race([one.closed.then(() => one), other.closed.then(() => other)])
  return gone === one ? ([one, other] as const) : ([other, one] as const)
}

/** Clients are served before all processes have started. */
async function open(database = {}) {
  engine = await openEngine({ ...options, ...database })
  await vi.waitFor(() => expect(engine.nostr.servingPids).toHaveLength(2), 60_000)
}

function onAnyEngine(): void {
  it('an event given to one process reaches subscribers of the others, once, whether stored or ephemeral (SCALE-02)', async () => {
    const [bob, [one, other]] = [signer(), await twoClients()]
    const stored = bob.sign({ content: 'stored before' })
    expect(await one.publish(stored)).toEqual({ accepted: true, message: '' })
    other.say('REQ', 'notes', { kinds: [1, 20_001], authors: [stored.pubkey] })
    await other.hear('EOSE', 'notes')
    expect(eventsOf(other)).toEqual([stored])
    const live = bob.sign({ content: 'arrives later' })
    const ephemeral = bob.sign({ kind: 20_001, content: 'is not stored' })
    for (const event of [live, ephemeral]) expect(await one.publish(event)).toMatchObject({ accepted: true })
    await expect.poll(() => eventsOf(other)).toEqual([stored, live, ephemeral])
  }, 120_000)

  it('events that are published while another process answers are in its answer or follow it, each once', async () => {
    const [writer, reader] = await twoClients()
    const events: NostrEvent[] = []
    const isDone = (async () => {
      for (let at = 0; at < 200; at++) {
        const event = alice.sign({ kind: 7, content: String(at) })
        events.push(event)
        await writer.publish(event)
      }
    })()
    for (let at = 0; at < 20; at++) {
      reader.say('REQ', `sub${at}`, { kinds: [7] })
      await reader.hear('EOSE', `sub${at}`)
    }
    await isDone
    for (let at = 0; at < 20; at++) {
      const ids = () =>
        reader.heard.flatMap(([type, id, event]) =>
          type === 'EVENT' && id === `sub${at}` ? [(event as NostrEvent).id] : [],
        )
      await expect.poll(() => ids().length).toBeGreaterThanOrEqual(200)
      expect(ids().sort()).toEqual(events.map(({ id }) => id).sort())
    }
  })

  it('a killed process costs its clients a reconnect and loses nothing that was acknowledged', async () => {
    const clients = await twoClients()
    const [pid = 0] = engine.nostr.servingPids
    for (const client of clients) {
      client.say('REQ', 'live', { kinds: [9] })
      await client.hear('EOSE', 'live')
      for (let at = 0; at < 300; at++) client.say('EVENT', alice.sign({ kind: 9, content: String(at) }))
    }
    const accepted = (client: RawClient) =>
      client.heard.flatMap(([type, id, isAccepted]) => (type === 'OK' && isAccepted ? [String(id)] : []))
    for (const client of clients) await expect.poll(() => accepted(client).length).toBeGreaterThan(20)
    const [lost, other] = await afterKilling(pid, clients)
    expect((await lost.closed).code).toBe(1006)
    expect(other.socket.readyState).toBe(other.socket.OPEN)
    const again = await reconnect()
    const stored = new Set(await again.stored({ kinds: [9], limit: 1000 }))
    expect(accepted(lost).filter(id => !stored.has(id))).toEqual([])
    expect(await again.publish(alice.sign({ kind: 9, content: 'after' }))).toMatchObject({ accepted: true })
    await expect.poll(() => eventsOf(other)).toContainEqual(expect.objectContaining({ content: 'after' }))
    await expect.poll(() => accepted(other).length).toBe(300)
    await expect.poll(() => engine.nostr.servingPids.length, { timeout: 60_000 }).toBe(2)
    expect(engine.nostr.servingPids).not.toContain(pid)
  }, 120_000)
}

describe('with events in the data folder', () => {
  beforeAll(() => open(), 120_000)
  afterAll(() => engine.close())

  onAnyEngine()

  it('all connections of an address count together, and another address is served', async () => {
    const from = (address: string) => RawClient.connect(engine.url, { 'x-forwarded-for': address })
    for (const address of ['203.0.113.1', '203.0.113.2', '2001:db8:1::1']) {
      const clients = [await from(address), await from(address)]
      await expect(from(address)).rejects.toThrow('503')
      for (const client of clients) client.close()
    }
  })

  it('a block closes the connections of its key in all processes, which let it sign in no more (ACCESS-02, ACCESS-03)', async () => {
    const [bob, [writer, reader]] = [signer(), await twoClients()]
    const note = bob.sign({})
    const stranger = await RawClient.connect(engine.url, { 'x-forwarded-for': '198.51.100.9' })
    onTestFinished(() => stranger.close())
    expect(await writer.publish(note)).toMatchObject({ accepted: true })
    const tags = [
      ['relay', engine.url],
      ['challenge', await reader.challenge()],
    ]
    const answer = bob.sign({ kind: 22_242, tags })
    reader.say('AUTH', answer)
    expect((await reader.hear('OK', answer.id))[2]).toBe(true)
    engine.block(note.pubkey)
    for (const client of [writer, reader])
      expect(await client.closed).toEqual({ code: 1008, reason: expect.stringMatching(/^blocked: /) })
    expect(await stranger.publish(alice.sign({ content: 'not blocked' }))).toMatchObject({ accepted: true })
    const late = bob.sign({
      kind: 22_242,
      tags: [
        ['relay', engine.url],
        ['challenge', await stranger.challenge()],
      ],
    })
    stranger.say('AUTH', late)
    expect((await stranger.hear('OK', late.id)).slice(2)).toEqual([false, expect.stringMatching(/^blocked: /)])
  })

  it('a block closes the connections that published with its key before they were handed over (ACCESS-03)', async () => {
    await expect.poll(() => engine.nostr.connections()).toBe(0)
    const last = await openEngine({ processes: 2 })
    const publish = async () => {
      const client = await RawClient.connect(last.url)
      onTestFinished(() => client.close())
      const note = signer().sign()
      expect(await client.publish(note)).toMatchObject({ accepted: true })
      return { closed: client.closed, pubkey: note.pubkey }
    }
    const [early, late] = [await publish(), await publish()]
    const left: Parameters<typeof engine.nostr.adopt>[] = []
    last.nostr.heir = async (kept, socket) => void left.push([kept, socket])
    await last.close()
    engine.block(early.pubkey)
    for (const connection of left) engine.nostr.adopt(...connection)
    expect((await early.closed).code).toBe(1006)
    await expect.poll(() => engine.nostr.connections()).toBe(1)
    engine.block(late.pubkey)
    expect(await late.closed).toEqual({ code: 1008, reason: expect.stringMatching(/^blocked: /) })
  })

  it('clients that arrive at a process that is ending are turned away, and do not wait for ever', async () => {
    await expect.poll(() => engine.nostr.connections()).toBe(0)
    const [pid = 0] = engine.nostr.servingPids
    expect(pid).toBeGreaterThan(1)
    process.kill(pid, 'SIGSTOP')
    const met: string[] = []
    const arriving = Array.from({ length: 8 }, async () => {
      const client = await RawClient.connect(engine.url).catch(() => undefined)
      met.push(client ? 'served' : 'turned away')
      client?.close()
    })
    // The first one was given to the process that no longer works.
    await expect.poll(() => met).toContain('served')
    process.kill(pid, 'SIGKILL')
    await Promise.all(arriving)
    expect([...new Set(met)].sort()).toEqual(['served', 'turned away'])
    await expect.poll(() => engine.nostr.servingPids.length, { timeout: 60_000 }).toBe(2)
  }, 120_000)

  it('a process that has stopped working is replaced, so that the clients of others can write', async () => {
    const clients = await twoClients()
    const [pid = 0] = engine.nostr.servingPids
    expect(pid).toBeGreaterThan(1)
    process.kill(pid, 'SIGSTOP')
    const content = 'x'.repeat(100_000)
    for (const client of clients)
      for (let at = 0; at < 60; at++) client.say('EVENT', alice.sign({ content: `${at} ${content}` }))
    const accepted = (client: RawClient) =>
      client.heard.filter(([type, , isAccepted]) => type === 'OK' && isAccepted).length
    await expect.poll(() => Math.max(...clients.map(accepted)), { timeout: 60_000 }).toBe(60)
    await expect.poll(() => engine.nostr.servingPids.includes(pid), { timeout: 60_000 }).toBe(false)
    await expect.poll(() => engine.nostr.servingPids.length, { timeout: 60_000 }).toBe(2)
  }, 120_000)

  it('an operator sees what each process uses, and which has ended', async () => {
    await twoClients()
    await expect
      .poll(() => engine.nostr.processes().map(({ number, isReady, open }) => [number, isReady, open]))
      .toEqual([
        [1, true, 1],
        [2, true, 1],
      ])
    await expect
      .poll(() => Math.min(...engine.nostr.processes().map(({ usedBytes }) => usedBytes)))
      .toBeGreaterThan(3e7)
    for (const { usedBytes, share, p99Ms } of engine.nostr.processes()) {
      expect(usedBytes).toBeLessThan(5e8)
      expect(share).toBeGreaterThan(0)
      expect(share).toBeLessThan(8)
      expect(p99Ms).toBeLessThan(60_000)
    }
    const [pid = 0] = engine.nostr.servingPids
    expect(pid).toBeGreaterThan(1)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => engine.nostr.processes()[0]).toMatchObject({ isReady: false, open: 0, usedBytes: 0 })
    await expect.poll(() => engine.nostr.servingPids.length, { timeout: 60_000 }).toBe(2)
  }, 120_000)

  it('an operator sees the clients of all processes, and can disconnect each', async () => {
    const [one, other] = await twoClients()
    await expect.poll(async () => (await engine.nostr.clients()).length).toBe(2)
    const ids = (await engine.nostr.clients()).map(({ id }) => id)
    for (const id of ids) expect(engine.nostr.disconnect(id)).toBe(true)
    for (const client of [one, other])
      expect(await client.closed).toEqual({ code: 1008, reason: 'closed by the operator' })
    await expect.poll(() => engine.nostr.connections()).toBe(0)
    expect(engine.nostr.disconnect(ids[0] ?? 0)).toBe(false)
  })
})

describe.runIf(process.env.POSTGRES)('with events in PostgreSQL', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster(process.env.POSTGRES ?? '')
    await open({ database: { url: cluster.url, schema: 'hornets' } })
  }, 120_000)
  afterAll(async () => {
    await engine.close()
    await cluster.close()
  })

  onAnyEngine()
})
