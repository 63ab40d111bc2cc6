import { createHash } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import type { EventTemplate } from 'nostr-tools/pure'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { person } from '../media/media-world.ts'
import { auditOf } from '../support/people.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'
import { line, newTxid, payment, startOfTime, startWalletWorld } from '../wallet/wallet-world.ts'

let world: Awaited<ReturnType<typeof startWalletWorld>>
let client: RawClient
const [alice, bob, carol] = [signer(), signer(), signer()]
const at = Math.floor(startOfTime / 1000)
beforeAll(open)
async function open(): Promise<void> {
  world = await startWalletWorld()
  ;({ token } = world)
  client = await RawClient.connect(world.relay.publicUrl)
  for (const [author, fields] of [
    [alice, { lud16: 'alice@example.com' }],
    [bob, { 'dht-key': 'k', lud06: 'lnurl1' }],
    [carol, { name: 'carol', lud16: 'carol@example.com' }],
  ] as const)
    await publish(author.sign({ kind: 0, content: JSON.stringify(fields), created_at: at }))
  // An author's latest profile counts, not each one.
  await publish(carol.sign({ kind: 0, content: '{"dht-key":"k"}', created_at: at + 1 }))
  for (const length of [3_000, 100_000]) {
    await publish(
      alice.sign({ kind: 30_023, content: 'x'.repeat(length), tags: [['d', String(length)]], created_at: at }),
    )
    await publish(alice.sign({ kind: 7, content: String(length), created_at: at }))
  }
}
beforeEach(() => world.clear())
afterAll(close)
async function close(): Promise<void> {
  client.close()
  await world.close()
}

async function publish(event: NostrEvent): Promise<void> {
  expect(await client.publish(event)).toMatchObject({ accepted: true })
}
const jsonBytes = (event: object) => JSON.stringify(event).length
let token: string
const call = (path: string, options: object = {}) => world.relay.call(path, { token, ...options })

/** Dates an authorization by the relay's clock. */
function atClock(template: EventTemplate): void {
  template.created_at = Math.floor(world.clock.now / 1000)
  template.tags[1] = ['expiration', String(template.created_at + 60)]
}

test('transactions are newest first, with txid:vout and signed whole sats (DATA-02)', async () => {
  const [paid, spent] = [
    line({ value_sats: 1_234_567_890, date: '2026-11-20T11:00:00Z' }),
    line({ value_sats: -300, date: '2026-11-20T11:30:00Z', vout: 7 }),
  ]
  const between = line({ date: '2026-11-20T11:15:00Z' })
  await world.push('transactions', [spent, paid, between])
  expect(await world.transactions()).toMatchObject([
    { Address: `${spent.txid}:7`, Value: -300 },
    { Address: `${between.txid}:0` },
    { Address: `${paid.txid}:0`, Value: 1_234_567_890 },
  ])
})

test('transactions are at most 100 without a limit, and their pages have no gap or double (DATA-03)', async () => {
  const date = (minute: number) => new Date(startOfTime - (minute % 50) * 60_000).toISOString()
  await world.push(
    'transactions',
    Array.from({ length: 130 }, (_, minute) => line({ date: date(minute) })),
  )
  const whole = await world.transactions('?limit=500')
  expect(whole).toHaveLength(130)
  expect(await world.transactions()).toEqual(whole.slice(0, 100))
  const pages: { ID: number }[] = []
  for (let before = ''; ; before = `&before=${pages.at(-1)?.ID}`) {
    const page = await world.transactions(`?limit=37${before}`)
    pages.push(...page)
    if (page.length < 37) break
  }
  expect(pages).toEqual(whole)
})

async function storedBytes(): Promise<number> {
  const id = `all${client.heard.length}`
  client.say('REQ', id, {})
  await client.hear('EOSE', id)
  const events = client.heard.filter(([type, name]) => type === 'EVENT' && name === id)
  return events.reduce((sum, [, , event]) => sum + jsonBytes(event as object), 0)
}

async function upload(type: string, length: number, start = ''): Promise<void> {
  const bytes = Buffer.from(start.padEnd(length, 'a'))
  const hash = createHash('sha256').update(bytes).digest('hex')
  const headers = { authorization: person().header('upload', [hash], atClock), 'content-type': type }
  const url = `${world.relay.publicUrl.replace('ws', 'http')}/upload`
  expect((await fetch(url, { method: 'PUT', body: bytes, headers })).status).toBe(201)
}

test('stored events are counted under both addresses, and documents and other files as misc (DATA-06)', async () => {
  await upload('text/plain', 600)
  await upload('application/x-unknown', 700)
  await upload('image/gif', 800, 'GIF89a')
  for (const length of [900, 1000]) await upload('video/mp4', length, '\0\0\0\x18ftypmp42')
  for (const length of [1100, 1200, 1300]) await upload('audio/ogg', length, 'OggS')
  const count = (await client.stored({})).length
  for (const path of ['/api/relaycount', '/api/relay/count'])
    expect((await call(path)).body).toMatchObject({ kinds: count, photos: 1, videos: 2, audio: 3, misc: 2 })
})

test('profiles are counted over six months by what their latest kind 0 says (DATA-07, DATA-08)', async () => {
  const { body } = await call('/api/timeseries')
  const months = ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11']
  expect(body.map(({ month }: { month: string }) => month)).toEqual(months)
  expect(body.at(-2)).toMatchObject({ profiles: 0 })
  expect(body.at(-1)).toEqual({ month: '2026-11', profiles: 3, lightning_addr: 2, dht_key: 2, lightning_and_dht: 1 })
})

test('kinds are listed by size in MB, the largest first, and each has a trend by month (DATA-09, DATA-10)', async () => {
  const { body } = await call('/api/kinds')
  const kinds: number[] = body.map(({ kindNumber }: { kindNumber: number }) => kindNumber)
  // Another test writes notes and reports, which are smaller than an article.
  expect(kinds.filter(kind => [0, 7, 30_023].includes(kind))).toEqual([30_023, 0, 7])
  const [articles] = body
  expect(articles).toEqual({ kindNumber: 30_023, kindCount: 2, totalSize: expect.any(Number) })
  // 103 kB of content: in MB of 2^20 bytes less than 0.1.
  expect(articles.totalSize).toBeGreaterThan(0.0985)
  expect(articles.totalSize).toBeLessThan(0.0995)
  expect((await call('/api/kind-trend/30023')).body).toEqual([{ month: '2026-11', totalSize: articles.totalSize }])
  expect((await call('/api/kind-trend/30024')).body).toEqual([])
})

test('a payment saved twice is one row, with an ID (DATA-21)', async () => {
  const sent = payment()
  for (let time = 0; time < 2; time += 1) expect((await world.post('/api/pending-transactions', sent)).status).toBe(200)
  expect(await world.pending()).toMatchObject([{ ID: expect.any(Number), txid: sent.txid, amount: sent.amount }])
})

test('a replacement takes the place of its original, or nothing changes (DATA-22)', async () => {
  const sent = payment()
  await world.post('/api/pending-transactions', sent)
  const replace = (original_tx_id: string, new_tx_id: string) =>
    world.post('/api/replacement-transactions', {
      ...payment({ txid: undefined, timestamp: undefined, feeRate: undefined }),
      original_tx_id,
      new_tx_id,
      new_fee_rate: 9.5,
    })
  const [unknown, next] = [newTxid(), newTxid()]
  expect((await replace(unknown, next)).status).toBe(404)
  expect((await world.pending()).map(({ txid }: { txid: string }) => txid)).toEqual([sent.txid])
  const failing = vi.spyOn(world.relay.context.audit, 'recordChange').mockRejectedValueOnce(new Error('full disk'))
  expect((await replace(sent.txid, next)).status).toBe(500)
  failing.mockRestore()
  expect((await world.pending()).map(({ txid }: { txid: string }) => txid)).toEqual([sent.txid])
  const { status, body } = await replace(sent.txid, next)
  expect([status, body]).toEqual([200, { status: expect.any(String), message: expect.any(String), txid: next }])
  expect(await world.pending()).toMatchObject([{ txid: next, feeRate: 9.5, amount: sent.amount }])
})

test('reports are listed with the most reported first, marked as read, and their events fetched and deleted, as the audit log says (DATA-24, DATA-25, NOTIF-24)', async () => {
  const note = (content: string) => bob.sign({ content, created_at: at })
  // In the order of their cases, and of their latest reports.
  const [once, thrice, twice] = [note('once'), note('thrice'), note('twice')]
  for (const event of [once, thrice, twice]) await publish(event)
  const report = (by: typeof alice, { id }: NostrEvent) =>
    publish(
      by.sign({
        kind: 1984,
        tags: [
          ['e', id, 'spam'],
          ['p', bob.pubkey],
        ],
        created_at: at,
      }),
    )
  const list = async (query = '') => (await call(`/api/reports/notifications${query}`)).body.notifications
  const time = () => new Date(world.clock.now).toISOString()
  const times = [time()]
  await report(alice, once)
  await report(alice, thrice)
  await world.relay.context.reports.settled()
  for (const [subject, reporters] of [
    [thrice, [carol, signer()]],
    [twice, [alice, carol]],
  ] as const) {
    world.clock.now += 60_000
    times.push(time())
    for (const by of reporters) await report(by, subject)
    await world.relay.context.reports.settled()
  }
  const [created_at, later, latest] = times
  expect(await list()).toMatchObject([
    { event_id: thrice.id, report_count: 3, created_at, updated_at: later },
    { event_id: twice.id, report_count: 2, created_at: latest, updated_at: latest },
    { event_id: once.id, report_count: 1, created_at, updated_at: created_at },
  ])
  const done = { success: true, message: expect.stringMatching(/\w/) }
  const [first] = await list()
  expect((await world.post('/api/reports/notifications/read', { id: first.id })).body).toEqual(done)
  expect((await list()).map(({ is_read }: { is_read: boolean }) => is_read)).toEqual([true, false, false])
  expect((await world.post('/api/reports/notifications/read-all', {})).body).toEqual(done)
  expect((await list()).every(({ is_read }: { is_read: boolean }) => is_read)).toBe(true)
  const remove = (id: string) => call(`/api/reports/event/${id}`, { method: 'DELETE' })
  expect((await call(`/api/reports/event/${once.id}`)).body).toEqual({ event: once })
  expect((await remove(once.id)).body).toEqual(done)
  expect((await call(`/api/reports/event/${once.id}`)).status).toBe(404)
  const noted = await auditOf(world.relay, 'reports.delete_event')
  expect(noted).toMatchObject([{ target: once.id, outcome: 'done' }])
  expect(await client.stored({ ids: [once.id, thrice.id] })).toEqual([thrice.id])
  expect((await remove('a'.repeat(64))).status).toBe(404)
  expect((await world.post('/api/reports/notifications/read', { id: 99_999 })).status).toBe(404)
})

test('notes and files are summed by month in GB, the oldest first, with six decimals; profiles stay counted, and a trend has twelve months (DATA-05, DATA-07, DATA-10)', async () => {
  // Nobody else's sessions outlast the year that passes here.
  const reopen = async () => {
    await close()
    await open()
  }
  await reopen()
  onTestFinished(reopen)
  await upload('text/plain', 1300)
  const first = await storedBytes()
  world.clock.now = Date.parse('2026-12-02T00:00:00Z')
  token = await world.relay.login(world.operator)
  await publish(bob.sign({ content: 'x'.repeat(200_000), created_at: Math.floor(world.clock.now / 1000) }))
  const article = { kind: 30_023, content: 'y'.repeat(50_000), tags: [['d', 'later']] }
  await publish(carol.sign({ ...article, created_at: Math.floor(world.clock.now / 1000) }))
  const second = (await storedBytes()) - first
  // A GB of 10^9 would differ from the fifth decimal on.
  const [november, december] = [first, second].map(bytes => Math.round((bytes / 2 ** 30) * 1e6) / 1e6)
  const media_gb = 0.000001
  expect((await call('/api/barchartdata')).body).toEqual([
    { month: '2026-11', notes_gb: november, media_gb },
    { month: '2026-12', notes_gb: december, media_gb: 0 },
  ])
  const trend = async () =>
    (await call('/api/kind-trend/30023')).body.map(({ month, totalSize }: { month: string; totalSize: number }) => [
      month,
      Math.round(totalSize * 100) / 100,
    ])
  const months = [
    ['2026-11', 0.1],
    ['2026-12', 0.05],
  ]
  expect(await trend()).toEqual(months)
  const { body: activity } = await call('/api/activitydata')
  expect(activity).toEqual([
    { month: '2026-11', total_gb: expect.closeTo((november ?? 0) + media_gb, 6) },
    { month: '2026-12', total_gb: december },
  ])
  const { body: profiles } = await call('/api/timeseries')
  expect(profiles.map(({ month }: { month: string }) => month).at(0)).toBe('2026-07')
  expect(profiles.slice(-2)).toMatchObject([
    { month: '2026-11', profiles: 3 },
    { month: '2026-12', profiles: 3, lightning_addr: 2, dht_key: 2, lightning_and_dht: 1 },
  ])
  for (const [month, found] of [
    ['2027-10', months],
    ['2027-11', months.slice(1)],
    ['2027-12', []],
  ] as const) {
    world.clock.now = Date.parse(`${month}-20T12:00:00Z`)
    token = await world.relay.login(world.operator)
    expect([month, await trend()]).toEqual([month, found])
    const { body: later } = await call('/api/timeseries')
    expect(later.map((one: { profiles: number }) => one.profiles)).toEqual(Array(6).fill(3))
  }
})
