import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { wallet } from '@hornets/contract/admin/settings'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { call, makeDataDir, spawnRelay } from '../../harness.ts'
import { png } from '../../media/media-world.ts'
import { RawClient } from '../../support/raw-client.ts'
import { signer } from '../../support/signer.ts'
import { line, sign } from '../../wallet/wallet-world.ts'
import { answered } from './answered.ts'
import type { Machine } from './machine.ts'
import { Pairs } from './pairs.ts'
import { listed, upload } from './uploads.ts'

const alice = signer()

/** A client that says each event until it has its OK, at whichever machine takes it. */
class Writer {
  readonly accepted: string[] = []
  readonly #machines: readonly Machine[]
  #isOver = false
  readonly #work: Promise<void>

  constructor(...machines: Machine[]) {
    this.#machines = machines
    this.#work = this.#run()
  }

  async end(): Promise<string[]> {
    this.#isOver = true
    await this.#work
    return this.accepted
  }

  async #run(): Promise<void> {
    for (let at = 0; !this.#isOver; at++) {
      const machine = this.#machines[at % this.#machines.length] as Machine
      const client = await RawClient.connect(machine.publicUrl).catch(() => undefined)
      if (!client) await pause(20)
      else await this.#say(client)
    }
  }

  async #say(client: RawClient): Promise<void> {
    while (!this.#isOver) {
      const event = alice.sign({ content: String(this.accepted.length) })
      client.say('EVENT', event)
      const answer = await Promise.race([client.hear('OK', event.id).catch(() => []), client.closed.then(() => [])])
      if (answer[2] !== true) break
      this.accepted.push(event.id)
      client.heard.length = 0
    }
    client.close()
  }
}

async function found(machine: Machine, ids: readonly string[]): Promise<Set<string>> {
  const client = await RawClient.connect(machine.publicUrl)
  const all = new Set<string>()
  for (let at = 0; at < ids.length; at += 400)
    for (const id of await client.stored({ ids: ids.slice(at, at + 400) })) all.add(id)
  client.close()
  return all
}

describe.runIf(process.env.POSTGRES)('a standby', () => {
  let pairs: Pairs
  beforeAll(async () => {
    pairs = await Pairs.open()
  })
  afterAll(() => pairs?.close())
  afterEach(() => pairs.clear())

  it('takes over within seconds after kill -9, with every event and file that was acknowledged', async () => {
    const [first, second] = await pairs.startPair()
    const waiting = await fetch(`${second.adminUrl}/health`)
    expect([waiting.status, await waiting.json()]).toEqual([503, { status: 'standby' }])

    const writer = new Writer(first, second)
    const files: string[] = []
    let isOver = false
    const uploading = (async () => {
      while (!isOver) {
        const hash = (await upload(first)) ?? (await upload(second))
        if (hash) files.push(hash)
      }
    })()
    await answered(async () => files.length > 10 && writer.accepted.length > 50, 20_000)
    const killedAt = performance.now()
    await first.kill('SIGKILL')
    const before = [writer.accepted.length, files.length] as const
    await second.says('ready')
    await answered(async () => writer.accepted.length > before[0], 10_000)
    const tookMs = performance.now() - killedAt
    await answered(async () => files.length > before[1] + 5, 10_000)
    isOver = true
    await uploading
    const accepted = await writer.end()
    expect(tookMs).toBeLessThan(20_000)
    const stored = await found(second, accepted)
    expect(accepted.filter(id => !stored.has(id))).toEqual([])
    const there = await listed(second)
    expect(files.filter(hash => !there.includes(hash))).toEqual([])
    for (const hash of files) expect((await fetch(`${second.http}/${hash}`)).status).toBe(200)
  }, 90_000)

  it('a frozen main process is replaced, and when it wakes up it stores nothing and ends', async () => {
    const [first, second] = await pairs.startPair()
    const client = await RawClient.connect(first.publicUrl)
    const [before, meanwhile] = [alice.sign({ content: 'before' }), alice.sign({ content: 'meanwhile' })]
    client.say('EVENT', before)
    expect(await client.hear('OK', before.id)).toEqual(['OK', before.id, true, ''])
    first.child.kill('SIGSTOP')
    client.say('EVENT', meanwhile)
    const uploading = upload(first, png(500))
    await second.says('ready')
    first.child.kill('SIGCONT')
    expect(await first.ended).toEqual([75, null])
    expect(await uploading).toBeUndefined()
    expect(client.heard.filter(([type, id, ok]) => type === 'OK' && id === meanwhile.id && ok === true)).toEqual([])
    expect(await found(second, [before.id, meanwhile.id])).toEqual(new Set([before.id]))
    expect(await listed(second)).toEqual([])
    expect(await upload(second)).toBeDefined()

    // Started again, it is the standby.
    const again = pairs.start(0)
    await again.says('waiting')
    await second.kill('SIGTERM')
    await again.says('ready')
    expect(await listed(again)).toHaveLength(1)
  }, 120_000)

  it('survives the database being away for ten seconds, as one main process and with everything acknowledged', async () => {
    const [first, second] = await pairs.startPair()
    const writer = new Writer(first, second)
    const file = await upload(first)
    await answered(async () => writer.accepted.length > 20, 20_000)
    await pairs.cluster.kill()
    expect(await upload(first)).toBeUndefined()
    await pause(10_000)
    await pairs.cluster.start()
    const before = writer.accepted.length
    await answered(async () => writer.accepted.length > before + 20, 30_000)
    const accepted = await writer.end()
    const states = await Promise.all(
      [first, second].map(
        async ({ http }) => (await fetch(http, { headers: { accept: 'application/nostr+json' } })).status,
      ),
    )
    expect(states.toSorted()).toEqual([200, 503])
    const main = states[0] === 200 ? first : second
    const stored = await found(main, accepted)
    expect(accepted.filter(id => !stored.has(id))).toEqual([])
    expect(await listed(main)).toContain(file)
  }, 120_000)

  it('credits each payment of the wallet once when the main process is killed meanwhile', async () => {
    const before = await pairs.make()
    const { api_key: key } = before.context.settings.get(wallet)
    const token = await before.login(await before.claim())
    const relay_settings = { subscription_tiers: [{ datalimit: '1 GB per month', price: '10000' }] }
    await before.call('/api/relay-settings', { token, body: { relay_settings } })
    before.context.subscriptions.allotment.drawFrom(async () => 'bcrt1qsubscriber')
    const output = await before.context.subscriptions.allotment.addressOf('ab'.repeat(32), null)
    await before.close()
    const [first, second] = await pairs.startBoth()
    const lines = Array.from({ length: 6 }, (_, at) => line({ value_sats: 6000 + at, output, confirmations: 1 }))
    const push = async ({ adminUrl }: Machine, from: number) => {
      const body = JSON.stringify(lines.slice(from, from + 2))
      const headers = sign(body, { key, at: Date.now() })
      return (await call(adminUrl, '/api/wallet/transactions', { body, headers })).status
    }
    for (const from of [0, 2]) expect(await push(first, from)).toBe(200)
    const underWay = push(first, 4).catch(() => null)
    await first.kill('SIGKILL')
    await underWay
    await second.says('ready')
    for (const from of [2, 4]) expect(await push(second, from)).toBe(200)
    const { body } = await call(second.adminUrl, '/api/payment/notifications?limit=100', { token })
    const told = body.notifications.map(({ tx_id, amount }: { tx_id: string; amount: number }) => `${tx_id} ${amount}`)
    expect(told.sort()).toEqual(lines.map(({ txid, value_sats }) => `${txid} ${value_sats}`).sort())
  }, 120_000)

  it('continues the history of traffic after a takeover', async () => {
    const before = await pairs.make()
    const token = await before.login(await before.claim())
    await before.close()
    const [first, second] = await pairs.startBoth()
    const starts = async ({ adminUrl }: Machine) => {
      const { body } = await call(adminUrl, '/api/history?range=1h', { token })
      return body.marks.filter(({ what }: { what: string }) => what === 'start').length
    }
    expect(await starts(first)).toBe(2)
    expect(await upload(first)).toBeDefined()
    await first.kill('SIGKILL')
    await second.says('ready')
    expect(await starts(second)).toBe(3)
  }, 90_000)

  it('answers an upload only when its row is where the standby finds it', async () => {
    await (await pairs.make()).close()
    const first = pairs.start(0)
    await first.says('ready')
    const other = new pg.Client({ connectionString: pairs.accountsUrl })
    await other.connect()
    await other.query('BEGIN; LOCK TABLE hornets_standby.changes')
    let answer: string | undefined
    const uploading = upload(first).then(hash => {
      answer = hash
    })
    await answered(async () => (await listed(first)).length === 1, 10_000)
    await pause(500)
    expect(answer).toBeUndefined()
    await other.query('COMMIT')
    await other.end()
    await uploading
    expect(answer).toBeDefined()
  }, 60_000)

  it('a serving machine keeps its clients through a takeover, and tells them each event once', async () => {
    await (await pairs.make()).close()
    const [here, there] = ([0, 1] as const).map(which => `127.0.0.1:${pairs.freePort(which)}`)
    const SERVING_SECRET = 'a-secret-that-all-the-machines-know'
    const first = pairs.start(0, { SERVING_LISTEN: here ?? '', SERVING_SECRET })
    await first.says('ready')
    await pairs.copyKey()
    const second = pairs.start(1, { SERVING_LISTEN: there ?? '', SERVING_SECRET })
    await second.says('waiting')
    const folder = await makeDataDir()
    const machine = await spawnRelay(folder, { RELAY_MAIN: `${here},${there}`, SERVING_SECRET })
    onTestFinished(async () => {
      await machine.end('SIGKILL')
      await rm(folder, { recursive: true })
    })
    const [reader, writer] = [await RawClient.connect(machine.publicUrl), await RawClient.connect(machine.publicUrl)]
    reader.say('REQ', 'live', { kinds: [1] })
    await reader.hear('EOSE', 'live')
    const written = Array.from({ length: 60 }, (_, at) => alice.sign({ content: String(at) }))
    for (const event of written.slice(0, 30)) writer.say('EVENT', event)
    await writer.hear('OK', written[10]?.id, true)
    await first.kill('SIGKILL')
    for (const event of written.slice(30)) writer.say('EVENT', event)
    const accepted = () => writer.heard.flatMap(([type, id, is]) => (type === 'OK' && is === true ? [id] : []))
    await answered(async () => accepted().length === written.length, 30_000)
    const ids = () =>
      reader.heard.flatMap(([type, , event]) => (type === 'EVENT' ? [(event as { id: string }).id] : []))
    await answered(async () => ids().length >= written.length, 20_000)
    expect(ids().toSorted()).toEqual(written.map(({ id }) => id).toSorted())
    await second.says('ready')
    for (const { socket } of [reader, writer]) expect(socket.readyState).toBe(socket.OPEN)
  }, 120_000)
})
