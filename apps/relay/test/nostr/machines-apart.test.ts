import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { NostrEvent } from '@hornets/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { nostrLimits } from '../../src/nostr/fairness/limits.ts'
import { call, claim, login, makeDataDir, spawnRelay } from '../harness.ts'
import { RawClient } from '../support/raw-client.ts'
import { type Cluster, startCluster } from '../support/servers/postgres-cluster.ts'
import { TwoHosts } from '../support/servers/two-hosts.ts'
import { signer } from '../support/signer.ts'

type Relay = Awaited<ReturnType<typeof spawnRelay>>

const secret = 'a-secret-that-both-machines-know'
const mainIsGone = 75
const shortSplitMs = 10_000
const longSplitMs = 30_000
/** After this much silence both sides give the connection up. */
const silentMsMax = 20_000
/** TCP sends again at growing distances. */
const resentWithinMs = 10_000
const writeEveryMs = 50
/** Of an event: in a long split more than main would keep for a machine that does not read. */
const padding = 'x'.repeat(90_000)

const alice = signer()

/** Publishes all the time, as patient clients do: one that is cut off comes back and gives again what had no answer. */
class Writer {
  readonly accepted = new Set<string>()
  readonly #url: string
  readonly #kind: number
  readonly #padding: string
  #client: RawClient | undefined
  #isDone = false
  slowestMs = 0
  readonly done: Promise<void>

  constructor(url: string, kind: number, padding: string) {
    this.#url = url
    this.#kind = kind
    this.#padding = padding
    this.done = this.#write()
  }

  async stop(): Promise<void> {
    this.#isDone = true
    await this.done
    this.#client?.close()
  }

  async #write(): Promise<void> {
    for (let at = 0; !this.#isDone; at++) {
      const event = alice.sign({ kind: this.#kind, content: `${this.#url} ${at} ${this.#padding}` })
      const since = performance.now()
      while (!(await this.#give(event))) await pause(writeEveryMs)
      this.slowestMs = Math.max(this.slowestMs, performance.now() - since)
      this.accepted.add(event.id)
      await pause(writeEveryMs)
    }
  }

  async #give(event: NostrEvent): Promise<boolean> {
    try {
      if (this.#client?.socket.readyState !== this.#client?.socket.OPEN) this.#client = undefined
      this.#client ??= await RawClient.connect(this.#url)
      const client = this.#client
      client.say('EVENT', event)
      const isAccepted = () => client.heard.some(([type, id, isOk]) => type === 'OK' && id === event.id && isOk)
      while (!isAccepted() && client.socket.readyState === client.socket.OPEN) await pause(2)
      return isAccepted()
    } catch {
      return false
    }
  }
}

/** Subscribes, and again with `since` after each cut, and keeps what it hears: by client, as a client of one socket. */
class Reader {
  readonly heard = new Map<string, number>()
  readonly #url: string
  readonly #kind: number
  #client: RawClient | undefined
  #isDone = false
  cuts = 0

  constructor(url: string, kind: number) {
    this.#url = url
    this.#kind = kind
  }

  async start(): Promise<void> {
    const client = await RawClient.connect(this.#url)
    this.#client = client
    const perSocket = new Set<string>()
    client.socket.on('message', data => {
      const [type, , event] = JSON.parse(String(data))
      if (type !== 'EVENT') return
      if (perSocket.has(event.id)) this.heard.set(event.id, 2)
      else if (!this.heard.has(event.id)) this.heard.set(event.id, 1)
      perSocket.add(event.id)
    })
    client.say('REQ', 'live', { kinds: [this.#kind], limit: 5000 })
    await client.hear('EOSE', 'live')
    void client.closed.then(() => this.#again())
  }

  stop(): void {
    this.#isDone = true
    this.#client?.close()
  }

  async #again(): Promise<void> {
    if (this.#isDone) return
    this.cuts += 1
    while (!this.#isDone)
      try {
        await this.start()
        return
      } catch {
        await pause(writeEveryMs)
      }
  }
}

describe.runIf(process.env.POSTGRES && process.env.NETWORK_NAMESPACES)('a serving machine on another host', () => {
  let network: TwoHosts
  let cluster: Cluster
  let folders: string[]
  let main: Relay
  let machine: Relay
  let machineUrl: string
  let mainUrl: string
  let adminUrl: string
  let token: string
  let isOver = false
  const started = { machines: 0 }

  const startMachine = async () => {
    const [here, there] = network.hosts
    const env = { RELAY_MAIN: `${here.inside}:9100`, SERVING_SECRET: secret, PUBLIC_HOST: '0.0.0.0', PORT: '9000' }
    started.machines += 1
    machine = await spawnRelay(folders[1] ?? '', env, there.by)
    // As `npm start` does.
    machine.child.once('exit', code => code === mainIsGone && !isOver && void startMachine())
  }
  const processes = async () => {
    const { body } = await call(adminUrl, '/api/health/report', { token })
    return body.processes.each as { machine: { host: string; address: string }; connections: number }[]
  }
  /** Clients on both sides write and subscribe while `act` acts; then all has arrived everywhere, once. */
  const throughout = async (kind: number, act: () => Promise<void>, padding = '') => {
    const urls = [mainUrl, machineUrl]
    const readers = urls.map(url => new Reader(url, kind))
    for (const reader of readers) await reader.start()
    const writers = urls.map(url => new Writer(url, kind, padding))
    onTestFinished(() => {
      for (const one of readers) one.stop()
    })
    await pause(1000)
    await act()
    await pause(1000)
    await Promise.all(writers.map(writer => writer.stop()))
    const accepted = writers.flatMap(writer => [...writer.accepted])
    for (const { heard } of readers) {
      await expect.poll(() => accepted.filter(id => !heard.has(id)), { timeout: 20_000 }).toEqual([])
      expect([...heard].filter(([, times]) => times > 1)).toEqual([])
    }
    return { readers, writers }
  }

  beforeAll(async () => {
    network = new TwoHosts()
    cluster = await startCluster(process.env.POSTGRES ?? '')
    folders = await Promise.all([makeDataDir(), makeDataDir()])
    const [here, there] = network.hosts
    main = await spawnRelay(
      folders[0] ?? '',
      {
        EVENTS_DATABASE_URL: cluster.url,
        SERVING_LISTEN: `${here.inside}:9100`,
        SERVING_SECRET: secret,
        PUBLIC_HOST: '0.0.0.0',
        ADMIN_HOST: here.address,
        PORT: '9000',
      },
      here.by,
    )
    mainUrl = `ws://${here.address}:9001`
    machineUrl = `ws://${there.address}:9001`
    adminUrl = `http://${here.address}:9002`
    token = await login(adminUrl, await claim({ ...main, adminUrl }))
    await startMachine()
  }, 120_000)
  afterAll(async () => {
    isOver = true
    for (const { child } of [main, machine]) child.kill('SIGKILL')
    network.close()
    await cluster.close()
    for (const folder of folders) await rm(folder, { recursive: true })
  })

  it('is listed in Health with its host name and address', async () => {
    await expect
      .poll(processes)
      .toMatchObject([{ machine: { host: hostname(), address: network.hosts[1].inside }, is_running: true }])
  })

  it('a split of 10 s loses no acknowledged event and closes no connection', async () => {
    const { readers, writers } = await throughout(1, async () => {
      network.split()
      await pause(shortSplitMs)
      network.join()
      await pause(resentWithinMs)
    })
    expect(readers.map(({ cuts }) => cuts)).toEqual([0, 0])
    const [onMain, onMachine] = writers
    expect(onMain?.slowestMs).toBeLessThan(2000)
    expect(onMachine?.slowestMs).toBeLessThan(shortSplitMs + resentWithinMs)
  }, 90_000)

  it('both sides notice a split of 30 s, and afterwards every client has every event once', async () => {
    const before = started.machines
    const { readers, writers } = await throughout(
      7,
      async () => {
        network.split()
        const since = performance.now()
        await expect.poll(processes, { timeout: silentMsMax + 5000, interval: 200 }).toEqual([])
        expect(performance.now() - since).toBeLessThan(silentMsMax + 4000)
        await expect
          .poll(() => [1, 2].map(number => network.connectionsOf(number as 1 | 2)), { timeout: 5000 })
          .toEqual([0, 0])
        await pause(longSplitMs - (performance.now() - since))
        network.join()
        await expect.poll(async () => (await processes()).length, { timeout: resentWithinMs }).toBe(1)
        // Nothing stays half open.
        await expect.poll(() => [1, 2].map(number => network.connectionsOf(number as 1 | 2))).toEqual([1, 1])
      },
      padding,
    )
    expect(started.machines).toBe(before)
    expect(readers.map(({ cuts }) => cuts)).toEqual([0, 0])
    expect(writers[0]?.slowestMs).toBeLessThan(2000)
    expect(writers[1]?.slowestMs).toBeLessThan(longSplitMs + resentWithinMs)
  }, 120_000)

  it('keeps the count of clients of an address, and turns newcomers away during a split', async () => {
    const { connectionsPerAddressMax: perAddressMax } = nostrLimits
    const clients: RawClient[] = []
    const connect = async () => clients.push(await RawClient.connect(machineUrl))
    onTestFinished(() => {
      for (const client of clients) client.close()
    })
    while (clients.length < perAddressMax) await connect()
    const stand = async () => {
      await expect(connect()).rejects.toThrow('503')
      clients.shift()?.close()
      await expect.poll(async () => (await processes())[0]?.connections).toBe(perAddressMax - 1)
      await connect()
    }
    await stand()
    network.split()
    clients.shift()?.close()
    // Only the main process lets them in.
    await expect(connect()).rejects.toThrow('503')
    network.join()
    await expect.poll(() => connect().catch(() => null), { timeout: silentMsMax }).not.toBeNull()
    await stand()
    for (const client of clients) client.close()
    await expect.poll(async () => (await processes())[0]?.connections).toBe(0)
  }, 90_000)

  it('a machine that is killed costs its own clients a reconnect, and those of the main process nothing', async () => {
    const { readers, writers } = await throughout(9, async () => {
      machine.child.kill('SIGKILL')
      await pause(1000)
      await startMachine()
    })
    expect(readers.map(({ cuts }) => cuts)).toEqual([0, 1])
    expect(writers[0]?.slowestMs).toBeLessThan(2000)
  }, 90_000)
})
