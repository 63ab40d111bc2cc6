import type { NostrEvent } from '@hornets/contract'
import { nip77 } from 'nostr-tools'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Refused } from '../../src/refusals/refusal-log.ts'
import { type Engine, openEngine } from '../support/engine.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

let engine: Engine
const clients: RawClient[] = []
const refused: Refused[] = []
const limits = { comparedEventsMax: 120, comparisonsMax: 2 }
beforeAll(async () => {
  engine = await openEngine({ verifierWorkers: 1, limits, refusals: { note: one => refused.push(one) } })
})
afterAll(async () => {
  for (const client of clients) client.close()
  await engine.close()
})

async function connect(): Promise<RawClient> {
  const client = await RawClient.connect(engine.url)
  clients.push(client)
  return client
}

async function signIn(client: RawClient, who: ReturnType<typeof signer>): Promise<void> {
  const tags = [
    ['relay', engine.url],
    ['challenge', await client.challenge()],
  ]
  const event = who.sign({ kind: 22_242, tags })
  client.say('AUTH', event)
  expect((await client.hear('OK', event.id))[2]).toBe(true)
}

let asked = 0
/** Compares as a public client does (nostr-tools), without closing. */
async function compare(client: RawClient, filter: object, own: readonly NostrEvent[]) {
  const vector = new nip77.NegentropyStorageVector()
  for (const { created_at, id } of own) vector.insert(created_at, id)
  vector.seal()
  const negentropy = new nip77.Negentropy(vector)
  const found = { have: [] as string[], need: [] as string[], name: `compare ${++asked}` }
  client.say('NEG-OPEN', found.name, filter, negentropy.initiate())
  for (let count = 1; ; count += 1) {
    await expect.poll(() => answersTo(client, found.name).length).toBeGreaterThanOrEqual(count)
    const [type, , text] = answersTo(client, found.name)[count - 1] ?? []
    if (type === 'NEG-ERR') return { ...found, error: String(text) }
    const next = negentropy.reconcile(
      String(text),
      id => found.have.push(id),
      id => found.need.push(id),
    )
    if (next === null) return { ...found, error: undefined }
    client.say('NEG-MSG', found.name, next)
  }
}
const answersTo = (client: RawClient, name: string) =>
  client.heard.filter(([type, id]) => String(type).startsWith('NEG-') && id === name)

describe('negentropy (NIP-77)', () => {
  test('brings two stores level (PROTO-22)', async () => {
    const author = signer()
    const at = Math.floor(Date.now() / 1000)
    const notes = Array.from({ length: 100 }, (_, count) =>
      author.sign({ content: `note ${count}`, created_at: at - Math.floor(count / 3) }),
    )
    const client = await connect()
    // The relay lacks the first 5, the client the last 60: too many for one message to name.
    const stored = notes.slice(5)
    const ofAnother = signer().sign({ content: 'of another' })
    await Promise.all([...stored, ofAnother].map(event => engine.events.save({ event, json: JSON.stringify(event) })))
    const own = notes.slice(0, 40)
    const filter = { authors: [author.pubkey] }
    const { have, need, name } = await compare(client, filter, own)
    const idsOf = (events: readonly NostrEvent[]) => events.map(({ id }) => id).toSorted()
    expect(have.toSorted()).toEqual(idsOf(notes.slice(0, 5)))
    expect(need.toSorted()).toEqual(idsOf(notes.slice(40)))
    expect(answersTo(client, name).length).toBeGreaterThan(1)
    client.say('NEG-CLOSE', name)
    for (const note of notes) if (have.includes(note.id)) await client.publish(note)
    const level = await compare(client, filter, [...own, ...notes.slice(40)])
    expect([level.have, level.need, level.error]).toEqual([[], [], undefined])
    client.say('NEG-CLOSE', level.name)
    client.say('NEG-MSG', name, '61')
    expect((await client.hear('NEG-ERR', name))[2]).toMatch(/^closed: /)
  })

  test('names no private messages to others, and asks readers to sign in (PROTO-10)', async () => {
    const [alice, bob, carol] = [signer(), signer(), signer()]
    const message = alice.sign({ kind: 4, tags: [['p', bob.pubkey]], content: 'for Bob' })
    const note = alice.sign({ content: 'for all' })
    const stranger = await connect()
    for (const event of [message, note]) await stranger.publish(event)
    expect((await compare(stranger, { authors: [alice.pubkey] }, [])).need).toEqual([note.id])
    expect((await compare(stranger, { kinds: [4] }, [])).error).toMatch(/^auth-required:/)
    const [other, receiver] = [await connect(), await connect()]
    await signIn(other, carol)
    await signIn(receiver, bob)
    expect((await compare(other, { authors: [alice.pubkey] }, [])).need).toEqual([note.id])
    expect((await compare(receiver, { authors: [alice.pubkey] }, [])).need.toSorted()).toEqual(
      [note.id, message.id].toSorted(),
    )
  })

  test('names no event that waits for its judgement', async () => {
    const author = signer()
    const [held, shown] = [author.sign({ content: 'held' }), author.sign({ content: 'shown' })]
    await engine.events.save({ event: held, json: JSON.stringify(held), isHeld: true })
    await engine.events.save({ event: shown, json: JSON.stringify(shown) })
    const client = await connect()
    expect((await compare(client, { authors: [author.pubkey] }, [])).need).toEqual([shown.id])
  })

  test('refuses malformed messages, too many comparisons and too many events', async () => {
    const client = await connect()
    for (const [name, ...rest] of [
      ['no hex', {}, 'xyz'],
      ['half a byte', {}, '612'],
      ['no filter', null, '61'],
      ['no protocol', {}, '20'],
      ['cut off', {}, '6100'],
    ]) {
      client.say('NEG-OPEN', name, ...rest)
      expect((await client.hear('NEG-ERR', name))[2]).toMatch(/^invalid: /)
    }
    client.say('NEG-OPEN', 'search', { search: 'x' }, '61')
    expect((await client.hear('NEG-ERR', 'search'))[2]).toMatch(/^unsupported: /)
    client.say('NEG-OPEN', 'a', { limit: 1 }, '61')
    client.say('NEG-OPEN', 'b', { limit: 1 }, '61')
    client.say('NEG-OPEN', 'c', { limit: 1 }, '61')
    expect((await client.hear('NEG-ERR', 'c'))[2]).toMatch(/^blocked: too many comparisons/)
    client.say('NEG-CLOSE', 'a')
    client.say('NEG-OPEN', 'd', { limit: 1 }, '61')
    expect(await client.hear('NEG-MSG', 'd')).toEqual(['NEG-MSG', 'd', '61'])
    client.say('NEG-CLOSE', 'd')
    const author = signer()
    const notes = Array.from({ length: limits.comparedEventsMax + 1 }, (_, count) =>
      author.sign({ content: `${count}` }),
    )
    await Promise.all(notes.map(event => engine.events.save({ event, json: JSON.stringify(event) })))
    expect((await compare(client, { authors: [author.pubkey] }, [])).error).toMatch(/^blocked: .*too many events/)
    expect(refused.at(-1)).toMatchObject({
      what: 'read',
      cause: 'rate',
      text: expect.stringContaining('too many events'),
    })
    expect(
      (await compare(client, { authors: [author.pubkey], limit: limits.comparedEventsMax }, [])).need,
    ).toHaveLength(limits.comparedEventsMax)
  })

  test('is in the document of the relay (NIP-11)', async () => {
    const answer = await fetch(engine.url.replace('ws', 'http'), { headers: { accept: 'application/nostr+json' } })
    expect(await answer.json()).toMatchObject({ negentropy: 1, supported_nips: expect.arrayContaining([77]) })
  })
})
