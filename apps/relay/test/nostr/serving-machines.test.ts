import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { NostrEvent } from '@hornets/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectSecurely } from '../../src/nostr/serving/machines/secure-link.ts'
import { makeDataDir, spawnRelay } from '../harness.ts'
import { type Engine, openEngine } from '../support/engine.ts'
import { RawClient } from '../support/raw-client.ts'
import { type Cluster, startCluster } from '../support/servers/postgres-cluster.ts'
import { signer } from '../support/signer.ts'

type Machine = Awaited<ReturnType<typeof spawnRelay>>

const secret = 'a secret that both machines know'.replaceAll(' ', '-')
const mainIsGone = 75
/** They speak twice a second. */
const saysNothingMs = 3500
const padding = 'x'.repeat(90_000)
const alice = signer()
const eventsOf = (client: RawClient, subscription: string) =>
  client.heard.flatMap(([type, id, event]) => (type === 'EVENT' && id === subscription ? [event as NostrEvent] : []))

describe.runIf(process.env.POSTGRES)('serving processes on other machines', () => {
  let cluster: Cluster
  let folder: string
  let engine: Engine | undefined
  let machines: Machine[] = []

  const main = () => {
    if (!engine) throw new Error('the main process has ended')
    return engine
  }
  const start = async () => {
    const port = main().nostr.machinesPort
    const env = { RELAY_MAIN: `127.0.0.1:${port}`, SERVING_SECRET: secret, TRUST_PROXY: 'loopback' }
    const machine = await spawnRelay(folder, env)
    machines.push(machine)
    return machine
  }
  const connect = async (url: string, headers: Record<string, string> = {}) => {
    const client = await RawClient.connect(url, headers)
    onTestFinished(() => client.close())
    return client
  }
  const numbers = () =>
    main()
      .nostr.processes()
      .map(({ number }) => number)

  beforeAll(async () => {
    cluster = await startCluster(process.env.POSTGRES ?? '')
    folder = await makeDataDir()
  }, 60_000)
  beforeEach(async () => {
    engine ??= await openEngine({
      processes: 1,
      limits: { connectionsPerAddressMax: 2 },
      database: { url: cluster.url, schema: 'hornets' },
      machines: { host: '127.0.0.1', port: 0, secret },
    })
    while (machines.length < 2) await start()
  }, 60_000)
  afterAll(async () => {
    for (const machine of machines) machine.child.kill('SIGKILL')
    await engine?.close()
    await cluster.close()
    await rm(folder, { recursive: true })
  })

  it('an event given to one machine reaches subscribers of the others, once, whether stored or ephemeral (SCALE-02)', async () => {
    const bob = signer()
    const [one, other] = machines.map(({ publicUrl }) => publicUrl)
    const writer = await connect(one ?? '')
    const readers = [await connect(one ?? ''), await connect(other ?? ''), await connect(main().url)]
    const stored = bob.sign({ content: 'stored before' })
    expect(await writer.publish(stored)).toEqual({ accepted: true, message: '' })
    for (const reader of readers) {
      reader.say('REQ', 'notes', { authors: [bob.pubkey] })
      await reader.hear('EOSE', 'notes')
      expect(eventsOf(reader, 'notes')).toEqual([stored])
    }
    const live = bob.sign({ content: 'arrives later' })
    const ephemeral = bob.sign({ kind: 20_001, content: 'is not stored' })
    for (const event of [live, ephemeral]) expect(await writer.publish(event)).toMatchObject({ accepted: true })
    for (const reader of readers) await expect.poll(() => eventsOf(reader, 'notes')).toEqual([stored, live, ephemeral])
  })

  it('an operator sees the clients of machines and can disconnect them, and each machine keeps the limits of an address', async () => {
    const [machine] = machines
    const url = machine?.publicUrl ?? ''
    await expect.poll(() => main().nostr.connections()).toBe(0)
    const from = { 'x-forwarded-for': '203.0.113.9' }
    const clients = [await connect(url, from), await connect(url, from)]
    await expect(RawClient.connect(url, from)).rejects.toThrow('503')
    await expect
      .poll(() =>
        main()
          .nostr.processes()
          .map(({ isReady, open }) => [isReady, open])
          .sort(),
      )
      .toEqual([
        [true, 0],
        [true, 2],
      ])
    const listed = await main().nostr.clients()
    expect(listed.map(({ address }) => address)).toEqual(['203.0.113.9', '203.0.113.9'])
    for (const { id } of listed) expect(main().nostr.disconnect(id)).toBe(true)
    for (const client of clients) expect(await client.closed).toEqual({ code: 1008, reason: 'closed by the operator' })
    const page = await fetch(url.replace(/^ws/, 'http'))
    expect(page.status).toBe(426)
  })

  it('only who knows the secret can join, under a host name that is bounded', async () => {
    const place = { host: '127.0.0.1', port: main().nostr.machinesPort ?? 0 }
    await expect(connectSecurely(place, `${secret}!`)).rejects.toThrow()
    const before = numbers().length
    const stream = await connectSecurely(place, secret)
    const host = `${'a'.repeat(100)}\u202e`
    stream.write(`${JSON.stringify([0, 'join', [{ id: 'stranger', host, number: -1 }]])}\n`)
    await expect.poll(() => numbers().length).toBe(before + 1)
    const hosts = main()
      .nostr.processes()
      .map(({ machine }) => machine)
    expect(hosts).toContainEqual({ host: hostname(), address: '127.0.0.1' })
    expect(hosts).toContainEqual({ host: 'a'.repeat(80), address: '127.0.0.1' })
    stream.destroy()
    await expect.poll(() => numbers().length).toBe(before)
  })

  it('machines join and leave while the relay runs, and one that is killed loses nothing that was acknowledged', async () => {
    const [killed, other] = machines
    const [writer, reader] = [await connect(killed?.publicUrl ?? ''), await connect(other?.publicUrl ?? '')]
    reader.say('REQ', 'live', { kinds: [9] })
    await reader.hear('EOSE', 'live')
    for (let at = 0; at < 300; at++) writer.say('EVENT', alice.sign({ kind: 9, content: String(at) }))
    const accepted = () => writer.heard.flatMap(([type, id, isAccepted]) => (type === 'OK' && isAccepted ? [id] : []))
    await expect.poll(() => accepted().length).toBeGreaterThan(20)
    killed?.child.kill('SIGKILL')
    await writer.closed
    await expect.poll(() => numbers().length).toBe(1)
    const stored = new Set(await reader.stored({ kinds: [9], limit: 1000 }))
    expect(accepted().filter(id => !stored.has(String(id)))).toEqual([])
    const again = await start()
    await expect.poll(() => numbers().length).toBe(2)
    expect(new Set(numbers()).size).toBe(2)
    const returned = await connect(again.publicUrl)
    expect(await returned.publish(alice.sign({ kind: 9, content: 'after' }))).toMatchObject({ accepted: true })
    await vi.waitFor(() => {
      const heard = eventsOf(reader, 'live').map(({ id }) => id)
      expect(heard).toHaveLength(new Set(heard).size)
      expect(accepted().filter(id => !heard.includes(String(id)))).toEqual([])
      expect(eventsOf(reader, 'live').at(-1)?.content).toBe('after')
    }, 10_000)
    machines = machines.filter(machine => machine !== killed)
  }, 60_000)

  it('a machine that is frozen holds up no client of another one', async () => {
    const [frozen, other] = machines
    const writer = await connect(other?.publicUrl ?? '')
    frozen?.child.kill('SIGSTOP')
    onTestFinished(() => void frozen?.child.kill('SIGCONT'))
    await pause(saysNothingMs)
    let slowestMs = 0
    for (let at = 0; numbers().length > 1; at++) {
      const since = performance.now()
      expect(await writer.publish(alice.sign({ content: `${at} ${padding}` }))).toMatchObject({ accepted: true })
      slowestMs = Math.max(slowestMs, performance.now() - since)
    }
    // Of all others it would be ended only after ten seconds of waiting.
    expect(slowestMs).toBeLessThan(4000)
    frozen?.child.kill('SIGCONT')
    await expect.poll(() => numbers().length, { timeout: 10_000 }).toBe(2)
  }, 60_000)

  it('machines turn clients away while the public server is closed', async () => {
    const [machine] = machines
    const url = machine?.publicUrl ?? ''
    const client = await connect(url)
    await main().closeServer()
    expect((await client.closed).code).toBe(1001)
    await expect(RawClient.connect(url)).rejects.toThrow('503')
    await main().reopenServer()
    const returned = await connect(url)
    expect(await returned.publish(alice.sign())).toMatchObject({ accepted: true })
  })

  it('without its main process a machine closes its clients and ends, to be started again', async () => {
    const [machine] = machines
    const ended = Promise.all(machines.map(({ child }) => new Promise(resolve => child.once('exit', resolve))))
    const client = await connect(machine?.publicUrl ?? '')
    await main().close()
    engine = undefined
    machines = []
    expect((await client.closed).code).toBe(1001)
    expect(await ended).toEqual([mainIsGone, mainIsGone])
  }, 60_000)
})
