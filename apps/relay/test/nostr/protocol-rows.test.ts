import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NostrEvent } from '@hornets/contract'
import { getPow } from 'nostr-tools/nip13'
import { finalizeEvent, getEventHash, getPublicKey } from 'nostr-tools/pure'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Engine, openEngine } from '../support/engine.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

type Person = ReturnType<typeof signer>

const options = { verifierWorkers: 1, publicUrl: 'wss://relay.example' }
let engine: Engine
const clients: RawClient[] = []
const nowSeconds = () => Math.floor(Date.now() / 1000)
beforeAll(async () => {
  engine = await openEngine(options)
})
afterAll(async () => {
  for (const client of clients) client.close()
  await engine.close()
})

/** An engine whose clock can be put ahead; it ends with the test. */
async function openClock() {
  const clock = { aheadMillis: 0 }
  const { url, close } = await openEngine({ ...options, now: () => Date.now() + clock.aheadMillis })
  onTestFinished(async () => {
    for (const client of clients.splice(0)) client.close()
    await close()
  })
  return Object.assign(clock, { url })
}

async function connect(by?: Person, { url } = engine as { readonly url: string }): Promise<RawClient> {
  const client = await RawClient.connect(url)
  clients.push(client)
  if (!by) return client
  const tags = [
    ['relay', url],
    ['challenge', await client.challenge()],
  ]
  const event = by.sign({ kind: 22_242, tags })
  client.say('AUTH', event)
  expect((await client.hear('OK', event.id))[2]).toBe(true)
  return client
}

async function publish(client: RawClient, ...events: readonly NostrEvent[]): Promise<void> {
  for (const event of events) expect(await client.publish(event)).toMatchObject({ accepted: true })
}

const received = (client: RawClient, name: string) =>
  client.heard
    .filter(([type, id]) => ['EVENT', 'EOSE'].includes(String(type)) && id === name)
    .map(([type, , event]) => (type === 'EOSE' ? 'EOSE' : (event as NostrEvent).content))

describe('the protocol', () => {
  test('gives stored events newest first, EOSE, then new ones until CLOSE (PROTO-07)', async () => {
    const [alice, client] = [signer(), await connect()]
    const at = nowSeconds()
    const notes = [2, 3, 1].map(age => alice.sign({ content: `${age} old`, created_at: at - age }))
    await publish(client, ...notes)
    const reader = await connect()
    reader.say('REQ', 'all', { authors: [alice.pubkey], kinds: [9999] }, { authors: [alice.pubkey], kinds: [1] })
    await reader.hear('EOSE', 'all')
    const others = [signer().sign({ content: 'of another' }), alice.sign({ kind: 7 })]
    await publish(client, ...others, alice.sign({ content: 'new' }))
    await expect.poll(() => received(reader, 'all')).toEqual(['1 old', '2 old', '3 old', 'EOSE', 'new'])
    reader.say('CLOSE', 'all')
    await reader.stored({ authors: [alice.pubkey], limit: 1 })
    await publish(client, alice.sign({ content: 'after' }))
    await reader.stored({ authors: [alice.pubkey], limit: 1 })
    expect(received(reader, 'all')).toHaveLength(5)
    const newest = [notes[2]?.id, notes[0]?.id]
    expect(await reader.stored({ authors: [alice.pubkey], until: at - 1, limit: 2 })).toEqual(newest)
    expect(await reader.stored(...notes.map(({ id }) => ({ ids: [id] })))).toEqual([...newest, notes[1]?.id])
  })

  test('keeps only the newest of replaceable kinds, by author and identifier (PROTO-08, PROTO-09)', async () => {
    const client = await connect()
    const [alice, bob] = [signer(), signer()]
    const at = nowSeconds() - 100
    for (const kind of [0, 3, 10_000, 10_002, 19_999]) {
      const versions = [1, 2].map(count => alice.sign({ kind, content: `${count}`, created_at: at + count }))
      const other = bob.sign({ kind, created_at: at })
      await publish(client, ...versions, other)
      const late = alice.sign({ kind, content: 'late', created_at: at })
      await client.publish(late)
      const authors = [alice.pubkey, bob.pubkey]
      expect(await client.stored({ kinds: [kind], authors })).toEqual([versions[1]?.id, other.id])
    }
    for (const kind of [30_000, 30_078, 39_999]) {
      const of = (name: string, content: string, created_at: number, ...before: string[][]) =>
        alice.sign({ kind, content, created_at, tags: [...before, ['d', name]] })
      const title = ['title', 'x']
      const [old, fresh, apart] = [
        of('a', 'old', at),
        of('a', 'fresh', at + 2, title),
        of('b', 'apart', at + 1, title, ['t', 'y']),
      ]
      const other = bob.sign({ kind, created_at: at, tags: [['d', 'a']] })
      // Without a `d` tag, it is the empty text.
      const [plain, named] = [alice.sign({ kind, created_at: at }), of('', 'named', at + 3)]
      await publish(client, old, apart, fresh, other, plain, named)
      await client.publish(of('a', 'late', at + 1))
      const authors = [alice.pubkey, bob.pubkey]
      expect(await client.stored({ kinds: [kind], authors })).toEqual([named.id, fresh.id, apart.id, other.id])
    }
    for (const kind of [1, 9_999, 40_000]) {
      const notes = [1, 2].map(count => alice.sign({ kind, content: `${count}`, created_at: at + count }))
      await publish(client, ...notes)
      expect([kind, await client.stored({ kinds: [kind], authors: [alice.pubkey] })]).toEqual([
        kind,
        notes.map(({ id }) => id).toReversed(),
      ])
    }
  })

  test('gives private messages to author and receivers only, once they have signed in (PROTO-10)', async () => {
    const [alice, bob, carol, dave] = [signer(), signer(), signer(), signer()]
    const [writer, stranger] = [await connect(), await connect()]
    const readers = await Promise.all([alice, bob, dave, carol].map(person => connect(person)))
    for (const kind of [4, 1059, 1060]) {
      const filter = { kinds: [kind], '#p': [bob.pubkey] }
      for (const [at, reader] of readers.entries()) reader.say('REQ', `live ${kind} ${at}`, filter)
      for (const [at, reader] of readers.entries()) await reader.hear('EOSE', `live ${kind} ${at}`)
      const tags = [bob, dave].map(({ pubkey }) => ['p', pubkey])
      const message = alice.sign({ kind, tags, content: `kind ${kind}` })
      await publish(writer, message)
      stranger.say('REQ', `private ${kind}`, filter)
      expect((await stranger.hear('CLOSED', `private ${kind}`))[2]).toMatch(/^auth-required:/)
      expect(await stranger.stored({ ids: [message.id] })).toEqual([])
      for (const asked of [{ ids: [message.id] }, filter])
        expect(await Promise.all(readers.map(reader => reader.stored(asked)))).toEqual([
          ...Array(3).fill([message.id]),
          [],
        ])
      await expect
        .poll(() => readers.map((reader, at) => received(reader, `live ${kind} ${at}`)))
        .toEqual([...Array(3).fill(['EOSE', message.content]), ['EOSE']])
    }
  })

  test('deletes the events that their author names by e or a, and no others (PROTO-11)', async () => {
    const client = await connect()
    const [alice, bob] = [signer(), signer()]
    const created_at = nowSeconds() - 100
    const [note, kept] = [alice.sign({ content: 'note', created_at }), alice.sign({ content: 'kept', created_at })]
    const article = alice.sign({ kind: 30_023, tags: [['d', 'x:y']], created_at })
    const theirs = bob.sign({ content: 'theirs', created_at })
    const theirArticle = bob.sign({ kind: 30_023, tags: [['d', 'x:y']], created_at })
    const ids = [note, kept, article, theirs, theirArticle].map(({ id }) => id)
    await publish(client, note, kept, article, theirs, theirArticle)
    const address = ({ pubkey }: Person) => ['a', `30023:${pubkey}:x:y`]
    await client.publish(bob.sign({ kind: 5, tags: [['e', note.id], address(alice)] }))
    expect((await client.stored({ ids })).toSorted()).toEqual(ids.toSorted())
    const named = [...[theirs, note].map(({ id }) => ['e', id]), ...[bob, alice].map(address)]
    await publish(client, alice.sign({ kind: 5, tags: named }))
    expect((await client.stored({ ids })).toSorted()).toEqual([kept.id, theirs.id, theirArticle.id].toSorted())
  })

  test('enforces every figure of limitation in its NIP-11 document at the figure, no sooner (PROTO-04)', async () => {
    const limits = { messageBytesMax: 3000, subscriptionsMax: 2, subscriptionIdMax: 5, limitMax: 3, limitDefault: 2 }
    const own = await openEngine({
      verifierWorkers: 1,
      limits: { ...limits, eventTagsMax: 4, contentLengthMax: 50 },
      minimumDifficulty: 4,
    })
    const headers = { accept: 'application/nostr+json' }
    const document = await (await fetch(own.url.replace('ws', 'http'), { headers })).json()
    const { limitation } = document as { limitation: Record<string, number> }
    const figure = (name: string) => limitation[name] ?? Number.NaN
    const client = await RawClient.connect(own.url)
    const author = signer()
    /** Four bits of work: the first digit of the id is 0. */
    const signed = ({ tags = [], ...draft }: Partial<NostrEvent>, hasWork = true) => {
      for (let nonce = 0; ; nonce++) {
        const event = author.sign({ ...draft, tags: [...tags, ['nonce', String(nonce), '4']] })
        if (event.id.startsWith('0') === hasWork) return event
      }
    }
    const send = async (draft: Partial<NostrEvent>, hasWork = true) =>
      (await client.publish(signed(draft, hasWork))).message
    const answerTo = async (name: string, filter: object) => {
      const before = client.heard.length
      client.say('REQ', name, filter)
      const answer = () =>
        client.heard.slice(before).find(([type, id]) => type === 'NOTICE' || (type !== 'EVENT' && id === name))
      await expect.poll(answer).toBeDefined()
      return answer()?.[0]
    }
    const content = (length: number) => ({ content: 'ü'.repeat(length) })
    // The nonce is a tag as well.
    const tagged = (count: number) => ({ tags: Array.from({ length: count - 1 }, () => ['t', 'x']) })
    const ahead = (seconds: number) => ({ created_at: nowSeconds() + seconds })
    const checks: Record<string, (figure: number) => Promise<unknown>> = {
      max_content_length: async max => [await send(content(max)), await send(content(max + 1))],
      max_event_tags: async max => [await send(tagged(max)), await send(tagged(max + 1))],
      created_at_upper_limit: async max => [await send(ahead(max - 5)), await send(ahead(max + 5))],
      min_pow_difficulty: async bits => {
        expect(bits).toBe(4)
        return [await send({}), await send({}, false)]
      },
      max_limit: async max => [
        (await client.stored({ limit: max })).length - max,
        (await client.stored({ limit: max + 1 })).length - max,
      ],
      default_limit: async given => [(await client.stored({})).length - given],
      max_subid_length: async max => [
        await answerTo('i'.repeat(max), { limit: 1 }),
        await answerTo('i'.repeat(max + 1), { limit: 1 }),
      ],
      max_subscriptions: async max => {
        client.say('CLOSE', 'i'.repeat(figure('max_subid_length')))
        for (let at = 1; at < max; at++) await answerTo(`s${at}`, {})
        return [await answerTo('last', {}), await answerTo('over', {})]
      },
      max_message_length: async max => {
        const closed = once(client.socket, 'close')
        client.socket.send(JSON.stringify(['CLOSE', 'last']).padEnd(max))
        expect(await answerTo('fits', {})).toBe('EOSE')
        client.socket.send(JSON.stringify(['CLOSE', 'last']).padEnd(max + 1))
        return [(await closed)[0]]
      },
    }
    const figures = Object.keys(limitation).filter(key => typeof limitation[key] === 'number')
    expect(Object.keys(checks).toSorted()).toEqual(figures.toSorted())
    const results: Record<string, unknown> = {}
    for (const [key, check] of Object.entries(checks)) results[key] = await check(figure(key))
    expect(results).toEqual({
      max_content_length: ['', expect.stringMatching(/^invalid: .*50/)],
      max_event_tags: ['', expect.stringMatching(/^invalid: .*4/)],
      created_at_upper_limit: ['', expect.stringMatching(/^invalid: created_at/)],
      min_pow_difficulty: ['', expect.stringMatching(/^pow: /)],
      max_limit: [0, 0],
      default_limit: [0],
      max_subid_length: ['EOSE', 'NOTICE'],
      max_subscriptions: ['EOSE', 'CLOSED'],
      max_message_length: [1009],
    })
    await own.close()
  })

  test('asks for proof of work where the operator wants some (PROTO-12)', async () => {
    const strict = await openEngine({ verifierWorkers: 1, minimumDifficulty: 8 })
    const client = await RawClient.connect(strict.url)
    const secret = new Uint8Array(32).fill(7)
    const draft = { kind: 1, content: 'PoW', tags: [], created_at: nowSeconds(), pubkey: getPublicKey(secret) }
    const plain = finalizeEvent({ ...draft, content: 'no work' }, secret)
    const refused = await client.publish(JSON.parse(JSON.stringify(plain)))
    expect(refused).toMatchObject({ accepted: false, message: expect.stringMatching(/^pow:/) })
    const ofWork = (bits: number): NostrEvent => {
      for (let nonce = 0; ; nonce++) {
        const mined = { ...draft, tags: [['nonce', String(nonce), '8']] }
        if (getPow(getEventHash(mined)) === bits) return JSON.parse(JSON.stringify(finalizeEvent(mined, secret)))
      }
    }
    expect(await client.publish(ofWork(7))).toMatchObject({ accepted: false, message: expect.stringMatching(/^pow:/) })
    await publish(client, ofWork(8))
    client.close()
    await strict.close()
  })

  test('keeps public chat channels, found by their e tag (PROTO-15)', async () => {
    const client = await connect()
    const alice = signer()
    const channel = alice.sign({ kind: 40, content: '{"name":"channel"}' })
    const tags = [['e', channel.id, 'wss://relay.example', 'root']]
    const others = [41, 42, 43, 44].flatMap(kind =>
      [1, 2].map(at => alice.sign({ kind, tags, content: `${kind} ${at}` })),
    )
    await publish(client, channel, ...others)
    expect(await client.stored({ kinds: [40], authors: [alice.pubkey] })).toEqual([channel.id])
    const found = await client.stored({ kinds: [41, 42, 43, 44], '#e': [channel.id] })
    expect(found.toSorted()).toEqual(others.map(({ id }) => id).toSorted())
  })

  test('returns no event after its expiration (PROTO-16)', async () => {
    const clock = await openClock()
    const client = await connect(undefined, clock)
    const alice = signer()
    const soon = alice.sign({ tags: [['expiration', String(nowSeconds() + 600)]] })
    await publish(client, soon)
    clock.aheadMillis = 590_000
    expect(await client.stored({ ids: [soon.id] })).toEqual([soon.id])
    clock.aheadMillis = 601_000
    expect(await client.stored({ ids: [soon.id] })).toEqual([])
  })

  test('counts what a REQ without limit would give (PROTO-18)', async () => {
    const clock = await openClock()
    const client = await connect(undefined, clock)
    const alice = signer()
    const at = nowSeconds()
    const notes = Array.from({ length: 8 }, (_, count) =>
      alice.sign({ content: `${count}`, tags: [['t', `${count % 2}`]], created_at: at - count * 3600 }),
    )
    await publish(client, ...notes, alice.sign({ kind: 7 }))
    const some = [{ '#t': ['1'] }, { kinds: [1], since: at - 21_600, until: at - 3600 }, { ids: [notes[3]?.id] }]
    for (const [index, filter] of some.entries()) client.say('COUNT', `some ${index}`, filter)
    for (const [index, count] of [4, 6, 1].entries()) {
      expect([index, (await client.hear('COUNT', `some ${index}`))[2]]).toMatchObject([index, { count }])
      expect(await client.stored(some[index] ?? {})).toHaveLength(count)
    }
    client.say('COUNT', 'n', { authors: [alice.pubkey], kinds: [1], limit: 5 })
    expect((await client.hear('COUNT', 'n'))[2]).toMatchObject({ count: 8 })
    expect(await client.stored({ authors: [alice.pubkey], kinds: [1] })).toHaveLength(8)
    client.say('COUNT', 'two', { authors: [alice.pubkey], kinds: [1] }, { authors: [alice.pubkey], limit: 1 })
    expect((await client.hear('COUNT', 'two'))[2]).toMatchObject({ count: 9 })
    const bob = signer()
    await publish(client, alice.sign({ kind: 4, tags: [['p', bob.pubkey]] }))
    await publish(client, alice.sign({ tags: [['expiration', String(nowSeconds() + 600)]] }))
    const [receiver, other] = [await connect(bob, clock), await connect(signer(), clock)]
    const everything = { authors: [alice.pubkey] }
    clock.aheadMillis = 601_000
    for (const [reader, count] of [
      [client, 9],
      [other, 9],
      [receiver, 10],
    ] as const) {
      reader.say('COUNT', 'all', everything)
      expect((await reader.hear('COUNT', 'all'))[2]).toMatchObject({ count })
      expect(await reader.stored(everything)).toHaveLength(count)
    }
  })

  test('finds notes by their words (PROTO-19)', async () => {
    const client = await connect()
    const [found, green, pear] = ['The Zwetschge ripens', 'The Zwetschge is green', 'A pear ripens'].map(content =>
      signer().sign({ content }),
    ) as [NostrEvent, NostrEvent, NostrEvent]
    await publish(client, found, green, pear)
    await expect
      .poll(async () => (await client.stored({ search: 'zwetschge' })).toSorted())
      .toEqual([found.id, green.id].toSorted())
    for (const search of ['zwetschge ripens', 'Ripens the ZWETSCHGE'])
      expect(await client.stored({ search })).toEqual([found.id])
    expect(await client.stored({ search: 'zwetschge', authors: [green.pubkey] })).toEqual([green.id])
    const ripe = signer().sign({ content: 'Die süße Слива' })
    await publish(client, ripe)
    await expect.poll(() => client.stored({ search: 'слива' })).toEqual([ripe.id])
    expect(await client.stored({ search: 'Süße слива' })).toEqual([ripe.id])
  })

  test('deletes what a key wrote when it asks to vanish, and takes nothing of it again (PROTO-20)', async () => {
    const client = await connect()
    const [alice, bob] = [signer(), signer()]
    const created_at = nowSeconds() - 100
    const notes = [1, 5, 7, 30_023].map(kind => alice.sign({ kind, tags: [['d', '']], created_at }))
    const theirs = bob.sign({ created_at })
    await publish(client, ...notes, theirs)
    const elsewhere = alice.sign({ kind: 62, tags: [['relay', 'wss://elsewhere.example']] })
    expect(await client.publish(elsewhere)).toMatchObject({ accepted: false })
    expect(await client.stored({ authors: [alice.pubkey] })).toHaveLength(notes.length)
    const carol = signer()
    const other = carol.sign({ created_at })
    await publish(client, other, alice.sign({ kind: 62, tags: [['relay', 'ALL_RELAYS']] }))
    await publish(client, carol.sign({ kind: 62, tags: [['relay', 'wss://relay.example']] }))
    const ids = [...notes, other, theirs].map(({ id }) => id)
    await expect.poll(() => client.stored({ ids })).toEqual([theirs.id])
    const again = await connect()
    for (const note of [...notes, other]) expect(await again.publish(note)).toMatchObject({ accepted: false })
    expect(await client.stored({ ids })).toEqual([theirs.id])
  })

  test('a key that asked to vanish brings nothing back after a restart (PROTO-20)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vanished-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const [alice, bob] = [signer(), signer()]
    const created_at = nowSeconds() - 100
    const [note, theirs] = [alice.sign({ created_at }), bob.sign({ created_at })]
    for (const accepted of [true, false]) {
      const { url, close } = await openEngine({ ...options, folder })
      const client = await RawClient.connect(url)
      for (const event of [note, theirs, alice.sign({ kind: 62, tags: [['relay', 'ALL_RELAYS']] })])
        expect([event.kind, await client.publish(event)]).toMatchObject([
          event.kind,
          { accepted: event !== note || accepted },
        ])
      await expect.poll(() => client.stored({ ids: [note.id, theirs.id] })).toEqual([theirs.id])
      client.close()
      await close()
    }
  })

  test('takes protected events from their signed-in author only (PROTO-21)', async () => {
    const [alice, bob] = [signer(), signer()]
    const others = [await connect(), await connect(bob)]
    const own = await connect(alice)
    for (const tags of [[['-']], [['t', 'nostr'], ['p', bob.pubkey], ['-']]]) {
      const event = alice.sign({ tags, content: 'protected' })
      for (const client of others) expect((await client.publish(event)).accepted).toBe(false)
      await publish(own, event)
    }
  })
})
