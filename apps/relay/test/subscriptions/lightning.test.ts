import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askRelayLightning, makeRelayInvoice, setOperators } from '@hornets/contract/wallet/relay/relay-calls'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Relay, startRelay } from '../harness.ts'
import { png, sha256, person as uploaderOf } from '../media/media-world.ts'
import { startHttpService, textOf } from '../support/http-service.ts'
import { startSubscriptionWorld } from './subscription-world.ts'

type World = Awaited<ReturnType<typeof startSubscriptionWorld>>
const tier = '1 GB per month'
const asked: { amount_sats: number; reference: string; description: string }[] = []
const wallet = { canInvoice: true, isAway: false }
let world: World
let relay: Relay
let dataDir: string
let service: Awaited<ReturnType<typeof startHttpService>>

beforeAll(async () => {
  service = await startHttpService(async (request, response) => {
    const body = await textOf(request)
    if (wallet.isAway) return response.writeHead(503).end('{}')
    if (request.url === setOperators.path) return response.end('{"untold":true}')
    if (request.url === askRelayLightning.path) return response.end(JSON.stringify({ can_invoice: wallet.canInvoice }))
    if (request.url !== makeRelayInvoice.path) return response.writeHead(404).end('{}')
    const order = makeRelayInvoice.body.parse(JSON.parse(body))
    asked.push(order)
    const payment_hash = hashOf(asked.length)
    const expires_at = new Date(world.clock.now + order.expiry_seconds * 1000).toISOString()
    return response.end(
      JSON.stringify({ invoice: `lnbcrt${asked.length}`, payment_hash, amount_sats: order.amount_sats, expires_at }),
    )
  })
})
afterAll(() => service.close())
// Each test has a relay of its own: invoices of one would count towards the limits of another.
beforeEach(async () => {
  Object.assign(wallet, { canInvoice: true, isAway: false })
  dataDir = await mkdtemp(join(tmpdir(), 'hornets-lightning-'))
  world = await startSubscriptionWorld({
    dataDir,
    config: { walletUrl: service.url, publicUrl: 'wss://relay.example', trustedProxies: ['loopback'] },
  })
  relay = world.relay
})
afterEach(async () => {
  await relay.close()
  await rm(dataDir, { recursive: true })
})

const preimageOf = (number: number) => number.toString(16).padStart(64, '0')
const hashOf = (number: number) => sha256(Buffer.from(preimageOf(number), 'hex'))
const origin = () => relay.publicUrl.replace('ws:', 'http:')

interface Account {
  readonly token: string
  readonly lightning: boolean
  readonly status: string
  readonly payments: unknown[]
  readonly invoice: { payment_hash: string; state: string } | null
}

function person(address = '192.0.2.1') {
  const secret = generateSecretKey()
  const pubkey = getPublicKey(secret)
  const get = async (headers: Record<string, string>) =>
    (await (
      await fetch(`${origin()}/subscribe/account`, { headers: { ...headers, 'x-forwarded-for': address } })
    ).json()) as Account
  return {
    pubkey,
    account(token?: string) {
      if (token) return get({ authorization: `Bearer ${token}` })
      const tags = [
        ['u', `${origin()}/subscribe/account`],
        ['method', 'GET'],
      ]
      const event = { kind: 27_235, created_at: Math.floor(world.clock.now / 1000), tags, content: '' }
      const signed = Buffer.from(JSON.stringify(finalizeEvent(event, secret))).toString('base64')
      return get({ authorization: `Nostr ${signed}` })
    },
  }
}

async function invoice(token: string, offer = tier, address = '192.0.2.1') {
  const query = new URLSearchParams({ tier: offer })
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
  const answer = await fetch(`${origin()}/subscribe/invoice?${query}`, { method: 'POST', headers })
  return { status: answer.status, body: (await answer.json()) as { payment_hash: string } }
}
async function stateOf(token: string, payment_hash: string) {
  const query = new URLSearchParams({ payment_hash })
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${origin()}/subscribe/invoice?${query}`, { headers })
  return answer.status === 200 ? ((await answer.json()) as { state: string }).state : answer.status
}
const settled = (payment_hash: string, { pubkey }: { pubkey: string }) => ({
  payment_hash,
  reference: pubkey,
  amount_sats: 10_000,
  state: 'paid' as const,
  settled_at: new Date(world.clock.now).toISOString(),
})
const tell = (...invoices: object[]) => world.push('invoices', { wallet_name: 'default', invoices })

describe('an invoice for a subscriber', () => {
  it('is offered only where the wallet can make one', async () => {
    wallet.canInvoice = false
    const alice = person()
    expect(await alice.account()).toMatchObject({ lightning: false, invoice: null })
    wallet.canInvoice = true
    world.clock.now += 11_000
    expect(await alice.account()).toMatchObject({ lightning: true })
  })

  it('is credited once and immediately under its reported name, and appears in the account without an address', async () => {
    const alice = person()
    const { token } = await alice.account()
    const { status, body } = await invoice(token)
    expect(status).toBe(200)
    expect(body).toMatchObject({ sats: 10_000, state: 'open', seconds_left: 900, qr: { path: expect.any(String) } })
    expect(asked.at(-1)).toMatchObject({
      amount_sats: 10_000,
      reference: alice.pubkey,
      description: expect.any(String),
    })
    expect(await alice.account(token)).toMatchObject({ invoice: { payment_hash: body.payment_hash } })
    expect(await relay.context.wallet.hasBeenHeard()).toBe(false)
    const sequence = { stream: 'a stream', number: 1 }
    const first = { wallet_name: 'default', sequence, invoices: [settled(body.payment_hash, alice)] }
    expect((await world.push('invoices', first)).status).toBe(200)
    // It has a node, and no balance.
    expect([await relay.context.wallet.hasBeenHeard(), await relay.context.wallet.hasReported()]).toEqual([true, false])
    await tell(settled(body.payment_hash, alice), settled(body.payment_hash, alice))
    expect(await stateOf(token, body.payment_hash)).toBe('paid')
    expect(await alice.account(token)).toMatchObject({
      status: 'active',
      invoice: null,
      payments: [{ sats: 10_000, status: 'paid' }],
    })
    const kinds = (await world.ledgerOf(alice.pubkey)).map(({ kind, txid, vout }) => [kind, txid, vout])
    expect(kinds).toEqual([
      ['payment', body.payment_hash, -1],
      ['purchase', body.payment_hash, -1],
    ])
  })

  it('is a Lightning payment for the operator: its hash in place of an output, in lists, timeline, sums and CSV', async () => {
    const bob = person()
    const { payment_hash } = (await invoice((await bob.account()).token)).body
    const before = await world.get('/api/earnings')
    await tell(settled(payment_hash, bob))
    const { payments } = await world.get(`/api/payments?pubkey=${bob.pubkey}`)
    expect(payments).toMatchObject([{ txid: null, vout: null, payment_hash, sats: 10_000, status: 'paid' }])
    const { entries } = await world.get(`/api/subscribers/${bob.pubkey}/timeline`)
    expect(entries).toMatchObject([{ kind: 'purchase' }, { kind: 'payment', coin: null, payment_hash }])
    const told = (await world.notifications(`?filter=user&pubkey=${bob.pubkey}`)).body
    expect(told.notifications).toMatchObject([{ tx_id: payment_hash, lightning: true, amount: 10_000 }])
    expect((await world.get('/api/earnings')).total_sats).toBe(before.total_sats + 10_000)
    const csv = (await world.relay.call('/api/earnings/export', { token: world.token })).body as string
    expect(csv.split('\n').find(line => line.includes(bob.pubkey))).toMatch(new RegExp(`,${payment_hash},payment\\r?$`))
  })

  it('is returned again while it can be paid, belongs to its key alone, and few can be open', async () => {
    const [carol, dave] = [person(), person()]
    const [{ token }, other] = [await carol.account(), await dave.account()]
    const first = await invoice(token)
    expect((await invoice(token)).body.payment_hash).toBe(first.body.payment_hash)
    expect(await stateOf(other.token, first.body.payment_hash)).toBe(404)
    expect((await invoice('a'.repeat(43))).status).toBe(401)
    expect((await invoice(token, '9 GB per month')).status).toBe(400)
    expect((await invoice(token, '5 GB per month')).status).toBe(200)
    // New ones of one network address.
    const statuses = []
    for (let count = 0; count < 6; count += 1) statuses.push((await invoice((await person().account()).token)).status)
    expect(statuses).toContain(429)
  })

  it('is limited by customer, an IPv6 site as four, but not for subscribers', async () => {
    const from = async (address: string, someone = person(address)) =>
      (await invoice((await someone.account()).token, tier, address)).status
    for (let key = 0; key < 6; key++) expect(await from(`2001:db8:0:${key}::1`)).toBe(200)
    expect(await from('2001:db8:0:7::1')).toBe(429)
    expect(await from('2001:db8:0:100::1')).toBe(200)
    const subscriber = person('2001:db8:0:7::1')
    await tell(settled(hashOf(54_321), subscriber))
    expect(await from('2001:db8:0:7::1', subscriber)).toBe(200)
  })

  it('is refused with a reason where the wallet is away', async () => {
    wallet.isAway = true
    const { token } = await person().account()
    expect((await invoice(token)).status).toBe(503)
  })

  it('BUD-07: a refused upload names an invoice, and its preimage pays before the wallet reports it', async () => {
    const uploader = uploaderOf()
    const bytes = png(5000)
    const authorization = uploader.header('upload', [sha256(bytes)], template => {
      template.created_at = Math.floor(world.clock.now / 1000) - 1
      template.tags[1] = ['expiration', String(Math.floor(world.clock.now / 1000) + 600)]
    })
    const put = (more: Record<string, string> = {}) =>
      fetch(`${origin()}/upload`, { method: 'PUT', body: bytes, headers: { authorization, ...more } })
    const refused = await put()
    const text = `lnbcrt${asked.length}`
    expect([refused.status, refused.headers.get('x-lightning')]).toEqual([402, text])
    expect(await refused.json()).toMatchObject({ payment: { invoice: text } })
    expect(asked.at(-1)).toMatchObject({ amount_sats: 10_000, reference: uploader.pubkey })
    for (const wrong of [preimageOf(12_345), 'lnbc1', '']) {
      const answer = await put({ 'x-lightning': wrong })
      expect([answer.status, answer.headers.get('x-reason')]).toEqual([400, expect.stringContaining('X-Lightning')])
    }
    const proof = { 'x-lightning': preimageOf(asked.length) }
    expect((await put(proof)).status).toBe(201)
    await tell(settled(hashOf(asked.length), uploader))
    expect((await put(proof)).ok).toBe(true)
    expect((await world.ledgerOf(uploader.pubkey)).map(({ kind }) => kind)).toEqual(['payment', 'purchase'])
  })

  it('survives a relay that is restarted between invoice and credit; the wallet’s report alone is enough', async () => {
    const [erin, frank] = [person(), person()]
    const { payment_hash } = (await invoice((await erin.account()).token)).body
    await world.relay.close()
    const options = { dataDir, config: { walletUrl: service.url, publicUrl: 'wss://relay.example' } }
    relay = await startRelay({ now: () => world.clock.now, ...options })
    expect(await erin.account()).toMatchObject({ status: 'unpaid', invoice: { payment_hash } })
    // As `wallet.push` does, after its signature.
    const report = { wallet_name: 'default', invoices: [settled(payment_hash, erin), settled(hashOf(999), frank)] }
    for (const _ of ['once', 'again']) await relay.context.wallet.takeInvoices(report)
    for (const one of [erin, frank])
      expect(await one.account()).toMatchObject({ status: 'active', invoice: null, payments: [{ sats: 10_000 }] })
  })
})
