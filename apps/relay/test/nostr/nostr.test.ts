import { type Event, type Filter, finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { minePow } from 'nostr-tools/nip13'
import { SimplePool } from 'nostr-tools/pool'
import { Relay } from 'nostr-tools/relay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, openEngine } from '../support/engine.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

let engine: Engine
let relay: Relay
beforeAll(async () => {
  engine = await openEngine({ verifierWorkers: 1 })
  relay = await Relay.connect(engine.url)
})
afterAll(async () => {
  relay.close()
  await engine.close()
})

function fetchAll(...filters: Filter[]): Promise<Event[]> {
  const events: Event[] = []
  return new Promise((resolve, reject) => {
    const subscription = relay.subscribe(filters, {
      onevent: event => events.push(event),
      oneose: () => {
        resolve(events)
        subscription.close()
      },
      onclose: reason => reject(new Error(reason)),
    })
  })
}
const idsOf = (events: Event[]) => events.map(({ id }) => id)

describe('a client library (NIP-01)', () => {
  it('publishes and gets back by every field of a filter', async () => {
    const alice = signer()
    const note = alice.sign({ content: 'hello', tags: [['t', 'alpha']], created_at: 1_700_000_100 })
    const older = alice.sign({ content: 'older', tags: [['e', note.id]], created_at: 1_700_000_000 })
    await relay.publish(note)
    await relay.publish(older)
    const authors = [alice.pubkey]
    expect(idsOf(await fetchAll({ ids: [note.id] }))).toEqual([note.id])
    expect(idsOf(await fetchAll({ authors }))).toEqual([note.id, older.id])
    expect(idsOf(await fetchAll({ authors, limit: 1 }))).toEqual([note.id])
    expect(idsOf(await fetchAll({ authors, kinds: [1], until: 1_700_000_050 }))).toEqual([older.id])
    expect(idsOf(await fetchAll({ authors, since: 1_700_000_050 }))).toEqual([note.id])
    expect(idsOf(await fetchAll({ '#e': [note.id] }))).toEqual([older.id])
    expect(idsOf(await fetchAll({ '#t': ['alpha'], authors }, { ids: [older.id] }))).toEqual([note.id, older.id])
    expect(await fetchAll({ authors, kinds: [7] })).toEqual([])
  })

  it('hears through a pool what others publish, once, and only what it asked for', async () => {
    const alice = signer()
    const pool = new SimplePool()
    const heard: string[] = []
    await new Promise<void>(resolve => {
      pool.subscribeMany(
        [engine.url],
        { authors: [alice.pubkey], kinds: [1, 20_001] },
        { onevent: event => heard.push(event.id), oneose: resolve },
      )
    })
    const note = alice.sign()
    const ephemeral = alice.sign({ kind: 20_001 })
    await relay.publish(alice.sign({ kind: 7 }))
    await relay.publish(signer().sign())
    await relay.publish(note)
    await relay.publish(ephemeral)
    await expect.poll(() => heard).toEqual([note.id, ephemeral.id])
    pool.close([engine.url])
  })

  it('keeps the newest version of replaceable and addressable events and never stores ephemeral ones', async () => {
    const alice = signer()
    const [old, recent] = [alice.sign({ kind: 0, created_at: 100 }), alice.sign({ kind: 0, created_at: 200 })]
    await relay.publish(recent)
    await expect(relay.publish(old)).rejects.toThrow(/duplicate: a newer version/)
    const article = (d: string, created_at: number) => alice.sign({ kind: 30_023, tags: [['d', d]], created_at })
    const [first, second, other] = [article('a', 100), article('a', 101), article('b', 100)]
    for (const event of [first, second, other, alice.sign({ kind: 20_000 })]) await relay.publish(event)
    const stored = await fetchAll({ authors: [alice.pubkey] })
    expect(new Set(idsOf(stored))).toEqual(new Set([recent.id, second.id, other.id]))
  })

  it('acknowledges a duplicate, and refuses a forged event', async () => {
    const note = signer().sign({ content: 'once' })
    expect(await relay.publish(note)).toBe('')
    expect(await relay.publish(note)).toMatch(/^duplicate: /)
    const forged = { ...signer().sign({ content: 'original' }), content: 'forged' }
    await expect(relay.publish(forged)).rejects.toThrow(/^invalid: id/)
    const borrowed = { ...signer().sign(), sig: note.sig }
    await expect(relay.publish(borrowed)).rejects.toThrow(/^invalid: the signature/)
  })

  it('loses nothing and gets nothing twice while events are stored between its REQ and EOSE', async () => {
    const alice = signer()
    const events = Array.from({ length: 120 }, (_, at) => alice.sign({ content: `${at}` }))
    const [reader, writer] = [await RawClient.connect(engine.url), await RawClient.connect(engine.url)]
    for (const [at, event] of events.entries()) {
      writer.say('EVENT', event)
      if (at % 10 === 5) reader.say('REQ', `s${at}`, { authors: [alice.pubkey] })
      if (at % 10 === 7) await new Promise(resolve => setImmediate(resolve))
    }
    await Promise.all(events.map(event => writer.hear('OK', event.id)))
    for (let at = 5; at < events.length; at += 10) {
      await reader.hear('EOSE', `s${at}`)
      const got = () => reader.heard.filter(([type, id]) => type === 'EVENT' && id === `s${at}`)
      await expect.poll(() => got().length).toBe(events.length)
      expect(new Set(got().map(([, , event]) => (event as Event).id)).size).toBe(events.length)
    }
    reader.close()
    writer.close()
  })
})

describe('deletion (NIP-09)', () => {
  it('takes the author’s own event away, keeps the request and does not let it come back', async () => {
    const alice = signer()
    const note = alice.sign({ content: 'regret' })
    await relay.publish(note)
    const request = alice.sign({ kind: 5, tags: [['e', note.id]] })
    await relay.publish(request)
    expect(idsOf(await fetchAll({ authors: [alice.pubkey] }))).toEqual([request.id])
    await expect(relay.publish(note)).rejects.toThrow(/^blocked: this event was deleted/)
  })
})

describe('the relay’s own document (NIP-11)', () => {
  const http = () => `http://127.0.0.1:${engine.port}/`

  it('is served to any origin, and follows the settings immediately', async () => {
    const ask = () => fetch(http(), { headers: { accept: 'application/nostr+json' } })
    const answer = await ask()
    expect(answer.headers.get('content-type')).toMatch(/^application\/nostr\+json/)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    engine.info.relayname = 'Another name'
    expect(await (await ask()).json()).toMatchObject({ name: 'Another name' })
  })

  it('is not forced on browsers; HEAD and OPTIONS answer, unknown paths are JSON errors', async () => {
    const page = await fetch(http())
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect((await fetch(http(), { method: 'HEAD' })).status).toBe(200)
    const options = await fetch(http(), { method: 'OPTIONS' })
    expect([options.status, options.headers.get('access-control-allow-headers')]).toEqual([204, 'Authorization, *'])
    const lost = await fetch(`${http()}nowhere/at/all`)
    expect([lost.status, await lost.json()]).toEqual([404, { error: 'Not found', code: 'not_found' }])
  })
})

describe('proof of work (NIP-13)', () => {
  it('is required where the operator enables it', async () => {
    const strict = await openEngine({ minimumDifficulty: 8, verifierWorkers: 1 })
    const client = await RawClient.connect(strict.url)
    const secret = generateSecretKey()
    const base = { kind: 1, content: 'mined', tags: [], created_at: Math.floor(Date.now() / 1000) }
    const mined = minePow({ ...base, tags: [], pubkey: getPublicKey(secret) }, 8)
    const { kind, content, tags, created_at } = mined
    expect((await client.publish(finalizeEvent(base, secret))).message).toMatch(/^pow: /)
    expect(await client.publish(finalizeEvent({ kind, content, tags, created_at }, secret))).toMatchObject({
      accepted: true,
    })
    expect(strict.nostr.limitation.min_pow_difficulty).toBe(8)
    client.close()
    await strict.close()
  })
})

describe('expiry (NIP-40)', () => {
  it('refuses what has expired and stops serving what expires (POLICY-05)', async () => {
    const clock = { now: Date.now() }
    const own = await openEngine({ now: () => clock.now, verifierWorkers: 1 })
    const client = await RawClient.connect(own.url)
    const alice = signer()
    const expiring = (seconds: number) =>
      alice.sign({ tags: [['expiration', String(Math.floor(clock.now / 1000) + seconds)]] })
    expect((await client.publish(expiring(-1))).message).toMatch(/^invalid: .*expired/)
    const brief = expiring(60)
    expect(await client.publish(brief)).toMatchObject({ accepted: true })
    expect(await client.stored({ authors: [alice.pubkey] })).toEqual([brief.id])
    clock.now += 61_000
    expect(await client.stored({ authors: [alice.pubkey] })).toEqual([])
    client.close()
    await own.close()
  })
})

describe('counting (NIP-45)', () => {
  it('counts the union of filters without their limits', async () => {
    const alice = signer()
    for (let at = 0; at < 5; at++) await relay.publish(alice.sign({ content: `${at}`, kind: at === 0 ? 7 : 1 }))
    const authors = [alice.pubkey]
    expect(await relay.count([{ authors, kinds: [1], limit: 1 }], {})).toBe(4)
    const client = await RawClient.connect(engine.url)
    client.say('COUNT', 'c', { authors }, { authors, kinds: [7] })
    expect(await client.hear('COUNT', 'c')).toEqual(['COUNT', 'c', { count: 5 }])
    client.say('COUNT', 'd', { ids: ['short'] })
    expect((await client.hear('CLOSED', 'd'))[2]).toMatch(/^invalid: /)
    client.close()
  })
})

describe('search (NIP-50)', () => {
  it('finds words, together with other fields', async () => {
    const alice = signer()
    const note = alice.sign({ content: 'an uncommon zephyr' })
    await relay.publish(note)
    await relay.publish(alice.sign({ kind: 1111, content: 'zephyr elsewhere' }))
    await engine.events.catchUp()
    expect(idsOf(await fetchAll({ search: 'Zephyr uncommon' }))).toEqual([note.id])
    expect(idsOf(await fetchAll({ search: 'zephyr', kinds: [1] }))).toEqual([note.id])
  })

  it('says that a count is approximate where a search may match more than it reads', async () => {
    await relay.publish(signer().sign({ content: 'a solitary quokka' }))
    await engine.events.catchUp()
    const client = await RawClient.connect(engine.url)
    client.say('COUNT', 'all', { search: 'quokka' })
    client.say('COUNT', 'notes', { search: 'quokka', kinds: [1] })
    expect(await client.hear('COUNT', 'all')).toEqual(['COUNT', 'all', { count: 1 }])
    expect(await client.hear('COUNT', 'notes')).toEqual(['COUNT', 'notes', { count: 1, approximate: true }])
    client.close()
  })
})

describe('the server', () => {
  it('tells open connections that it closes, and can be opened again on the same parts', async () => {
    const own = await openEngine({ verifierWorkers: 1 })
    const client = await RawClient.connect(own.url)
    await own.closeServer()
    expect((await client.closed).code).toBe(1001)
    await expect(fetch(own.url.replace('ws', 'http'))).rejects.toThrow()
    await own.reopenServer()
    const second = await RawClient.connect(own.url)
    expect(await second.publish(signer().sign())).toMatchObject({ accepted: true })
    second.close()
    await own.close()
  })
})
