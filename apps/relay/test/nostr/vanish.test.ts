import { randomBytes } from 'node:crypto'
import { generateSecretKey, getPublicKey } from 'nostr-tools'
import { wrapEvent } from 'nostr-tools/nip59'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draft } from '../support/drafts.ts'
import { type Engine, openEngine } from '../support/engine.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

let engine: Engine
let client: RawClient
beforeAll(async () => {
  engine = await openEngine({ verifierWorkers: 1, publicUrl: 'wss://relay.example' })
  client = await RawClient.connect(engine.url)
})
afterAll(async () => {
  client.close()
  await engine.close()
})

const request = (author: ReturnType<typeof signer>, ...relays: string[]) =>
  author.sign({ kind: 62, tags: relays.map(relay => ['relay', relay]), content: 'please forget me' })
const publishAll = async (...events: Parameters<RawClient['publish']>[0][]) => {
  for (const event of events) expect(await client.publish(event)).toEqual({ accepted: true, message: '' })
}

/** Milliseconds until each OK of someone who writes one note after another, as long as this takes. */
async function waitsDuring(work: Promise<unknown>): Promise<number[]> {
  const [bystander, own] = [signer(), await RawClient.connect(engine.url)]
  const waits: number[] = []
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const note = bystander.sign({ content: `note ${waits.length}` })
    const started = performance.now()
    expect(await own.publish(note)).toEqual({ accepted: true, message: '' })
    waits.push(performance.now() - started)
  }
  own.close()
  await over
  return waits
}

/** Notes of one key in the store; nobody looks at their signatures. */
async function notesOf({ pubkey }: ReturnType<typeof signer>, count: number) {
  const notes = Array.from({ length: count }, (_, at) => draft({ pubkey, content: `${at}`, created_at: 1000 + at }))
  await Promise.all(notes.map(event => engine.events.save({ event, json: JSON.stringify(event) })))
  return notes.map(({ id }) => id)
}

/** Eight deletions of 5000 names, most of which nobody has. */
async function deletions(stranger: ReturnType<typeof signer>) {
  const ids = await notesOf(stranger, 1200)
  return Array.from({ length: 8 }, (_, at) => {
    const unknown = Array.from({ length: 4850 }, () => randomBytes(32).toString('hex'))
    const tags = [...unknown, ...ids.slice(at * 150, (at + 1) * 150)].map(id => ['e', id])
    return stranger.sign({ kind: 5, tags, created_at: 10_000 + at })
  })
}

async function vanishing(stranger: ReturnType<typeof signer>) {
  await notesOf(stranger, 12_000)
  return [request(stranger, 'ALL_RELAYS')]
}

it.each([
  ['deletions', deletions],
  ['a request to vanish', vanishing],
])('%s of thousands of events never holds up the OK to another key by 250 ms (SAFE-01)', async (_what, prepare) => {
  const stranger = signer()
  const asked = await prepare(stranger)
  const texts = asked.map(event => JSON.stringify(['EVENT', event]))
  const sender = await RawClient.connect(engine.url)
  const isGone = async () => {
    for (const text of texts) sender.socket.send(text)
    for (const { id } of asked) expect(await sender.hear('OK', id)).toEqual(['OK', id, true, ''])
    const left = () => client.stored({ authors: [stranger.pubkey], kinds: [1], limit: 1 })
    await expect.poll(left, { timeout: 30_000, interval: 100 }).toEqual([])
  }
  const waits = await waitsDuring(isGone())
  sender.close()
  // A removal in one piece lets hardly any note through; the length of one wait depends on what else the machine does.
  expect(waits.length).toBeGreaterThan(20)
  expect(waits.toSorted((one, other) => one - other)[Math.floor(waits.length / 2)]).toBeLessThan(250)
})

describe('a request to vanish (NIP-62)', () => {
  it.each([[], ['wss://elsewhere.example'], ['all_relays'], ['wss://relay.example.evil'], ['ws://127.0.0.1']])(
    'that does not name this relay is refused and deletes nothing: %j',
    async (...relays) => {
      const alice = signer()
      const note = alice.sign({ content: 'here' })
      await publishAll(note)
      expect((await client.publish(request(alice, ...relays))).message).toMatch(/^invalid: /)
      expect(await client.stored({ authors: [alice.pubkey] })).toEqual([note.id])
    },
  )

  it.each([['ALL_RELAYS'], ['wss://relay.example/'], ['wss://elsewhere.example', 'WSS://Relay.Example']])(
    'for %s removes all that the key wrote, keeps the request, and lets nothing come back',
    async (...relays) => {
      const [alice, bob] = [signer(), signer()]
      const past = Math.floor(Date.now() / 1000) - 1000
      const notes = [
        alice.sign({ content: 'a note', created_at: past }),
        alice.sign({ kind: 0, content: '{}', created_at: past }),
        alice.sign({ kind: 30_023, tags: [['d', 'x']], created_at: past }),
        alice.sign({ kind: 5, tags: [['e', 'f'.repeat(64)]], created_at: past }),
      ]
      const reply = bob.sign({ content: 'a reply', tags: [['p', alice.pubkey]] })
      await publishAll(...notes, reply)
      const asked = request(alice, ...relays)
      await publishAll(asked)
      expect(await client.stored({ authors: [alice.pubkey] })).toEqual([asked.id])
      expect(await client.stored({ ids: [reply.id] })).toEqual([reply.id])
      const other = await RawClient.connect(engine.url)
      for (const note of notes) expect((await other.publish(note)).message).toMatch(/^blocked: /)
      other.close()
      const later = alice.sign({ content: 'back again', created_at: asked.created_at + 1 })
      await publishAll(later)
      expect(new Set(await client.stored({ authors: [alice.pubkey] }))).toEqual(new Set([asked.id, later.id]))
    },
  )

  it('also takes the gift wraps for the key', async () => {
    const alice = signer()
    const inner = { kind: 14, content: 'hello', tags: [], created_at: 1 }
    const wrapped = JSON.parse(JSON.stringify(wrapEvent(inner, generateSecretKey(), alice.pubkey)))
    const elsewhere = JSON.parse(
      JSON.stringify(wrapEvent(inner, generateSecretKey(), getPublicKey(generateSecretKey()))),
    )
    await publishAll(wrapped, elsewhere, request(alice, 'ALL_RELAYS'))
    expect(await engine.events.find(wrapped.id)).toBeNull()
    expect(await engine.events.find(elsewhere.id)).not.toBeNull()
    const other = await RawClient.connect(engine.url)
    expect((await other.publish(wrapped)).message).toMatch(/^blocked: /)
    other.close()
  })

  it('is obeyed whatever the rules say of the key and the kind, but what they refuse is not shown', async () => {
    const alice = signer()
    const note = alice.sign({ content: 'unwanted' })
    await publishAll(note)
    engine.block(alice.pubkey)
    const other = await RawClient.connect(engine.url)
    const asked = request(alice, 'ALL_RELAYS')
    expect(await other.publish(asked)).toEqual({ accepted: true, message: '' })
    expect(await engine.events.find(note.id)).toBeNull()
    expect(await engine.events.find(asked.id)).toBeNull()
    other.close()
    client = await RawClient.connect(engine.url)
  })

  it('is refused above five an hour by one key, and obeyed for others', async () => {
    const [alice, bob] = [signer(), signer()]
    const old = (author: typeof alice, at: number) =>
      author.sign({ kind: 62, tags: [['relay', 'ALL_RELAYS']], created_at: 1000 + at })
    for (let at = 0; at < 5; at++) expect(await client.publish(old(alice, at))).toMatchObject({ accepted: true })
    expect((await client.publish(old(alice, 5))).message).toMatch(/^rate-limited: /)
    expect(await client.publish(old(bob, 0))).toMatchObject({ accepted: true })
  })
})
