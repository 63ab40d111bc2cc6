import { createHmac } from 'node:crypto'
import { messages } from '@hornets/contract/messages'
import { type Event, finalizeEvent } from 'nostr-tools'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Operator, type Relay, startRelay } from '../../../harness.ts'
import { startHttpService, textOf } from '../../../support/http-service.ts'
import { putAdmin } from '../../../support/people.ts'
import { newTxid, startWalletWorld, type WalletWorld } from '../../../wallet/wallet-world.ts'

type Line = { readonly Value: number }

describe('reports of a wallet of the family', () => {
  let world: WalletWorld
  beforeAll(async () => {
    world = await startWalletWorld()
  })
  afterAll(() => world.close())
  beforeEach(() => {
    world.clock.now += 10_000
  })

  /** Signed by hand, as its wallet does. */
  const signed = (body: unknown, options: { at?: number; key?: string; shown?: string } = {}) => {
    const { at = world.clock.now, key = world.apiKey(), shown = key } = options
    const time = new Date(at).toISOString().replace(/\.\d+/, '')
    const signature = createHmac('sha256', key)
      .update(`${key}${time}${JSON.stringify(body)}`)
      .digest('hex')
    return { 'X-API-Key': shown, 'X-Timestamp': time, 'X-Signature': signature }
  }
  const tell = (what: string, body: unknown, options = {}) => world.push(what, body, signed(body, options))
  const balance = { wallet_name: 'default', balance: 1_234_567 }

  it('are taken as recorded, to the satoshi, and answered so (FAMILY-20)', async () => {
    const txid = newTxid()
    const line = {
      wallet_name: 'default',
      address: `${txid}:1`,
      date: '2026-11-20T11:00:00Z',
      output: 'bc1qone',
      value: '0.01234567',
    }
    expect(await tell('balance', balance)).toMatchObject({
      status: 200,
      body: { message: 'success', balance: '1234567' },
    })
    const addresses = ['one', 'two'].map((name, at) => ({
      index: `${at}`,
      address: `bc1q${name}`,
      wallet_name: 'default',
    }))
    const spent = { ...line, address: `${txid}:0`, output: 'bc1qother', value: '-0.00000300' }
    expect(await tell('addresses', addresses)).toMatchObject({
      status: 200,
      body: { status: 'success', message: expect.any(String) },
    })
    for (const seconds of [1, 2]) {
      world.clock.now += seconds * 1000
      expect(await tell('transactions', [line, spent])).toMatchObject({
        status: 200,
        body: { status: 'success', message: expect.any(String) },
      })
    }
    expect(await world.get('/api/balance/usd')).toMatchObject({ latest_balance: 1_234_567 })
    const lines = (await world.transactions()).toSorted((one: Line, other: Line) => other.Value - one.Value)
    expect([await world.get('/api/addresses'), lines]).toMatchObject([
      [
        { index: '0', address: 'bc1qone' },
        { index: '1', address: 'bc1qtwo' },
      ],
      [
        { Address: `${txid}:1`, Output: 'bc1qone', Value: 1_234_567, confirmations: 1 },
        { Address: `${txid}:0`, Output: 'bc1qother', Value: -300, confirmations: 1 },
      ],
    ])
  })

  it('are refused if repeated, old, early, signed with another key or by the rules of the other scheme (FAMILY-20)', async () => {
    const told = signed(balance)
    expect((await world.push('balance', balance, told)).status).toBe(200)
    expect((await world.push('balance', balance, told)).status).toBe(401)
    for (const at of [world.clock.now - 299_000, world.clock.now + 299_000])
      expect((await tell('balance', balance, { at })).status).toBe(200)
    for (const at of [world.clock.now - 301_000, world.clock.now + 302_000])
      expect((await tell('balance', balance, { at })).status).toBe(401)
    expect((await tell('balance', balance, { key: 'ab'.repeat(32) })).status).toBe(401)
    expect((await tell('balance', balance, { key: 'ab'.repeat(32), shown: world.apiKey() })).status).toBe(401)
    const { 'X-API-Key': _key, ...unmarked } = signed(balance, { at: world.clock.now + 1000 })
    expect((await world.push('balance', balance, unmarked)).status).toBe(401)
  })

  it.each([
    [
      'transactions',
      [{ wallet_name: 'default', address: 'x:0', date: '2026-11-20T11:00:00Z', output: '', value: '1.0' }],
    ],
    [
      'transactions',
      [{ wallet_name: 'default', address: `${newTxid()}:0`, date: '2026-11-20T11:00:00Z', output: '', value: 0.5 }],
    ],
    ['addresses', [{ wallet_name: 'default', index: '-1', address: 'bc1q' }]],
    ['balance', { wallet_name: 'default', balance: 1.5 }],
  ])('%s with a wrong value are a clear error', async (what, body) => {
    expect((await tell(what, body)).status).toBe(400)
  })

  it('of another wallet are refused', async () => {
    expect((await tell('balance', { ...balance, wallet_name: 'other' })).status).toBe(403)
  })
})

describe('the wallet by way of the relay (FAMILY-17)', () => {
  let relay: Relay
  let token: string
  let operator: Operator
  let service: Awaited<ReturnType<typeof startHttpService>>
  const asked: { url: string; authorization: string | undefined; body: string }[] = []
  let payment: { status: number; body: unknown }
  let signature: Event
  beforeAll(async () => {
    service = await startHttpService(async (request, response) => {
      const url = request.url ?? ''
      asked.push({ url, authorization: request.headers.authorization, body: await textOf(request) })
      const answers: Record<string, { status: number; body: unknown }> = {
        '/challenge': { status: 200, body: { content: 'challenge' } },
        '/verify': { status: 200, body: { token: 'of-the-wallet' } },
        '/health': { status: 200, body: { status: 'ok', synced: true, wallet: 'unlocked' } },
        '/calculate-tx-size': { status: 200, body: { txSize: 141 } },
        '/transaction': payment,
      }
      const { status, body } = answers[url] ?? { status: 404, body: {} }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    relay = await startRelay({ config: { walletUrl: service.url } })
    ;({ token, operator } = await relay.signedIn())
  })
  afterAll(async () => {
    await relay.close()
    await service.close()
  })

  const path = '/api/wallet-proxy'
  const order = { choice: 1, recipient_address: 'bc1qone', spend_amount: 1000, priority_rate: 2, enable_rbf: true }
  const size = { recipient_address: 'bc1qone', spend_amount: 1000, priority_rate: 2 }
  const pay = (as = token) => relay.call(`${path}/transaction`, { token: as, body: order })

  beforeEach(async () => {
    expect((await relay.call(`${path}/challenge`)).body).toEqual({ content: 'challenge' })
    const draft = { kind: 1, tags: [], content: 'challenge', created_at: Math.floor(Date.now() / 1000) }
    signature = JSON.parse(JSON.stringify(finalizeEvent(draft, operator.secretKey)))
    const verified = await relay.call(`${path}/verify`, {
      body: { challenge: 'challenge', messageHash: 'challenge', event: signature },
    })
    expect(verified).toMatchObject({ status: 200, body: { token: 'of-the-wallet' } })
  })

  it('keeps the token of the wallet for the key that signed, and for no other session', async () => {
    // Their console sends the challenge as the hash: the event alone counts.
    expect(JSON.parse(asked.findLast(({ url }) => url === '/verify')?.body ?? '')).toEqual({ event: signature })
    expect((await relay.call(`${path}/calculate-tx-size`, { token, body: size })).body).toEqual({ txSize: 141 })
    expect(asked.at(-1)).toMatchObject({ url: '/calculate-tx-size', authorization: 'Bearer of-the-wallet' })
    const other = await putAdmin(relay, 'owner')
    await relay.call(`${path}/calculate-tx-size`, { token: other.token, body: size })
    expect(asked.at(-1)).toMatchObject({ url: '/calculate-tx-size', authorization: undefined })
    expect((await relay.call(`${path}/panel-health`, { token })).body).toMatchObject({
      status: 'healthy',
      wallet_locked: false,
      chain_synced: true,
      peer_count: 1,
    })
  })

  it('lets only owners pay', async () => {
    const helper = await putAdmin(relay, 'operator')
    const before = asked.length
    expect((await pay(helper.token)).status).toBe(403)
    expect((await relay.call(`${path}/transaction`, { body: order })).status).toBe(401)
    expect(asked).toHaveLength(before)
    payment = { status: 200, body: { txid: 'aa'.repeat(32), status: 'success', message: 'sent' } }
    expect((await pay()).body).toMatchObject({ status: 'success', txid: 'aa'.repeat(32) })
    expect(asked.at(-1)?.authorization).toBe('Bearer of-the-wallet')
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toMatchObject(order)
  })

  it('says what to do about a payment above a limit', async () => {
    payment = { status: 403, body: { error: 'Above the limit.', code: 'confirmation_needed' } }
    expect(await pay()).toMatchObject({
      status: 200,
      body: { txid: '', status: 'failed', message: `Above the limit. ${messages.confirmInOwnConsole}` },
    })
    payment = { status: 401, body: { error: 'Token expired', code: 'unauthorized' } }
    expect((await pay()).status).toBe(401)
    payment = { status: 200, body: { txid: '', status: 'failed', message: 'no' } }
    await pay()
    expect(asked.at(-1)?.authorization).toBeUndefined()
  })
})
