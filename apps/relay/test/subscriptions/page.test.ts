import { type EventTemplate, finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { Relay as Client } from 'nostr-tools/relay'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startHttpService } from '../support/http-service.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { read } from './subscriber-calls.ts'
import { startSubscriptionWorld } from './subscription-world.ts'

let world: Awaited<ReturnType<typeof startSubscriptionWorld>>
let origin: string
let post: MailServer
let wallet: Awaited<ReturnType<typeof startHttpService>>
const seen = { chain_source: 'bitcoind', wallet: 'locked', synced: true, isSilent: false }
const chain = { ...seen }
beforeAll(async () => {
  post = await startMailServer()
  wallet = await startHttpService((request, response) => {
    const { isSilent, ...state } = chain
    if (isSilent) return response.destroy()
    const health = { status: 'ok', network: 'regtest', ...state, tip_height: 100, message: '' }
    response.setHeader('content-type', 'application/json')
    response.writeHead(request.url === '/health' ? 200 : 404).end(JSON.stringify(health))
  })
  const config = { publicUrl: 'wss://relay.example', smtp: post.smtp, walletUrl: wallet.url }
  world = await startSubscriptionWorld({ config })
  origin = world.relay.publicUrl.replace('ws:', 'http:')
})
beforeEach(async () => {
  // The calls of one test do not count towards the limits of another.
  world.clock.now += 60_000
  Object.assign(chain, seen)
  await world.save({
    freeTierEnabled: false,
    subscription_tiers: [
      { datalimit: '1 GB per month', price: '10000', maxfile: '20 MB', days: 90, kinds: ['kind1', 'kind7'] },
      { datalimit: '5 GB per month', price: '40000' },
      { datalimit: '7 GB per month', price: '50000', hidden: true },
    ],
  })
})
afterAll(async () => {
  await world.close()
  await post.close()
  await wallet.close()
})

const person = () => {
  const secret = generateSecretKey()
  return { secret, pubkey: getPublicKey(secret) }
}
/** An Authorization header of NIP-98; `change` bends the event before it is signed. */
function authorization(secret: Uint8Array, change: (event: EventTemplate) => void = () => {}): string {
  const tags = [
    ['u', `${origin}/subscribe/account`],
    ['method', 'GET'],
  ]
  const event = { kind: 27_235, created_at: Math.floor(world.clock.now / 1000), tags, content: '' }
  change(event)
  return `Nostr ${Buffer.from(JSON.stringify(finalizeEvent(event, secret))).toString('base64')}`
}
async function account(header?: string) {
  const response = await fetch(`${origin}/subscribe/account`, { headers: header ? { authorization: header } : {} })
  const body = (await response.json()) as { readonly token: string; readonly offers: unknown; readonly mail: unknown }
  return { status: response.status, body }
}

describe('the account of a subscriber', () => {
  it.each<[string, (event: EventTemplate) => void]>([
    ['another kind', event => Object.assign(event, { kind: 1 })],
    ['another address of this relay', event => event.tags.splice(0, 1, ['u', `${origin}/upload`])],
    ['another relay', event => event.tags.splice(0, 1, ['u', 'https://other.example/subscribe/account'])],
    ['another method', event => event.tags.splice(1, 1, ['method', 'POST'])],
    ['a time that is long over', event => Object.assign(event, { created_at: event.created_at - 61 })],
  ])('is not shown for an authorization of %s (PROTO-23)', async (_name, change) => {
    expect((await account(authorization(person().secret, change))).status).toBe(401)
  })

  it('is not shown without one, for another’s key or with a made-up token', async () => {
    expect((await account()).status).toBe(401)
    const forged = JSON.parse(Buffer.from(authorization(person().secret).slice(6), 'base64').toString())
    forged.pubkey = person().pubkey
    expect((await account(`Nostr ${Buffer.from(JSON.stringify(forged)).toString('base64')}`)).status).toBe(401)
    expect((await account(`Bearer ${'a'.repeat(43)}`)).status).toBe(401)
  })

  it('is its own alone: address, offers with their QR codes, payments', async () => {
    const [alice, bob] = [person(), person()]
    const ready = ['bcrt1qalice', 'bcrt1qbob']
    world.relay.context.subscriptions.allotment.drawFrom(async () => ready.shift() ?? null)
    const first = await account(authorization(alice.secret))
    expect(first).toMatchObject({
      status: 200,
      body: { pubkey: alice.pubkey, address: 'bcrt1qalice', status: 'unpaid', payments: [] },
    })
    expect(first.body.offers).toMatchObject([
      { price: 10_000, uri: 'bitcoin:bcrt1qalice?amount=0.00010000', qr: { path: expect.stringMatching(/^M/) } },
      { price: 40_000, uri: 'bitcoin:bcrt1qalice?amount=0.00040000' },
    ])
    await world.tell(world.pay('bcrt1qalice', 10_000, { confirmations: 1 }))
    const again = await account(`Bearer ${first.body.token}`)
    expect(again.body).toMatchObject({ status: 'active', payments: [{ sats: 10_000, status: 'paid' }] })
    const other = await account(authorization(bob.secret))
    expect(other.body).toMatchObject({ pubkey: bob.pubkey, address: 'bcrt1qbob', payments: [], status: 'unpaid' })
    expect(JSON.stringify(other.body)).not.toContain('alice')
  })

  it('gives no address and pauses payments while the wallet does not see the chain (PAY-20)', async () => {
    const [alice, newcomer] = [person(), person()]
    const addresses = ['bcrt1qseen', 'bcrt1qnext']
    world.relay.context.subscriptions.allotment.drawFrom(async () => addresses.shift() ?? null)
    const look = async (secret = alice.secret) => {
      world.clock.now += 20_000
      return (await account(authorization(secret))).body
    }
    expect(await look()).toMatchObject({
      address: 'bcrt1qseen',
      paused: false,
      offers: [{ uri: expect.anything() }, {}],
    })
    for (const [blindness, afterMs] of [
      [{ chain_source: 'none' }, 0],
      [{ wallet: 'none' }, 0],
      [{ synced: false }, 600_000],
      [{ isSilent: true }, 600_000],
    ] as const) {
      Object.assign(chain, seen)
      expect(await look()).toMatchObject({ address: 'bcrt1qseen', paused: false })
      Object.assign(chain, blindness)
      if (afterMs > 0) expect(await look()).toMatchObject({ address: 'bcrt1qseen', paused: false })
      world.clock.now += afterMs
      const blind = await look()
      const client = await Client.connect(world.relay.publicUrl)
      await read(client, [1])
      const created_at = Math.floor(world.clock.now / 1000)
      await client.auth(async template => finalizeEvent({ ...template, created_at }, newcomer.secret))
      client.close()
      expect(blind).toMatchObject({ address: '', paused: true })
      expect(JSON.stringify(blind)).not.toContain('bcrt1q')
      expect(await look(newcomer.secret)).toMatchObject({ address: '', paused: true })
      expect(addresses).toEqual(['bcrt1qnext'])
    }
    Object.assign(chain, seen)
    expect(await look()).toMatchObject({ address: 'bcrt1qseen', paused: false })
    expect(await look(newcomer.secret)).toMatchObject({ address: 'bcrt1qnext', paused: false })
  })

  it('is not shown to a blocked key', async () => {
    const carol = person()
    await world.post('/api/blocked-pubkeys', { pubkey: carol.pubkey })
    expect((await account(authorization(carol.secret))).status).toBe(403)
  })
})

describe('email reminders', () => {
  const call = async (method: string, path: string, token: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${origin}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: response.status, body: (await response.json()) as { mail?: object; fields?: object } }
  }
  const address = 'dora@mail.example'
  async function subscriber() {
    const { secret, pubkey } = person()
    await world.subscriber({ pubkey })
    await world.relay.context.adminDatabase.transact(tx =>
      tx
        .updateTable('subscribers')
        .set({ expires_at: world.clock.now + 1 })
        .where('pubkey', '=', pubkey)
        .execute(),
    )
    const { body } = await account(authorization(secret))
    return { secret, pubkey, ...body }
  }

  it("are confirmed by an emailed code and stopped by an email's link, but not by link previews", async () => {
    const { token, pubkey, secret, mail } = await subscriber()
    const other = await subscriber()
    expect(mail).toEqual({ state: 'off', address: '' })
    const ask = { address, language: 'de' }
    expect((await call('POST', '/subscribe/mail', 'x'.repeat(43), ask)).status).toBe(401)
    expect((await call('POST', '/subscribe/mail', token, { ...ask, address: 'nobody' })).body.fields).toHaveProperty(
      'address',
    )
    expect((await call('POST', '/subscribe/mail', token, ask)).body.mail).toEqual({ state: 'pending', address })
    const confirmation = await post.mailTo(address)
    const code = /^[2-9A-Z]{6}$/m.exec(confirmation.text)?.[0] ?? ''
    expect((await call('POST', '/subscribe/mail/confirm', other.token, { code })).status).toBe(400)
    expect((await call('POST', '/subscribe/mail/confirm', token, { code })).body.mail).toEqual({ state: 'on', address })
    for (const shown of [
      (await account(authorization(other.secret))).body,
      await world.get(`/api/subscribers/${pubkey}`),
    ])
      expect(JSON.stringify(shown)).not.toContain('dora')
    expect((await world.get(`/api/subscribers/${pubkey}`)).is_reminded_by_mail).toBe(true)

    const [, stop = ''] =
      /^List-Unsubscribe: <https:\/\/relay\.example(\/subscribe\/stop\/[\w-]{43})>/m.exec(
        confirmation.raw.replace(/\r\n\s+/g, ' '),
      ) ?? []
    expect(confirmation.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const looked = await fetch(`${origin}${stop}`)
    expect([looked.status, await looked.text()]).toEqual([200, expect.stringContaining('<form method="post">')])
    expect((await account(authorization(secret))).body.mail).toEqual({ state: 'on', address })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const stopped = await fetch(`${origin}${stop}`, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' })
    expect(await stopped.text()).toContain('This mailbox will receive no more reminders')
    expect((await account(authorization(secret))).body.mail).toEqual({ state: 'off', address: '' })
    expect(
      (await call('POST', '/subscribe/mail', other.token, { ...ask, address: 'Dora+1@mail.example' })).status,
    ).toBe(409)
  })

  it('end with the subscriber’s own request, and with a request to vanish (NIP-62)', async () => {
    const { token, pubkey, secret } = await subscriber()
    const own = 'erin@mail.example'
    const give = async () => {
      await call('POST', '/subscribe/mail', token, { address: own, language: 'en' })
      const code = /^[2-9A-Z]{6}$/m.exec((await post.mailTo(own)).text)?.[0] ?? ''
      await call('POST', '/subscribe/mail/confirm', token, { code })
      return (await world.get(`/api/subscribers/${pubkey}`)).is_reminded_by_mail
    }
    expect(await give()).toBe(true)
    expect((await call('DELETE', '/subscribe/mail', token)).body.mail).toEqual({ state: 'off', address: '' })
    expect(await give()).toBe(true)
    const client = await Client.connect(world.relay.publicUrl)
    const created_at = Math.floor(world.clock.now / 1000)
    await client.publish(finalizeEvent({ kind: 62, created_at, tags: [['relay', 'ALL_RELAYS']], content: '' }, secret))
    expect(await account(authorization(secret))).toMatchObject({
      status: 200,
      body: { mail: { state: 'off', address: '' } },
    })
    client.close()
  })
})

describe('the page', () => {
  it('names the prices but no hidden ones, in the browser’s language, and runs nothing from elsewhere', async () => {
    const response = await fetch(`${origin}/subscribe`, { headers: { 'accept-language': 'de-CH,de;q=0.9' } })
    const page = await response.text()
    expect(page).toContain('<html lang="de">')
    expect(page).toContain('1 GB pro Monat')
    for (const limit of ['Dateien bis 20 MB', '90 Tage aufbewahrt', 'Nur Kinds 1, 7']) expect(page).toContain(limit)
    expect(page).not.toContain('7 GB')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    for (const file of ['page.js', 'mail.js', 'elements.js', 'page.css'])
      expect((await fetch(`${origin}/subscribe/${file}`)).status).toBe(200)
  })

  it('does not let a name of the relay become part of the page', async () => {
    await world.post('/api/settings/relay_info', { relay_info: { relayname: '<script>alert(1)</script>' } })
    const page = await (await fetch(`${origin}/subscribe`)).text()
    expect(page).not.toContain('<script>alert')
  })

  it('appears in the NIP-11 document with the fees, and explains what remains after the end', async () => {
    const headers = { accept: 'application/nostr+json' }
    const document = async () =>
      (await (await fetch(`${origin}/`, { headers })).json()) as { limitation: { payment_required: boolean } }
    expect(await document()).toMatchObject({
      payments_url: 'https://relay.example/subscribe',
      limitation: { payment_required: true, restricted_writes: true },
      fees: {
        subscription: [
          { amount: 10_000_000, unit: 'msats', period: 2_592_000 },
          { amount: 40_000_000, unit: 'msats', period: 2_592_000 },
        ],
      },
    })
    const page = async () => (await fetch(`${origin}/subscribe`)).text()
    expect(await page()).toContain('"read_only":"Expired. You can read, not write."')
    await world.save({ freeTierEnabled: true })
    expect(await page()).toContain('"read_only":"Expired. You can write within the free tier."')
    expect((await document()).limitation.payment_required).toBe(false)
    await world.save({ subscription_tiers: [], freeTierEnabled: false })
    expect(await document()).not.toHaveProperty('fees')
    expect(await document()).not.toHaveProperty('payments_url')
  })
})
