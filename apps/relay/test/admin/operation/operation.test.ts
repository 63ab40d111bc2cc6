import { rm, stat, statfs } from 'node:fs/promises'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { serverActions } from '@hornets/contract/admin/audit-actions'
import { healthReport } from '@hornets/contract/admin/notifications/health-report'
import type { Need } from '@hornets/contract/admin/operation/needs'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { atTheServer } from '../../../src/audit/audit-log.ts'
import { makeDataDir, type Relay, startRelay } from '../../harness.ts'
import { startHttpService } from '../../support/http-service.ts'
import { auditOf, putAdmin } from '../../support/people.ts'
import { RawClient } from '../../support/raw-client.ts'
import { hasAccountsFile } from '../../support/servers/accounts-on-postgres.ts'

const database = hasAccountsFile ? 'admin.db' : 'relay.db'
const metricsToken = 'a-token-for-prometheus'
let aheadMs = 0
let relay: Relay
let operator: string
let moderator: string

beforeAll(async () => {
  relay = await startRelay({ config: { metricsToken }, now: () => Date.now() + aheadMs })
  operator = (await putAdmin(relay, 'operator')).token
  moderator = (await putAdmin(relay, 'moderator')).token
})
afterAll(() => relay?.close())

const needsOf = async (token: string, of = relay): Promise<Need[]> =>
  (await of.call('/api/needs', { token })).body.needs
const noteBackup = ({ context: { adminDatabase, audit } }: Relay) =>
  adminDatabase.transact(tx => audit.recordChange(tx, { actor: atTheServer, action: serverActions.backup, target: '' }))
async function startOwn(config = {}): Promise<Relay> {
  const own = await startRelay({ config })
  onTestFinished(() => own.close())
  return own
}

const key = 'b'.repeat(64)
const openCase = { pubkey: key, cause: 'report', type: 'spam', weight: 1, reporters: 1, is_open: 1 }
const bought = { tier: '', bytes: 0, months: 0, days: 0, gives: '', by: null, rate_cents: null }

it('refuses viewers, who can deal with nothing', async () => {
  const { token } = await putAdmin(relay, 'viewer')
  expect((await relay.call('/api/needs', { token })).status).toBe(403)
})

it('names a backup that was never made until there is one, and then nothing (DESK-14)', async () => {
  const own = await startOwn()
  const { token } = await putAdmin(own, 'operator')
  expect(await needsOf(token, own)).toEqual([{ kind: 'setup', urgency: 'medium', what: 'backup', subject: '' }])
  await noteBackup(own)
  expect(await needsOf(token, own)).toEqual([])
})

it('tells moderators of the cases they decide alone, and operators of everything, most urgent first (DESK-14)', async () => {
  const own = await startOwn()
  await noteBackup(own)
  const { adminDatabase, now } = own.context
  const at = now()
  const matter = { subject: '', facts: '{}', is_read: 1, created_at: at }
  const refund = { ...bought, pubkey: key, at, kind: 'refund', sats: -500, note: 'bc1qexample', txid: null, vout: null }
  const coin = { pubkey: key, vout: 0, sats: 500, tier: '', is_new: 0, credited_at: null, rate_cents: null }
  await adminDatabase.transact(async tx => {
    const cases = [0, 0, 1].map((is_escalated, index) => ({ ...openCase, target: `key:${index}`, is_escalated }))
    await tx
      .insertInto('cases')
      .values(cases.map(row => ({ ...row, opened_at: at })))
      .execute()
    await tx
      .insertInto('health_notifications')
      .values([
        { ...matter, what: 'mail_failing', ended_at: null },
        { ...matter, what: 'disk_full', ended_at: null },
        { ...matter, what: 'backup_old', ended_at: at },
      ])
      .execute()
    await tx
      .insertInto('subscription_entries')
      .values([
        { ...refund, undoes: null },
        { ...refund, undoes: null },
        { ...refund, kind: 'refund_cancelled', sats: 500, undoes: 1 },
      ])
      .execute()
    await tx
      .insertInto('subscription_coins')
      .values([
        { ...coin, txid: 'c'.repeat(64), date: at, state: 'failed' },
        { ...coin, txid: 'd'.repeat(64), date: at - 8 * 86_400_000, state: 'failed' },
        { ...coin, txid: 'e'.repeat(64), date: at, state: 'paid' },
      ])
      .execute()
  })
  const [decider, helper] = [await putAdmin(own, 'moderator'), await putAdmin(own, 'operator')]
  expect(await needsOf(decider.token, own)).toEqual([{ kind: 'cases', urgency: 'medium', count: 2 }])
  expect(await needsOf(helper.token, own)).toEqual([
    { kind: 'health', urgency: 'high', what: 'disk_full', subject: '' },
    { kind: 'cases', urgency: 'medium', count: 3 },
    { kind: 'health', urgency: 'medium', what: 'mail_failing', subject: '' },
    { kind: 'refunds', urgency: 'medium', count: 1 },
    { kind: 'payments', urgency: 'low', count: 1 },
  ])
})

it('refuses the report of health to moderators', async () => {
  expect((await relay.call('/api/health/report', { token: moderator })).status).toBe(403)
})

it('measures the disk, the databases and the program itself for the report of health (DESK-03)', async () => {
  await noteBackup(relay)
  const { bavail, blocks, bsize } = await statfs(relay.dataDir)
  const { status, body } = await relay.call('/api/health/report', { token: operator })
  expect(status).toBe(200)
  expect(healthReport.safeParse(body).success).toBe(true)
  expect(body.disk.total_bytes).toBe(blocks * bsize)
  expect(Math.abs(body.disk.free_bytes - bavail * bsize)).toBeLessThan(2 ** 30)
  const bytesOf = new Map(body.databases.files.map(({ name, bytes }: { name: string; bytes: number }) => [name, bytes]))
  expect([...bytesOf.keys()]).toEqual(expect.arrayContaining([database, 'events.lmdb', 'relay.db']))
  expect(bytesOf.get(database)).toBeGreaterThanOrEqual((await stat(join(relay.dataDir, database))).size)
  expect(Math.abs(body.memory.used_bytes - process.memoryUsage.rss())).toBeLessThan(2 ** 28)
  expect(body.memory.total_bytes).toBe(totalmem())
  expect([body.processor.cores, body.processor.share > 0]).toEqual([availableParallelism(), true])
  expect(Math.abs(body.processor.load - (loadavg()[0] ?? 0))).toBeLessThan(2)
  expect(body.queues).toMatchObject({ connections: relay.context.nostr.connections(), images: 0 })
  expect([body.chain.sight, body.outside]).toEqual(['unknown', { state: 'off', monitors: 0, newest_at: null }])
  expect(body.version.node).toBe(process.version)
  expect([body.mail.state, body.certificates.state, body.clock.state]).toEqual(['off', 'off', 'unknown'])
  expect(body.backup).toEqual({ state: 'ok', last_at: expect.any(String) })
  expect(Math.abs(Date.parse(body.backup.last_at) - Date.now())).toBeLessThan(60_000)
  expect(body.processes).toEqual({ state: 'off', each: [] })
})

describe('connected clients', () => {
  const agent = 'test-client/1.0'
  const clientsOf = async (query = '') => (await relay.call(`/api/clients${query}`, { token: moderator })).body
  async function connect(): Promise<RawClient> {
    const client = await RawClient.connect(relay.publicUrl, { 'user-agent': agent })
    await client.hear('AUTH')
    return client
  }

  it('are hidden from viewers', async () => {
    const { token } = await putAdmin(relay, 'viewer')
    expect((await relay.call('/api/clients', { token })).status).toBe(403)
    expect((await relay.call('/api/clients/1/disconnect', { token, body: {} })).status).toBe(403)
  })

  it('are listed with address, program, key, subscriptions and counts, the busiest first (DESK-04)', async () => {
    const idle = await connect()
    const busy = await connect()
    const secretKey = generateSecretKey()
    const [, challenge] = await busy.hear('AUTH')
    const tags = [
      ['relay', relay.publicUrl],
      ['challenge', String(challenge)],
    ]
    const created_at = Math.floor(Date.now() / 1000)
    const answer = finalizeEvent({ kind: 22242, created_at, tags, content: '' }, secretKey)
    busy.say('AUTH', answer)
    await busy.hear('OK', answer.id)
    busy.say('REQ', 'one', { kinds: [1] })
    await busy.hear('EOSE', 'one')
    for (const [id, kind] of [
      ['two', 2],
      ['three', 3],
    ] as const) {
      busy.say('REQ', id, { kinds: [kind] })
      await busy.hear('EOSE', id)
    }
    busy.say('CLOSE', 'two')
    const note = finalizeEvent({ kind: 1, created_at, tags: [], content: 'seen' }, secretKey)
    busy.say('EVENT', note)
    await busy.hear('OK', note.id)
    const { clients, count } = await clientsOf()
    expect(count).toBe(2)
    expect(clients).toMatchObject([
      {
        address: '127.0.0.1',
        agent,
        pubkeys: [getPublicKey(secretKey)],
        subscriptions: 2,
        events: 1,
        requests: 3,
        events_per_minute: 1,
        requests_per_minute: 3,
      },
      { agent, pubkeys: [], subscriptions: 0, events: 0, requests: 0 },
    ])
    aheadMs = 120_000
    const later = (await clientsOf()).clients.find(({ events }: { events: number }) => events === 1)
    expect(later).toMatchObject({ requests: 3, events_per_minute: 0, requests_per_minute: 0 })
    aheadMs = 0
    expect((await clientsOf(`?q=${getPublicKey(secretKey).slice(0, 8)}`)).clients).toHaveLength(1)
    expect((await clientsOf('?sort=oldest&limit=1&offset=1')).clients).toMatchObject([{ subscriptions: 2 }])
    expect(await clientsOf('?q=nobody')).toEqual({ clients: [], count: 0 })
    idle.socket.close()
    busy.socket.close()
  })

  it('can be disconnected one by one, which the audit log has, or banned by address (DESK-04)', async () => {
    const staying = await connect()
    const leaving = await connect()
    const { clients } = await clientsOf('?sort=newest&limit=1')
    const path = `/api/clients/${clients[0].id}/disconnect`
    expect((await relay.call(path, { token: moderator, body: {} })).status).toBe(200)
    expect(await leaving.closed).toEqual({ code: 1008, reason: 'closed by the operator' })
    expect((await relay.call(path, { token: moderator, body: {} })).status).toBe(404)
    expect(await auditOf(relay, 'clients.disconnect')).toMatchObject([{ target: '127.0.0.1' }])
    staying.say('REQ', 'still', { kinds: [1], limit: 1 })
    await staying.hear('EOSE', 'still')
    const entries = [{ value: '127.0.0.1', expires_at: new Date(Date.now() + 3_600_000).toISOString() }]
    await relay.call('/api/access/addresses', { token: moderator, body: { entries } })
    expect((await staying.closed).code).toBe(1008)
    const removal = { token: moderator, method: 'DELETE', body: { values: ['127.0.0.1'] } }
    expect((await relay.call('/api/access/addresses', removal)).body.removed).toBe(1)
  })
})

describe('the first steps', () => {
  it('tick themselves from facts, and are put away for each account alone (DESK-01, DESK-02, DESK-03)', async () => {
    const own = await startOwn()
    const { token } = await putAdmin(own, 'owner')
    const other = await putAdmin(own, 'operator')
    const read = async (of = token) => (await own.call('/api/first-steps', { token: of })).body
    const done = async () =>
      (await read()).steps.flatMap(({ what, is_done }: { what: string; is_done: boolean }) => (is_done ? [what] : []))
    expect((await own.call('/metrics')).status).toBe(404)
    expect(await done()).toEqual([])
    const client = await RawClient.connect(own.publicUrl)
    expect(await done()).toEqual(['client'])
    const created_at = Math.floor(Date.now() / 1000)
    const note = finalizeEvent({ kind: 1, created_at, tags: [], content: 'first' }, generateSecretKey())
    client.say('EVENT', note)
    await client.hear('OK', note.id)
    expect(await done()).toEqual(['client', 'note'])
    client.say('EVENT', { ...note, sig: '0'.repeat(128) })
    await client.hear('OK', note.id, false)
    client.socket.close()
    await own.context.events.removeById(note.id)
    const info = { relayname: 'Mine', relayicon: 'https://icons.example/a.png' }
    await own.call('/api/settings/relay_info', { token, body: { relay_info: info } })
    await noteBackup(own)
    expect(await done()).toEqual(['client', 'note', 'name', 'backup'])
    await own.context.adminDatabase.transact(tx => tx.updateTable('accounts').set({ totp_secret: 'A' }).execute())
    expect(await done()).toEqual(['client', 'note', 'name', 'second_factor', 'backup'])
    await own.call('/api/first-steps', { token, method: 'PUT', body: { hidden: true } })
    expect([(await read()).is_hidden, (await read(other.token)).is_hidden]).toEqual([true, false])
    await own.call('/api/first-steps', { token, method: 'PUT', body: { hidden: false } })
    expect((await read()).is_hidden).toBe(false)
    const { marks, bins } = (await own.call('/api/history?range=1h', { token })).body
    expect(marks).toContainEqual(expect.objectContaining({ what: 'settings', detail: 'relay_info' }))
    for (const what of ['accepted', 'refused'])
      expect([what, bins.some((bin: Record<string, unknown>) => bin[what] === 1)]).toEqual([what, true])

    const state = { status: 'ok', network: 'regtest', tip_height: 1, synced: true, message: '' }
    const wallet = await startHttpService((_request, response) =>
      response.end(JSON.stringify({ ...state, chain_source: 'bitcoind', wallet: 'unlocked' })),
    )
    onTestFinished(() => wallet.close())
    const onion = await startOwn({ walletUrl: wallet.url, publicUrl: `ws://${'a'.repeat(56)}.onion` })
    const { steps } = (await onion.call('/api/first-steps', await putAdmin(onion, 'owner'))).body
    const isDone = ({ is_done }: { is_done: boolean }) => is_done
    expect(steps.filter(isDone).map(({ what }: { what: string }) => what)).toEqual(['tls', 'chain'])
    const { chain } = (await onion.call('/api/health/report', await putAdmin(onion, 'owner'))).body
    expect(chain).toEqual({ state: 'ok', sight: 'seen' })
  })
})

describe('metrics for Prometheus', () => {
  const scrape = (of: Relay, authorization?: string) =>
    of.call('/metrics', authorization === undefined ? {} : { headers: { authorization } })

  it('are refused without the token, also to an owner (DESK-05)', async () => {
    const own = await startOwn({ metricsToken })
    const { token } = await putAdmin(own, 'owner')
    for (const wrong of [undefined, '', 'Bearer ', `Bearer ${token}`, metricsToken, `Bearer ${metricsToken}x`])
      expect([wrong, (await scrape(own, wrong)).status]).toEqual([wrong, 401])
  })

  it('are lines of the text format with what the relay measures (DESK-05)', async () => {
    const dataDir = await makeDataDir()
    const named = await startRelay({ dataDir })
    const { token } = await named.signedIn()
    const general = { service_tag: 'a "nest"' }
    expect((await named.call('/api/settings/general', { token, body: { general } })).status).toBe(200)
    await named.close()
    const fresh = await startRelay({ dataDir, config: { metricsToken } })
    onTestFinished(async () => {
      await fresh.close()
      await rm(dataDir, { recursive: true })
    })
    const client = await RawClient.connect(fresh.publicUrl)
    const authorization = `Bearer ${metricsToken}`
    const { status, headers, body } = await scrape(fresh, authorization)
    client.socket.close()
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    const lines: string[] = body.trimEnd().split('\n')
    const wellFormed =
      /^(# (HELP|TYPE) hornets_\w+ .+|hornets_\w+(\{\w+="([^"\\]|\\.)*"(,\w+="([^"\\]|\\.)*")*\})? (-?[\d.e+-]+|NaN|\+Inf))$/
    expect(lines.filter(line => !wellFormed.test(line))).toEqual([])
    const measured = (start: string) =>
      Number(
        lines
          .find(line => line.startsWith(`${start} `))
          ?.split(' ')
          .at(-1),
      )
    expect(measured('hornets_connections')).toBeGreaterThanOrEqual(1)
    const { blocks, bsize } = await statfs(fresh.dataDir)
    expect(measured('hornets_disk_total_bytes')).toBe(blocks * bsize)
    expect(measured(`hornets_database_bytes{file="${database}"}`)).toBeGreaterThan(0)
    // None has been made.
    expect(measured('hornets_health{part="backup"}')).toBe(2)
    expect(body).toContain('hornets_info{name="a \\"nest\\"",')
    expect(body).not.toContain(metricsToken)
  })
})
