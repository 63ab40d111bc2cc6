import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Engine, openEngine } from '../support/engine.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openEngine({ verifierWorkers: 1, limits: { requestsBurst: 10_000 } })
})
afterAll(() => engine.close())

async function expectWell(): Promise<void> {
  const client = await RawClient.connect(engine.url)
  const note = signer().sign()
  expect(await client.publish(note)).toMatchObject({ accepted: true })
  expect(await client.stored({ ids: [note.id] })).toEqual([note.id])
  client.close()
}

describe('an event in other words than its canonical ones', () => {
  const exponent = (json: string) => json.replace('"kind":30000', '"kind":3e4')
  const letter = (json: string) => json.replace('"content":"A', '"content":"\\u0041')
  const doubled = (json: string) => json.replace('{', '{"content":"not signed","seen_on":"elsewhere",')
  const spaced = (json: string) => json.replaceAll('","', '" ,\n\t"')
  const reversed = (json: string) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json)).reverse()))
  const all = (json: string) =>
    [reversed, doubled, spaced, letter, exponent].reduce((text, change) => change(text), json)

  it.each(Object.entries({ exponent, letter, doubled, spaced, reversed, all }))(
    'is stored and sent live in these, byte for byte: %s',
    async (_name, reword) => {
      const [writer, live] = [await RawClient.connect(engine.url), await RawClient.connect(engine.url)]
      const { id, pubkey, created_at, kind, tags, content, sig } = signer().sign({ kind: 30_000, content: 'A "note"' })
      const canonical = JSON.stringify({ id, pubkey, created_at, kind, tags, content, sig })
      const texts: string[] = []
      live.socket.on('message', data => texts.push(String(data)))
      live.say('REQ', 'live', { authors: [pubkey] })
      await live.hear('EOSE', 'live')
      writer.socket.send(`["EVENT",${reword(canonical)}]`)
      expect((await writer.hear('OK', id))[2]).toBe(true)
      expect(await engine.events.find(id)).toBe(canonical)
      await live.hear('EVENT', 'live')
      expect(texts).toContain(`["EVENT","live",${canonical}]`)
      writer.close()
      live.close()
    },
  )
})

describe('hostile input', () => {
  it.each([
    ['broken JSON', '["EVENT",{'],
    ['nothing', ''],
    ['a number', '7'],
    ['an unknown word', '["HELLO"]'],
    ['nesting 200,000 deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['a filter nested deep', `["REQ","s",{"#e":${'['.repeat(50_000)}${']'.repeat(50_000)}}]`],
    ['10,000 filters', `["REQ","s"${',{}'.repeat(10_000)}]`],
    ['an event of wrong types', '["EVENT",{"id":1,"tags":"x"}]'],
    ['a prototype', '["REQ","s",{"__proto__":{"limit":1}}]'],
    ['lone surrogates', '["REQ","\\ud800",{"#t":["\\udfff"],"search":"\\ud800"}]'],
    ['a NUL', '["REQ","\\u0000",{"#t":["\\u0000"],"search":"a\\u0000b"}]'],
  ])('%s is answered, not suffered', async (_name, text) => {
    const client = await RawClient.connect(engine.url)
    await client.challenge()
    client.socket.send(text)
    await expect.poll(() => client.heard.length).toBeGreaterThan(1)
    expect(['NOTICE', 'CLOSED', 'EOSE', 'OK']).toContain(client.heard[1]?.[0])
    client.close()
    await expectWell()
  })

  it('closes on binary messages, bad UTF-8 and messages over the limit, with the code that says why', async () => {
    const [binary, utf8, huge] = [
      await RawClient.connect(engine.url),
      await RawClient.connect(engine.url),
      await RawClient.connect(engine.url),
    ]
    binary.socket.send(Buffer.from('["REQ","s",{}]'), { binary: true })
    utf8.socket.send(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { binary: false })
    huge.socket.send('x'.repeat(512 * 1024 + 1))
    expect((await binary.closed).code).toBe(1003)
    expect((await utf8.closed).code).toBe(1007)
    expect((await huge.closed).code).toBe(1009)
    await expectWell()
  })

  it('accepts a message in 512 frames, and 300 pings and pongs, and closes on more', async () => {
    const [parts, pings, pongs] = [
      await RawClient.connect(engine.url),
      await RawClient.connect(engine.url),
      await RawClient.connect(engine.url),
    ]
    const inParts = (count: number) => {
      const text = '["REQ","parts",{"limit":1}]'
      parts.socket.send(text.slice(0, 1), { fin: false })
      for (let at = 2; at < count; at++) parts.socket.send('', { fin: false })
      parts.socket.send(text.slice(1), { fin: true })
    }
    // Empty frames do not count towards a message's bytes.
    inParts(512)
    await parts.hear('EOSE', 'parts')
    inParts(514)
    expect((await parts.closed).code).toBe(1008)
    for (const { socket, send } of [
      { socket: pings, send: () => pings.socket.ping() },
      { socket: pongs, send: () => pongs.socket.pong() },
    ]) {
      for (let at = 0; at < 300; at += 20) {
        for (let more = 0; more < 20; more++) send()
        socket.say('REQ', `s${at}`, { limit: 1 })
        await socket.hear('EOSE', `s${at}`)
        socket.say('CLOSE', `s${at}`)
      }
      send()
      expect((await socket.closed).code).toBe(1006)
    }
    await expectWell()
  })

  it('survives sockets that break off or never were websockets', async () => {
    for (const bytes of [
      'GET / HTTP/1.1\r\n',
      '\x16\x03\x01\x02\x00',
      'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    ]) {
      const socket = connect(engine.port, '127.0.0.1')
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(bytes)
      await new Promise(resolve => setTimeout(resolve, 20))
      socket.destroy()
    }
    const client = await RawClient.connect(engine.url)
    client.say('REQ', 's', {})
    client.socket.terminate()
    const lost = new WebSocket(`${engine.url}/elsewhere`)
    await expect(once(lost, 'open')).rejects.toThrow(/404/)
    await expectWell()
  })

  it('responds to every message of any JSON with a protocol message', async () => {
    const client = await RawClient.connect(engine.url)
    const word = fc.constantFrom('EVENT', 'REQ', 'COUNT', 'CLOSE', 'AUTH', 'OK')
    const filter = fc.dictionary(fc.constantFrom('ids', 'kinds', '#e', 'since', 'limit', 'search'), fc.jsonValue())
    const texts = fc.sample(
      fc
        .tuple(word, fc.oneof(fc.string(), fc.jsonValue()), fc.oneof(filter, fc.jsonValue()))
        .map(parts => JSON.stringify(parts)),
      { numRuns: 400, seed: 3 },
    )
    for (const text of texts) client.socket.send(text)
    const last = signer().sign()
    expect(await client.publish(last)).toMatchObject({ accepted: true })
    const words = new Set(['AUTH', 'NOTICE', 'CLOSED', 'EOSE', 'EVENT', 'OK', 'COUNT'])
    expect(client.heard.filter(([type]) => !words.has(String(type)))).toEqual([])
    expect(client.heard.length).toBeGreaterThan(200)
    client.close()
    await expectWell()
  })
})

describe('limits', () => {
  it('enforces the rates of events and requests before it checks signatures, and names them (POLICY-02)', async () => {
    const own = await openEngine({
      verifierWorkers: 1,
      limits: { eventsPerSecond: 0.001, eventsBurst: 1, requestsPerSecond: 0.001, requestsBurst: 2 },
    })
    const client = await RawClient.connect(own.url)
    expect(await client.publish(signer().sign())).toMatchObject({ accepted: true })
    expect((await client.publish(signer().sign())).message).toMatch(/^rate-limited: /)
    const forged = { ...signer().sign(), sig: '0'.repeat(128) }
    expect((await client.publish(forged)).message).toMatch(/^rate-limited: /)
    for (const id of ['a', 'b', 'c']) client.say('REQ', id, {})
    expect((await client.hear('CLOSED', 'c'))[2]).toMatch(/^rate-limited: /)
    client.say('COUNT', 'd', {})
    expect((await client.hear('CLOSED', 'd'))[2]).toMatch(/^rate-limited: /)
    client.say('garbage')
    expect((await client.hear('NOTICE'))[1]).toMatch(/^rate-limited: /)
    client.close()
    await own.close()
  })

  it('reads one client no faster than the pace of bytes, so that the others are not kept waiting', async () => {
    const own = await openEngine({ verifierWorkers: 1, limits: { bytesPerSecond: 100_000, bytesBurst: 200_000 } })
    const flood = await RawClient.connect(own.url)
    const started = performance.now()
    for (let message = 0; message < 3; message++) flood.socket.send('x'.repeat(200_000))
    const other = await RawClient.connect(own.url)
    expect(await other.publish(signer().sign())).toMatchObject({ accepted: true })
    const notices = () => flood.heard.filter(([type]) => type === 'NOTICE').length
    // The flood was sent before and is still being processed.
    expect(notices()).toBeLessThan(3)
    await expect.poll(notices).toBe(3)
    expect(performance.now() - started).toBeGreaterThan(950)
    flood.close()
    other.close()
    await own.close()
  })

  it('stops reading from a client that sends wrong signatures, and serves others', async () => {
    const own = await openEngine({ verifierWorkers: 1, limits: { forgedPerSecond: 0.001, forgedBurst: 2 } })
    const [forger, honest] = [await RawClient.connect(own.url), await RawClient.connect(own.url)]
    const wrong = () => ({ ...signer().sign(), sig: signer().sign().sig })
    for (let count = 0; count < 2; count++) expect(await forger.publish(wrong())).toMatchObject({ accepted: false })
    expect(await forger.publish(signer().sign())).toMatchObject({ accepted: true })
    expect(await forger.publish(wrong())).toMatchObject({ accepted: false })
    forger.say('REQ', 'not read', { limit: 1 })
    for (let count = 0; count < 20; count++)
      expect(await honest.publish(signer().sign())).toMatchObject({ accepted: true })
    expect(forger.heard.filter(([, id]) => id === 'not read')).toEqual([])
    forger.close()
    honest.close()
    await own.close()
  })

  it("limits one client's concurrent counts", async () => {
    const own = await openEngine({ verifierWorkers: 1, limits: { countsMax: 4 } })
    const client = await RawClient.connect(own.url)
    // Many questions in few bytes: all five arrive before the first is answered.
    const authors = Array.from({ length: 50 }, (_, at) => at.toString(16).padStart(64, '0'))
    const kinds = Array.from({ length: 1000 }, (_, at) => at)
    for (let count = 0; count < 5; count++) client.say('COUNT', `c${count}`, { authors, kinds })
    expect((await client.hear('CLOSED'))[2]).toBe('rate-limited: at most 4 concurrent counts')
    for (let count = 0; count < 4; count++) await client.hear('COUNT', `c${count}`)
    client.say('COUNT', 'again', {})
    await client.hear('COUNT', 'again')
    client.close()
    await own.close()
  })

  it('limits subscriptions, and replaces one with a repeated id', async () => {
    const own = await openEngine({ verifierWorkers: 1, limits: { subscriptionsMax: 2 } })
    const client = await RawClient.connect(own.url)
    client.say('REQ', 'a', { kinds: [1] })
    client.say('REQ', 'b', { kinds: [1] })
    client.say('REQ', 'a', { kinds: [7] })
    client.say('REQ', 'c', {})
    expect((await client.hear('CLOSED', 'c'))[2]).toMatch(/^restricted: 2 subscriptions/)
    await client.hear('EOSE', 'a')
    await client.hear('EOSE', 'b')
    const note = signer().sign()
    await client.publish(note)
    await client.hear('EVENT', 'b')
    expect(client.heard.some(([type, id]) => type === 'EVENT' && id === 'a')).toBe(false)
    client.say('CLOSE', 'b')
    client.say('REQ', 'c', {})
    await client.hear('EOSE', 'c')
    client.close()
    await own.close()
  })

  it('bounds what one client subscribes to in all', async () => {
    const own = await openEngine({ verifierWorkers: 1, limits: { subscribedFiltersMax: 3, subscribedValuesMax: 10 } })
    const client = await RawClient.connect(own.url)
    client.say('REQ', 'a', {}, {})
    client.say('REQ', 'b', {}, {})
    expect((await client.hear('CLOSED', 'b'))[2]).toMatch(/^restricted: 3 filters/)
    client.say('REQ', 'a', { kinds: Array.from({ length: 11 }, (_, at) => at) })
    expect((await client.hear('CLOSED', 'a'))[2]).toMatch(/^restricted: 10 values/)
    client.close()
    await own.close()
  })

  it('caps what one filter gives, and stops reading from a client with too many events in flight', async () => {
    const own = await openEngine({ verifierWorkers: 1, limits: { limitMax: 3, limitDefault: 2, eventsInFlightMax: 4 } })
    const client = await RawClient.connect(own.url)
    const alice = signer()
    const notes = Array.from({ length: 40 }, (_, at) => alice.sign({ content: `${at}` }))
    for (const note of notes) client.say('EVENT', note)
    for (const note of notes) expect((await client.hear('OK', note.id))[2]).toBe(true)
    expect(await client.stored({ kinds: [1] })).toHaveLength(2)
    expect(await client.stored({ kinds: [1], limit: 100 })).toHaveLength(3)
    expect(await client.stored({ kinds: [1], limit: 0 })).toHaveLength(0)
    client.close()
    await own.close()
  })

  it('turns connections away once it is full', async () => {
    const own = await openEngine({ verifierWorkers: 1, limits: { connectionsMax: 1 } })
    const first = await RawClient.connect(own.url)
    await expect(RawClient.connect(own.url)).rejects.toThrow(/503/)
    first.close()
    await own.close()
  })

  it('disconnects a client that answers no ping', async () => {
    const own = await openEngine({ verifierWorkers: 1, limits: { pingSeconds: 0.5 } })
    const gone = once(new WebSocket(own.url, { autoPong: false }), 'close')
    const alive = await RawClient.connect(own.url)
    const [code] = await gone
    expect(code).toBe(1006)
    expect(alive.socket.readyState).toBe(alive.socket.OPEN)
    alive.close()
    await own.close()
  })
})
