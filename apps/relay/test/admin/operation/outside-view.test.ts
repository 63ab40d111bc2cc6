import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type Relay, startRelay } from '../../harness.ts'
import { openPageRelay } from '../../moderation/transfers/page-relay.ts'
import { auditOf, putAdmin } from '../../support/people.ts'

const address = 'wss://relay.example'
const [monitor, other, ahead] = [generateSecretKey(), generateSecretKey(), generateSecretKey()]
const nowSeconds = Math.floor(Date.now() / 1000)

function reportBy(key: Uint8Array, d: string, { ago = 600, kind = 30166, tags = [] as string[][] } = {}) {
  return finalizeEvent({ kind, created_at: nowSeconds - ago, content: '', tags: [['d', d], ...tags] }, key)
}

let relay: Relay
let found: Awaited<ReturnType<typeof openPageRelay>>
let token: string
const read = async () => (await relay.call('/api/health/outside', { token })).body
const name = (relays: readonly string[], as = token) =>
  relay.call('/api/health/outside', { token: as, method: 'PUT', body: { relays } })

beforeAll(async () => {
  relay = await startRelay({ config: { publicUrl: address } })
  found = await openPageRelay({ pageMax: 50, wantsSignIn: true })
  token = (await putAdmin(relay, 'operator')).token
})
afterAll(async () => {
  await relay?.close()
  await found?.close()
})

it('refuses the view from outside to moderators, and more than five relays or no websocket to operators', async () => {
  const { token: moderator } = await putAdmin(relay, 'moderator')
  const before = await read()
  expect((await relay.call('/api/health/outside', { token: moderator })).status).toBe(403)
  expect((await name([], moderator)).status).toBe(403)
  const six = Array.from({ length: 6 }, (_, at) => `wss://r${at}.example`)
  expect((await name(six)).body.code).toBe('invalid_fields')
  expect((await name(['https://r.example'])).body.code).toBe('invalid_fields')
  expect(await read()).toEqual(before)
})

it('shows of each monitor its newest genuine report about the own address, asked with a new key (DESK-03)', async () => {
  const { body } = await relay.call('/api/health/report', { token })
  expect(body.outside).toEqual({ state: 'off', monitors: 0, newest_at: null })
  const tags = [
    ['rtt-open', '120'],
    ['rtt-read', '47.6'],
    ['rtt-write', 'fast'],
  ]
  const forged = { ...reportBy(monitor, address, { ago: 1 }), pubkey: getPublicKey(other) }
  found.put([
    reportBy(monitor, `${address}/`, { tags }),
    reportBy(monitor, address, { ago: 9000 }),
    reportBy(other, 'wss://another.example'),
    reportBy(other, address, { kind: 1 }),
    reportBy(ahead, address, { ago: -7200 }),
    forged,
    { ...forged, id: 'x', tags: 7 } as never,
  ])
  const noted = (await auditOf(relay, 'health.outside')).length
  const { status, body: view } = await name([found.url, 'ws://127.0.0.1:1'])
  expect(status).toBe(200)
  const at = new Date((nowSeconds - 600) * 1000).toISOString()
  const report = { monitor: getPublicKey(monitor), relay: found.url, open_ms: 120, read_ms: 48, write_ms: null }
  expect(view.reports).toEqual([{ ...report, at: expect.any(String) }])
  expect(Date.parse(view.reports[0].at)).toBe(Date.parse(at))
  expect(view.relays).toEqual([
    { url: found.url, asked_at: expect.any(String), error: null },
    { url: 'ws://127.0.0.1:1', asked_at: expect.any(String), error: expect.any(String) },
  ])
  const asked = found.asked.find(([type]) => type === 'REQ')?.[2]
  expect(asked).toEqual({ kinds: [30166], '#d': [`${address}/`, address], limit: 50 })
  const signers = new Set(found.signedIn.map(({ pubkey }) => pubkey))
  expect(signers.size).toBe(1)
  const info = await (
    await fetch(relay.publicUrl.replace('ws', 'http'), { headers: { accept: 'application/nostr+json' } })
  ).json()
  expect(signers.has((info as { self?: string }).self ?? '')).toBe(false)
  const { body: health } = await relay.call('/api/health/report', { token })
  expect(health.outside).toEqual({ state: 'ok', monitors: 1, newest_at: view.reports[0].at })
  expect(await auditOf(relay, 'health.outside')).toHaveLength(noted + 1)
})

it('forgets what a relay said that is asked no more, and asks no relay when none is named', async () => {
  const named = await openPageRelay({ pageMax: 50 })
  onTestFinished(() => named.close())
  named.put([reportBy(monitor, address)])
  expect((await name([named.url])).body.reports).toHaveLength(1)
  const before = named.asked.length
  expect((await name([])).body).toEqual({ address, relays: [], reports: [] })
  await relay.context.outside.ask()
  expect(named.asked.length).toBe(before)
})
