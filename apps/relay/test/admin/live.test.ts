import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { wallet } from '@hornets/contract/admin/settings'
import type { LiveTopic } from '@hornets/contract/live-topics'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, type Operator, type Relay, startRelay } from '../harness.ts'
import { block, openModerationWorld } from '../moderation/moderation-world.ts'
import { putAdmin } from '../support/people.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'
import { line, sign } from '../wallet/wallet-world.ts'

let relay: Relay
let operator: Operator
let token: string
const start = async () => {
  relay = await startRelay()
  ;({ operator, token } = await relay.signedIn())
}
const end = () => relay.close()

interface LiveEvent {
  readonly name: string
  readonly data: Record<string, unknown>
}

/** An open stream: what has arrived, and a way to wait for more. */
async function openStream(withToken = token, { adminUrl } = relay) {
  const response = await fetch(`${adminUrl}/api/live`, { headers: { authorization: `Bearer ${withToken}` } })
  const events: LiveEvent[] = []
  const ended = (async () => {
    let rest = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? []
        if (name && data) events.push({ name, data: JSON.parse(data) })
      }
    }
  })()
  // Only those who wait for the end hear of a failure.
  ended.catch(() => {})
  const wait = async (name: string, data: Record<string, unknown> = {}) => {
    const deadline = Date.now() + 10_000
    for (;;) {
      const found = events.find(
        event => event.name === name && Object.entries(data).every(([key, value]) => event.data[key] === value),
      )
      if (found) return found
      if (Date.now() > deadline) throw new Error(`no ${name} ${JSON.stringify(data)} in ${JSON.stringify(events)}`)
      await sleep(10)
    }
  }
  return { response, events, ended, wait }
}

describe('the live stream', () => {
  beforeAll(start)
  beforeEach(async () => {
    token = await relay.login(operator)
  })
  afterAll(end)

  it('is refused without a session', async () => {
    expect((await relay.call('/api/live')).status).toBe(401)
  })

  it('a HEAD opens no stream', async () => {
    const answer = await fetch(`${relay.adminUrl}/api/live`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(404)
  })

  it('of too many streams of one session the last is refused', async () => {
    const streams = await Promise.all(Array.from({ length: 32 }, () => openStream()))
    const answer = await relay.call('/api/live', { token })
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
    await relay.call('/logout', { method: 'POST', token })
    await Promise.all(streams.map(({ ended }) => ended))
  })

  it('tells every open console what another one has changed', async () => {
    const other = await openStream(await relay.login(operator))
    const calls = [
      ['settings', '/api/settings/ollama', { ollama: { timeout: 700 } }],
      ['relay_settings', '/api/relay-settings', { relay_settings: { mode: 'whitelist' } }],
      ['access', '/api/blocked-pubkeys', { pubkey: signer().pubkey }],
    ] as const
    for (const [what, path, body] of calls) {
      expect((await relay.call(path, { token, body })).status).toBe(200)
      await other.wait('changed', { what })
    }
  })

  it('closes and reopens the public server by general.proxy, and announces both (GENERAL-02)', async () => {
    const stream = await openStream()
    await stream.wait('status', { publicListener: true })
    const client = await RawClient.connect(relay.publicUrl)
    await relay.call('/api/settings/general', { token, body: { general: { proxy: false } } })
    await stream.wait('status', { publicListener: false })
    expect((await client.closed).code).toBe(1001)
    const port = Number(new URL(relay.publicUrl).port)
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
    stream.events.length = 0
    await relay.call('/api/settings/general', { token, body: { general: { proxy: true } } })
    await stream.wait('status', { publicListener: true })
    const info = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'application/nostr+json' } })
    expect(info.status).toBe(200)
  })

  it('ends when its session logs out, without ending other sessions’ streams', async () => {
    const otherToken = await relay.login(operator)
    const own = await openStream()
    const other = await openStream(otherToken)
    await relay.call('/logout', { method: 'POST', token })
    await own.ended
    await relay.call('/api/settings/ollama', { token: otherToken, body: { ollama: { timeout: 800 } } })
    await other.wait('changed', { what: 'settings' })
  })

  it('drops a reader that stops reading, without delaying others', async () => {
    const url = new URL(relay.adminUrl)
    const socket = connect(Number(url.port), url.hostname)
    socket.on('error', () => {})
    socket.write(`GET /api/live HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    await new Promise(resolve => socket.once('data', resolve))
    socket.pause()
    const closed = new Promise(resolve => socket.once('close', resolve))
    const quick = await openStream()
    // Far more than the system's buffers and ours together; of one topic it would be told a few times only.
    for (let round = 0; round < 1600; round++) {
      relay.context.hub.tellChanged(`${'a'.repeat(10_000)}${round}` as LiveTopic)
      await new Promise(resolve => setImmediate(resolve))
    }
    relay.context.hub.tellChanged('access')
    await quick.wait('changed', { what: 'access' })
    socket.resume()
    await closed
  })
})

it('tells a new payment, report and moderation case, a new balance and what the relay counts (DATA-27)', {
  timeout: 90_000,
}, async () => {
  const world = await openModerationWorld()
  const { adminUrl, context } = world.relay
  const owner = (await putAdmin(world.relay, 'owner')).token
  const relay_settings = {
    subscription_tiers: [{ datalimit: '1 GB per month', price: '10000' }],
    freeTierEnabled: true,
  }
  await world.relay.call('/api/relay-settings', { token: owner, body: { relay_settings } })
  context.subscriptions.allotment.drawFrom(async () => 'bcrt1qsubscriber')
  const output = await context.subscriptions.allotment.addressOf('ab'.repeat(32), null)
  const push = async (what: string, body: unknown) => {
    world.nowMs += 1000
    const text = JSON.stringify(body)
    const headers = sign(text, { key: context.settings.get(wallet).api_key, at: world.nowMs })
    expect((await call(adminUrl, `/api/wallet/${what}`, { body, headers })).status).toBe(200)
  }
  const { response, events, wait } = await openStream(owner, world.relay)
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  await wait('status')
  /** What is told after this, and was not before. */
  const after = async (act: () => Promise<unknown>, what: string) => {
    await sleep(500)
    events.length = 0
    await act()
    await wait('changed', { what })
  }
  await after(() => push('balance', { wallet_name: 'default', confirmed: 5, pending: 0 }), 'wallet')
  await after(() => push('transactions', [line({ output, value_sats: 10_000, confirmations: 1 })]), 'payments')
  const note = signer().sign({ content: 'look' })
  // Tiers and the payer's account, in both numberings; an account that replaces one is counted a moment later.
  const stored = 4
  const status = async () => (await world.relay.call('/api/status', { token: owner })).body
  await expect.poll(async () => (await status()).storedEvents, { timeout: 30_000 }).toBe(stored)
  events.length = 0
  await world.send(note)
  const counts = () =>
    events
      .filter(({ name }) => name === 'status')
      .map(({ data }) => ({ isMore: Number(data.storedEvents) > stored, lastMinute: data.eventsLastMinute }))
  await expect.poll(counts, { timeout: 30_000 }).toContainEqual({ isMore: true, lastMinute: 1 })
  const tags = [
    ['e', note.id, 'spam'],
    ['p', note.pubkey],
  ]
  await after(() => world.send(signer().sign({ kind: 1984, tags })), 'reports')
  world.answer = () => ({ status: 200, body: block })
  await world.post()
  await after(() => world.judged(), 'moderation')
  await world.close()
})

describe('an unused relay', () => {
  beforeAll(start)
  afterAll(end)

  it('begins with the status, under the guards of every answer', async () => {
    const { response, wait } = await openStream()
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await wait('status')).data).toEqual({
      version: '0.1.0',
      name: 'H.O.R.N.E.T.S Nostr Relay',
      startedAt: expect.stringMatching(/Z$/),
      address: relay.publicUrl,
      publicListener: true,
      connections: 0,
      eventsLastMinute: 0,
      refusedLastMinute: 0,
      storedEvents: 0,
      storedFiles: 0,
      verifier: expect.stringMatching(/^(library|native|wasm|javascript)$/),
    })
  })

  it('GET /api/status and /health answer the same facts to a poller', async () => {
    const status = await relay.call('/api/status', { token })
    expect(status.body).toMatchObject({ publicListener: true, storedEvents: 0 })
    const health = await relay.call('/health')
    expect(health.body).toEqual({ status: 'ok', verifier: status.body.verifier })
  })
})
