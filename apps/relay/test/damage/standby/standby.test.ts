import { randomBytes, randomInt } from 'node:crypto'
import { copyFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { wallet } from '@hornets/contract/admin/settings'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { call, makeDataDir, spawnRelay, startRelay } from '../../harness.ts'
import { person, png, sha256 } from '../../media/media-world.ts'
import { RawClient } from '../../support/raw-client.ts'
import { type Cluster, startCluster } from '../../support/servers/postgres-cluster.ts'
import { type S3Server, startS3Server } from '../../support/servers/s3-server.ts'
import { signer } from '../../support/signer.ts'
import { line, sign } from '../../wallet/wallet-world.ts'
import { answered } from './answered.ts'
import { Machine } from './machine.ts'

const uploader = person()
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

async function upload(machine: Machine): Promise<string | undefined> {
  const bytes = png(3000)
  const headers = { authorization: uploader.header('upload', [sha256(bytes)]) }
  const answer = await fetch(`${machine.http}/upload`, { method: 'PUT', body: bytes, headers }).catch(() => undefined)
  return answer?.ok ? sha256(bytes) : undefined
}

const listed = async (machine: Machine): Promise<string[]> =>
  ((await (await fetch(`${machine.http}/list/${uploader.pubkey}?limit=1000`)).json()) as { sha256: string }[]).map(
    file => file.sha256,
  )

async function found(machine: Machine, ids: readonly string[]): Promise<Set<string>> {
  const client = await RawClient.connect(machine.publicUrl)
  const all = new Set<string>()
  for (let at = 0; at < ids.length; at += 400)
    for (const id of await client.stored({ ids: ids.slice(at, at + 400) })) all.add(id)
  client.close()
  return all
}

describe.runIf(process.env.POSTGRES)('a standby', () => {
  let cluster: Cluster
  let s3: S3Server
  let env: Record<string, string>
  let folders: string[] = []
  let machines: Machine[] = []
  const base = randomInt(11_000, 31_000)

  beforeAll(async () => {
    ;[cluster, s3] = await Promise.all([startCluster(process.env.POSTGRES ?? '', { isQuick: true }), startS3Server()])
  })
  afterAll(async () => {
    await cluster?.close()
    await s3?.close()
  })
  afterEach(async () => {
    for (const machine of machines) await machine.kill('SIGKILL')
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
    machines = []
    folders = []
  })

  async function ask(sql: string, url = cluster.url) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return (await client.query(sql).finally(() => client.end())).rows
  }

  let databases = 0
  /** Two folders and new databases, with a relay that ran before there was a standby. */
  async function newPair(store: 0 | 1 = 1) {
    databases += 1
    const url = (name: string) => cluster.url.replace('/postgres?', `/${name}?`)
    const [events, accounts] = [`events${databases}`, `accounts${databases}`]
    for (const name of [events, accounts]) await ask(`CREATE DATABASE ${name}`)
    env = {
      STANDBY: 'on',
      EVENTS_DATABASE_URL: url(events),
      ACCOUNTS_DATABASE_URL: url(accounts),
      S3_URL: s3.url(`/pair${databases}`),
    }
    folders = [await makeDataDir(), await makeDataDir()]
    const config = { eventsDatabase: url(events), accountsDatabase: url(accounts) }
    const before = await startRelay({ dataDir: folders[0] ?? '', config })
    before.context.relayDatabase.transact(
      tx => void tx.run('INSERT OR REPLACE INTO file_target (id, store) VALUES (1, ?)', store),
    )
    return before
  }
  function start(which: 0 | 1, more: Record<string, string> = {}): Machine {
    const machine = new Machine(folders[which] ?? '', base + databases * 10 + which * 3, { ...env, ...more })
    machines.push(machine)
    return machine
  }
  const copyKey = () => copyFile(join(folders[0] ?? '', 'secret.key'), join(folders[1] ?? '', 'secret.key'))
  async function startPair(): Promise<[Machine, Machine]> {
    await (await newPair()).close()
    return startBoth()
  }
  async function startBoth(): Promise<[Machine, Machine]> {
    const first = start(0)
    await first.says('ready')
    await copyKey()
    const second = start(1)
    await second.says('waiting')
    return [first, second]
  }

  it('takes over within seconds after kill -9, with every event and file that was acknowledged', async () => {
    const [first, second] = await startPair()
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
    const [first, second] = await startPair()
    const client = await RawClient.connect(first.publicUrl)
    const [before, meanwhile] = [alice.sign({ content: 'before' }), alice.sign({ content: 'meanwhile' })]
    client.say('EVENT', before)
    expect(await client.hear('OK', before.id)).toEqual(['OK', before.id, true, ''])
    first.child.kill('SIGSTOP')
    client.say('EVENT', meanwhile)
    const bytes = png(500)
    const headers = { authorization: uploader.header('upload', [sha256(bytes)]) }
    const uploading = fetch(`${first.http}/upload`, { method: 'PUT', body: bytes, headers }).then(
      ({ ok }) => ok,
      () => false,
    )
    await second.says('ready')
    first.child.kill('SIGCONT')
    expect(await first.ended).toEqual([75, null])
    expect(await uploading).toBe(false)
    expect(client.heard.filter(([type, id, ok]) => type === 'OK' && id === meanwhile.id && ok === true)).toEqual([])
    expect(await found(second, [before.id, meanwhile.id])).toEqual(new Set([before.id]))
    expect(await listed(second)).toEqual([])
    expect(await upload(second)).toBeDefined()

    // Started again, it is the standby.
    const again = start(0)
    await again.says('waiting')
    await second.kill('SIGTERM')
    await again.says('ready')
    expect(await listed(again)).toHaveLength(1)
  }, 120_000)

  it('survives the database being away for ten seconds, as one main process and with everything acknowledged', async () => {
    const [first, second] = await startPair()
    const writer = new Writer(first, second)
    const file = await upload(first)
    await answered(async () => writer.accepted.length > 20, 20_000)
    await cluster.kill()
    expect(await upload(first)).toBeUndefined()
    await pause(10_000)
    await cluster.start()
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
    const before = await newPair()
    const { api_key: key } = before.context.settings.get(wallet)
    const token = await before.login(await before.claim())
    const relay_settings = { subscription_tiers: [{ datalimit: '1 GB per month', price: '10000' }] }
    await before.call('/api/relay-settings', { token, body: { relay_settings } })
    before.context.subscriptions.allotment.drawFrom(async () => 'bcrt1qsubscriber')
    const output = await before.context.subscriptions.allotment.addressOf('ab'.repeat(32), null)
    await before.close()
    const [first, second] = await startBoth()
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

  it('says from its start that it could not take over, and does not: without the key, or with another one', async () => {
    await (await newPair()).close()
    const first = start(0)
    await first.says('ready')
    const second = start(1)
    await second.says('waiting')
    const problems = async () =>
      (await ask('SELECT problem FROM hornets_standby.waiting', env.ACCOUNTS_DATABASE_URL)).map(
        ({ problem }) => problem,
      )
    await answered(async () => (await problems()).length === 1, 10_000)
    expect(await problems()).toEqual([expect.stringContaining('has no secret.key: copy secret.key from')])
    await writeFile(join(folders[1] ?? '', 'secret.key'), randomBytes(32))
    await answered(async () => String(await problems()).includes('is another one'), 10_000)
    await first.kill('SIGKILL')
    const { message } = await second.says('failed')
    expect(message).toContain('The secret.key of this folder is another one')
    const [main] = await ask('SELECT epoch FROM hornets_standby.main', env.ACCOUNTS_DATABASE_URL)
    expect(Number(main?.epoch)).toBe(1)
  }, 120_000)

  it('answers an upload only when its row is where the standby finds it', async () => {
    await (await newPair()).close()
    const first = start(0)
    await first.says('ready')
    const other = new pg.Client({ connectionString: env.ACCOUNTS_DATABASE_URL })
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
    await (await newPair()).close()
    const [here, there] = [8, 9].map(at => `127.0.0.1:${base + databases * 10 + at}`)
    const SERVING_SECRET = 'a-secret-that-all-the-machines-know'
    const first = start(0, { SERVING_LISTEN: here ?? '', SERVING_SECRET })
    await first.says('ready')
    await copyKey()
    const second = start(1, { SERVING_LISTEN: there ?? '', SERVING_SECRET })
    await second.says('waiting')
    folders.push(await makeDataDir())
    const machine = await spawnRelay(folders[2] ?? '', { RELAY_MAIN: `${here},${there}`, SERVING_SECRET })
    onTestFinished(() => void machine.child.kill('SIGKILL'))
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

  it('is refused while files are stored on the disk of one machine', async () => {
    await (await newPair(0)).close()
    const { message } = await start(0).says('failed')
    expect(message).toContain('files are stored on this disk, which a standby does not have')
  }, 60_000)

  it('refuses a start without STANDBY in a folder that was the main one of a pair', async () => {
    const [first, second] = await startPair()
    await first.kill('SIGTERM')
    await second.says('ready')
    const { message } = await start(0, { STANDBY: 'off' }).says('failed')
    expect(message).toContain('its relay.db can be an old one')
  }, 60_000)

  it('does not become the main machine with an empty folder beside accounts that have another one', async () => {
    await (await newPair()).close()
    await copyKey()
    const { message } = await start(1).says('failed')
    expect(message).toContain('Start the machine whose data folder has it first')
  }, 60_000)
})

it('is refused without both databases', () => {
  expect(() => readConfig({ STANDBY: 'on', EVENTS_DATABASE_URL: 'postgres://a/b' })).toThrow(
    'STANDBY=on needs EVENTS_DATABASE_URL and ACCOUNTS_DATABASE_URL: both machines use them.',
  )
})
