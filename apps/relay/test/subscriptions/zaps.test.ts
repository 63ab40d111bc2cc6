import { openSocksDouble } from '@hornets/server/outgoing/testing/socks-double'
import { finalizeEvent } from 'nostr-tools'
import { Relay as Client } from 'nostr-tools/relay'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHttpService } from '../support/http-service.ts'
import { putAdmin } from '../support/people.ts'
import { payer, server, stranger, zapBy } from '../support/zaps.ts'
import { startSubscriptionWorld } from './subscription-world.ts'

const host = `${'a'.repeat(56)}.onion`
let world: Awaited<ReturnType<typeof startSubscriptionWorld>>
let service: Awaited<ReturnType<typeof startHttpService>>
let proxy: Awaited<ReturnType<typeof openSocksDouble>>
let client: Client

beforeAll(async () => {
  const says = { tag: 'payRequest', allowsNostr: true, nostrPubkey: server.pubkey }
  service = await startHttpService((_request, response) => response.end(JSON.stringify(says)))
  // The only kind of server that a relay calls without a certificate.
  proxy = await openSocksDouble({ route: ({ host: named }) => (named === host ? { port: portOf(service.url) } : null) })
  world = await startSubscriptionWorld({ config: { publicUrl: 'wss://relay.example', socksProxy: proxy.url } })
  client = await Client.connect(world.relay.publicUrl)
})
afterAll(async () => {
  client.close()
  await world.close()
  await Promise.all([service.close(), proxy.close()])
})

const portOf = (url: string) => Number(new URL(url).port)
const switchOn = () => world.post('/api/relay-settings', { relay_settings: { countZaps: true } })
const publish = (event: ReturnType<typeof finalizeEvent>) =>
  client.publish(event).catch((error: Error) => error.message)
const zaps = () => world.relay.context.subscriptions.zaps

it('count to the relay’s key once its profile names a supporting address, and are accepted unpaid', async () => {
  expect(await world.get('/api/zaps')).toEqual({ state: 'no_address', lud16: null, checked_by: 'server' })
  expect(await switchOn()).toMatchObject({ status: 400, body: { fields: { countZaps: expect.any(String) } } })

  const secret = world.relay.context.settings.relayKey().slice()
  const at = Math.floor(world.clock.now / 1000)
  const profile = { kind: 0, created_at: at, tags: [], content: JSON.stringify({ lud16: `hornet@${host}` }) }
  expect(await publish(finalizeEvent(profile, secret))).toBe('')
  const { token } = await putAdmin(world.relay, 'viewer')
  const seen = await world.relay.call('/api/zaps', { token })
  expect(seen.body).toEqual({ state: 'ready', lud16: `hornet@${host}`, checked_by: 'server' })
  expect(proxy.calls.at(-1)).toMatchObject({ host, byName: true })

  const to = world.relay.context.relay.pubkey()
  const zap = zapBy({ to, at: at * 1000, msats: 10_000_000 })
  expect(await publish(zap.event as never)).toMatch(/^restricted: /)
  expect((await switchOn()).status).toBe(200)
  await zaps().settled()
  expect(await publish(zap.event as never)).toBe('')
  expect(await publish(zapBy({ to, at: at * 1000, signer: stranger }).event as never)).toMatch(/^restricted: /)
  await zaps().settled()
  const { payments } = await world.get(`/api/payments?pubkey=${payer.pubkey}`)
  expect(payments).toMatchObject([
    { payment_hash: zap.paymentHash, sats: 10_000, status: 'paid', tier: '1 GB per month' },
  ])
  expect((await world.post('/api/relay-settings', { relay_settings: { countZaps: false } })).status).toBe(200)
  expect(await publish(zapBy({ to, at: at * 1000 }).event as never)).toMatch(/^restricted: /)
})
