import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { openSocksDouble } from '@hornets/server/outgoing/testing/socks-double'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'
import { type Relay, startRelay } from '../../harness.ts'
import { person, png, sha256 } from '../../media/media-world.ts'
import { startHttpService } from '../../support/http-service.ts'
import { RawClient } from '../../support/raw-client.ts'
import { signer } from '../../support/signer.ts'

const clock = { aheadMs: 0 }
let relay: Relay
let token: string
beforeAll(async () => {
  relay = await startRelay({ now: () => Date.now() + clock.aheadMs, config: { trustedProxies: ['loopback'] } })
  ;({ token } = await relay.signedIn())
})
afterAll(() => relay.close())
beforeEach(() => {
  clock.aheadMs = 0
})

const save = async (group: string, values: Record<string, unknown>) => {
  const { status, body } = await relay.call(`/api/settings/${group}`, { token, body: { [group]: values } })
  expect([status, body.restart]).toEqual([200, []])
}
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

describe('the query cache', () => {
  it('keeps answers for the saved seconds, and as many as are saved (CACHE-03)', async () => {
    const client = await RawClient.connect(relay.publicUrl)
    onTestFinished(() => client.close())
    const ask = (kind: number) => client.stored({ kinds: [kind] })
    const cache = async () => {
      const { body } = await relay.call('/api/services', { token })
      return body.find(({ group }: { group: string }) => group === 'query_cache').cache
    }
    await save('query_cache', { enabled: true, max_entries: 2, ttl_seconds: 50 })
    for (const kind of [1, 2, 3]) await ask(kind)
    expect(await cache()).toMatchObject({ entries: 2 })
    const { hits } = await cache()
    clock.aheadMs += 30_000
    await ask(3)
    expect(await cache()).toMatchObject({ hits: hits + 1 })
    clock.aheadMs += 25_000
    await ask(3)
    expect(await cache()).toMatchObject({ hits: hits + 1 })
    await save('query_cache', { enabled: true, max_entries: 3, ttl_seconds: 120 })
    for (const kind of [1, 2, 3]) await ask(kind)
    expect(await cache()).toMatchObject({ entries: 3 })
    const before = (await cache()).hits
    clock.aheadMs += 100_000
    await ask(3)
    expect(await cache()).toMatchObject({ hits: before + 1 })
  })
})

describe('outgoing connections', () => {
  async function openWorld() {
    const bytes = png(300)
    const origin = await startHttpService((_request, response) => response.end(bytes))
    onTestFinished(() => origin.close())
    const resolved: string[] = []
    const world = { addressOf: '10.0.0.1', toPort: Number(new URL(origin.url).port), resolved }
    const proxy = await openSocksDouble({
      resolve: name => {
        resolved.push(name)
        return world.addressOf
      },
      route: () => ({ port: world.toPort }),
    })
    onTestFinished(async () => {
      await save('outgoing', { proxy: '', fetch_ports: '80,443', fetch_names: 'checked', fetch_profiles: false })
      await proxy.close()
    })
    const mirror = async (url: string) => {
      const headers = { authorization: person().header('upload', [sha256(bytes)]) }
      const body = JSON.stringify({ url })
      return (await fetch(`${relay.publicUrl.replace('ws', 'http')}/mirror`, { method: 'PUT', headers, body })).ok
    }
    return { world, proxy, mirror, saved: { proxy: `socks5h://${proxy.url.host}` } }
  }

  it('reach strangers at the saved ports only, and leave names to the proxy only if that is saved', async () => {
    const { world, proxy, mirror, saved } = await openWorld()
    await save('outgoing', { ...saved, fetch_names: 'proxy' })
    expect(await mirror('http://files.example:8080/a.png')).toBe(false)
    expect([await mirror('http://files.example/a.png'), world.resolved]).toEqual([true, []])
    await save('outgoing', { fetch_ports: '8080' })
    expect(await mirror('http://files.example:8080/a.png')).toBe(true)
    expect(await mirror('http://files.example/a.png')).toBe(false)
    const calls = proxy.calls.length
    await save('outgoing', { fetch_names: 'checked' })
    expect(await mirror('http://files.example:8080/a.png')).toBe(false)
    expect([world.resolved, proxy.calls.length]).toEqual([['files.example'], calls])
    world.addressOf = '203.0.114.1'
    expect(await mirror('http://files.example:8080/a.png')).toBe(true)
  })

  it("ask people's own relays for profiles only while that is saved", async () => {
    const { world, saved } = await openWorld()
    const alice = signer()
    const profile = alice.sign({ kind: 0, content: '{"name":"Alice"}' })
    const theirs = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    theirs.on('connection', socket =>
      socket.on('message', data => {
        const [, id] = JSON.parse(String(data))
        socket.send(JSON.stringify(['EVENT', id, profile]))
        socket.send(JSON.stringify(['EOSE', id]))
      }),
    )
    await once(theirs, 'listening')
    onTestFinished(() => {
      for (const client of theirs.clients) client.terminate()
      theirs.close()
    })
    world.toPort = portOf(theirs)
    const client = await RawClient.connect(relay.publicUrl)
    onTestFinished(() => client.close())
    await client.publish(alice.sign({ kind: 10_002, tags: [['r', 'ws://theirs.example']] }))
    const nameOf = async () =>
      (await relay.call(`/api/profiles?keys=${alice.pubkey}`, { token })).body.profiles[0]?.name
    await save('outgoing', { ...saved, fetch_names: 'proxy' })
    expect(await nameOf()).toBeUndefined()
    await save('outgoing', { fetch_profiles: true })
    await expect.poll(nameOf).toBe('Alice')
  })
})

it('signs calls to the bucket for the saved region', async () => {
  const bucket = await startHttpService((_request, response) => response.writeHead(403).end())
  onTestFinished(() => bucket.close())
  const values = { address: `${bucket.url}/files`, access_key: 'key', secret_key: 'secret', region: 'us-east-1' }
  const regionOf = async () => {
    await relay.call('/api/services/s3/test', { token, body: { s3: {} } })
    return /\/([\w-]+)\/s3\/aws4_request/.exec(bucket.asked.at(-1)?.headers.authorization ?? '')?.[1]
  }
  await save('s3', values)
  expect(await regionOf()).toBe('us-east-1')
  await save('s3', { region: 'eu-west-9' })
  expect(await regionOf()).toBe('eu-west-9')
  await save('s3', { address: '' })
})

it('speaks TLS to the mail server from the first byte only if that is saved', async () => {
  const firsts: number[] = []
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', data => {
      firsts.push(Buffer.from(data)[0] ?? 0)
      socket.destroy()
    })
    socket.write('220 mail.example ESMTP\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const saved = { server: '127.0.0.1', port: portOf(server), sender: 'relay@mail.example' }
  const tlsHandshake = 0x16
  for (const [encryption, first] of [
    ['tls', tlsHandshake],
    ['starttls', 'E'.charCodeAt(0)],
  ] as const) {
    await save('email', { ...saved, encryption })
    await relay.call('/api/services/email/test', { token, body: { email: {} } })
    expect([encryption, firsts.at(-1)]).toEqual([encryption, first])
  }
  await save('email', { server: '' })
})

it('limits what an address stores in a day by the saved megabytes (SERVICE-09)', async () => {
  const client = await RawClient.connect(relay.publicUrl, { 'x-forwarded-for': '203.0.113.77' })
  onTestFinished(() => client.close())
  const daily = (await relay.call('/api/relay-settings', { token })).body.relay_settings.dailyMegabytes
  const limit = (eventsPerAddress: number) =>
    relay.call('/api/relay-settings', {
      token,
      body: { relay_settings: { dailyMegabytes: { ...daily, eventsPerAddress } } },
    })
  const publish = () => client.publish(signer().sign({ tags: [['t', 'x'.repeat(200_000)]] }))
  await limit(1)
  for (let stored = 0; stored < 5; stored += 1) expect((await publish()).accepted).toBe(true)
  expect((await publish()).message).toMatch(/^rate-limited: .*address/)
  await limit(2)
  expect((await publish()).accepted).toBe(true)
  await limit(daily.eventsPerAddress)
})

it('refuses uploads above the saved size', async () => {
  const limit = (maxfilesize: number, maxfilesizeunit: string) =>
    relay.call('/api/relay-settings', { token, body: { relay_settings: { maxfilesize, maxfilesizeunit } } })
  const upload = async (size: number) => {
    const bytes = png(size)
    const headers = { authorization: person().header('upload', [sha256(bytes)]), 'content-type': 'image/png' }
    const url = `${relay.publicUrl.replace('ws', 'http')}/upload`
    return (await fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers })).status
  }
  await limit(2, 'KB')
  expect([await upload(2048), await upload(2049)]).toEqual([201, 413])
  await limit(3, 'KB')
  expect([await upload(2049), await upload(3073)]).toEqual([201, 413])
  await limit(3, 'MB')
  expect(await upload(3073)).toBe(201)
  await limit(100, 'MB')
})
