import { servedNips } from '@hornets/contract'
import { finalizeEvent, getPublicKey, nip77 } from 'nostr-tools'
import { minePow } from 'nostr-tools/nip13'
import { getToken } from 'nostr-tools/nip98'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startRelay } from '../harness.ts'
import { type MediaWorld, openMediaWorld } from '../media/media-world.ts'
import { type Engine, openEngine } from '../support/engine.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'
import { callRelay } from './management/management-world.ts'

let engine: Engine
const clients: RawClient[] = []
/** Set forward where something must expire. */
let aheadMillis = 0
const nowSeconds = () => Math.floor(Date.now() / 1000)
beforeAll(async () => {
  engine = await openEngine({ verifierWorkers: 1, now: () => Date.now() + aheadMillis })
})
afterAll(async () => {
  for (const client of clients) client.close()
  await engine.close()
})

async function connect(url = engine.url): Promise<RawClient> {
  const client = await RawClient.connect(url)
  clients.push(client)
  return client
}

async function signedIn(who: ReturnType<typeof signer>): Promise<RawClient> {
  const client = await connect()
  const tags = [
    ['relay', engine.url],
    ['challenge', await client.challenge()],
  ]
  const event = who.sign({ kind: 22_242, tags })
  client.say('AUTH', event)
  expect((await client.hear('OK', event.id))[2]).toBe(true)
  return client
}

/** Publishes an older and a newer version; only the newer one remains. */
async function expectReplaced(kind: number, tags: string[][] = []): Promise<void> {
  const client = await connect()
  const alice = signer()
  const [older, newer] = [1, 2].map(count =>
    alice.sign({ kind, tags, content: `version ${count}`, created_at: nowSeconds() - 100 + count }),
  )
  if (!older || !newer) throw new Error('two versions')
  expect(await client.publish(older)).toMatchObject({ accepted: true })
  expect(await client.publish(newer)).toMatchObject({ accepted: true })
  expect(await client.stored({ kinds: [kind], authors: [alice.pubkey] })).toEqual([newer.id])
}

/** Publishes to a recipient; no one else may read, count or follow it. */
async function expectPrivate(kind: number): Promise<void> {
  const [alice, bob, carol] = [signer(), signer(), signer()]
  const message = alice.sign({ kind, tags: [['p', bob.pubkey]], content: 'for Bob' })
  expect(await (await connect()).publish(message)).toMatchObject({ accepted: true })
  const stranger = await connect()
  stranger.say('REQ', 'private', { kinds: [kind] })
  expect(String((await stranger.hear('CLOSED', 'private'))[2])).toMatch(/^auth-required:/)
  expect(await stranger.stored({ ids: [message.id] })).toEqual([])
  expect(await (await signedIn(carol)).stored({ ids: [message.id] })).toEqual([])
  expect(await (await signedIn(bob)).stored({ kinds: [kind], '#p': [bob.pubkey] })).toEqual([message.id])
}

/** A NIP-98 header by a key of its own. */
const httpToken = (url: string, method: string) => getToken(url, method, template => signer().sign(template), true)

async function withFileServer(work: (world: MediaWorld) => Promise<void>): Promise<void> {
  const world = await openMediaWorld()
  await work(world).finally(() => world.close())
}

/** What the relay must do for each NIP that it names. It may not name a NIP that is missing here. */
const exercises: Readonly<Record<number, () => Promise<void>>> = {
  async 1() {
    const client = await connect()
    const note = signer().sign({ content: 'NIP-01' })
    expect(await client.publish(note)).toMatchObject({ accepted: true })
    expect(await client.stored({ ids: [note.id] })).toEqual([note.id])
  },
  2: () => expectReplaced(3),
  4: () => expectPrivate(4),
  async 9() {
    const client = await connect()
    const alice = signer()
    const note = alice.sign({ content: 'NIP-09' })
    await client.publish(note)
    await client.publish(signer().sign({ kind: 5, tags: [['e', note.id]] }))
    expect(await client.stored({ ids: [note.id] })).toEqual([note.id])
    await client.publish(alice.sign({ kind: 5, tags: [['e', note.id]] }))
    expect(await client.stored({ ids: [note.id] })).toEqual([])
    expect((await (await connect()).publish(note)).message).toMatch(/deleted/)
  },
  async 11() {
    const answer = await fetch(engine.url.replace('ws', 'http'), { headers: { accept: 'application/nostr+json' } })
    expect(answer.headers.get('content-type')).toMatch(/application\/nostr\+json/)
    expect(await answer.json()).toMatchObject({ supported_nips: [...servedNips], limitation: { max_limit: 1000 } })
  },
  async 12() {
    const client = await connect()
    const note = signer().sign({ tags: [['x', 'NIP-12']] })
    await client.publish(note)
    expect(await client.stored({ '#x': ['NIP-12'] })).toEqual([note.id])
  },
  async 13() {
    const strict = await openEngine({ verifierWorkers: 1, minimumDifficulty: 8 })
    try {
      const client = await connect(strict.url)
      const secret = new Uint8Array(32).fill(7)
      const draft = { kind: 1, content: 'NIP-13', tags: [], created_at: nowSeconds(), pubkey: getPublicKey(secret) }
      expect((await client.publish(finalizeEvent({ ...draft, content: 'no work' }, secret))).message).toMatch(/^pow:/)
      const { id: _, pubkey: __, ...mined } = minePow(draft, 8)
      expect(await client.publish(finalizeEvent(mined, secret))).toMatchObject({ accepted: true })
      client.close()
    } finally {
      await strict.close()
    }
  },
  async 15() {
    const client = await connect()
    client.say('REQ', 'nothing', { ids: ['0'.repeat(64)] })
    expect(await client.hear('EOSE', 'nothing')).toEqual(['EOSE', 'nothing'])
  },
  async 16() {
    await expectReplaced(10_009)
    const client = await connect()
    const passing = signer().sign({ kind: 20_001 })
    expect(await client.publish(passing)).toMatchObject({ accepted: true })
    expect(await client.stored({ ids: [passing.id] })).toEqual([])
  },
  async 17() {
    await expectReplaced(10_050, [['relay', 'wss://inbox.example']])
    await expectPrivate(1059)
  },
  async 20() {
    const client = await connect()
    const note = signer().sign({ content: 'NIP-20' })
    expect(await client.publish({ ...note, sig: 'f'.repeat(128) })).toMatchObject({ accepted: false })
    expect(String((await client.hear('OK', note.id))[3])).toMatch(/^invalid:/)
  },
  async 28() {
    const client = await connect()
    const alice = signer()
    const channel = alice.sign({ kind: 40, content: '{"name":"channel"}' })
    const message = alice.sign({ kind: 42, tags: [['e', channel.id, '', 'root']], content: 'NIP-28' })
    for (const event of [channel, message]) expect(await client.publish(event)).toMatchObject({ accepted: true })
    expect(await client.stored({ kinds: [42], '#e': [channel.id] })).toEqual([message.id])
  },
  43: async () => {
    const relay = await startRelay()
    const { token } = await relay.signedIn()
    await relay.call('/api/access', { token, body: { access: { write: 'invited' } } })
    const { invitation } = (await relay.call('/api/access/invitations', { token, body: {} })).body
    const client = await connect(relay.publicUrl)
    const alice = signer()
    expect((await client.publish(alice.sign({ content: 'before' }))).message).toMatch(/^restricted: /)
    const tags = [['-'], ['claim', invitation.code]]
    expect((await client.publish(alice.sign({ kind: 28_934, tags }))).accepted).toBe(true)
    expect((await client.publish(alice.sign({ content: 'NIP-43' }))).accepted).toBe(true)
    await relay.close()
  },
  33: () => expectReplaced(30_001, [['d', 'NIP-33']]),
  async 40() {
    const client = await connect()
    const alice = signer()
    const past = alice.sign({ tags: [['expiration', String(nowSeconds() - 10)]] })
    expect(await client.publish(past)).toMatchObject({ accepted: false })
    const soon = alice.sign({ tags: [['expiration', String(nowSeconds() + 600)]], content: 'soon' })
    expect(await client.publish(soon)).toMatchObject({ accepted: true })
    expect(await client.stored({ ids: [soon.id] })).toEqual([soon.id])
    aheadMillis = 700_000
    expect(await client.stored({ ids: [soon.id] })).toEqual([])
    aheadMillis = 0
  },
  async 42() {
    const alice = signer()
    await signedIn(alice)
    const client = await connect()
    await client.challenge()
    const stale = alice.sign({
      kind: 22_242,
      tags: [
        ['relay', engine.url],
        ['challenge', 'another'],
      ],
    })
    client.say('AUTH', stale)
    expect((await client.hear('OK', stale.id))[2]).toBe(false)
  },
  async 45() {
    const client = await connect()
    const alice = signer()
    for (const content of ['a', 'b', 'c']) await client.publish(alice.sign({ content }))
    client.say('COUNT', 'n', { authors: [alice.pubkey] })
    expect((await client.hear('COUNT', 'n'))[2]).toMatchObject({ count: 3 })
  },
  async 50() {
    const client = await connect()
    const note = signer().sign({ content: 'a Hornissennest of NIP-50' })
    await client.publish(note)
    await expect.poll(() => client.stored({ search: 'hornissennest' })).toEqual([note.id])
  },
  59: () => expectPrivate(1059),
  async 56() {
    const client = await connect()
    const [alice, bob] = [signer(), signer()]
    const report = alice.sign({ kind: 1984, tags: [['p', bob.pubkey, 'spam']], content: 'NIP-56' })
    expect(await client.publish(report)).toMatchObject({ accepted: true })
    expect(await client.stored({ kinds: [1984], '#p': [bob.pubkey] })).toEqual([report.id])
  },
  async 62() {
    const client = await connect()
    const alice = signer()
    const note = alice.sign({ content: 'NIP-62', created_at: nowSeconds() - 100 })
    await client.publish(note)
    const vanish = alice.sign({ kind: 62, tags: [['relay', 'ALL_RELAYS']] })
    expect(await client.publish(vanish)).toMatchObject({ accepted: true })
    await expect.poll(() => client.stored({ ids: [note.id] })).toEqual([])
    expect(await (await connect()).publish(note)).toMatchObject({ accepted: false })
  },
  65: () => expectReplaced(10_002, [['r', 'wss://relay.example']]),
  async 70() {
    const alice = signer()
    const event = alice.sign({ tags: [['-']], content: 'NIP-70' })
    expect((await (await connect()).publish(event)).message).toMatch(/^auth-required:/)
    expect(await (await signedIn(alice)).publish(event)).toMatchObject({ accepted: true })
  },
  async 77() {
    const author = signer()
    const note = author.sign({ content: 'NIP-77' })
    const client = await connect()
    await client.publish(note)
    const vector = new nip77.NegentropyStorageVector()
    vector.seal()
    const negentropy = new nip77.Negentropy(vector)
    client.say('NEG-OPEN', 'level', { authors: [author.pubkey] }, negentropy.initiate())
    const missing: string[] = []
    const [, , answer] = await client.hear('NEG-MSG', 'level')
    negentropy.reconcile(String(answer), undefined, id => missing.push(id))
    expect(missing).toEqual([note.id])
  },
  78: () => expectReplaced(30_078, [['d', 'settings of an app']]),
  async 86() {
    const relay = await startRelay()
    const { operator } = await relay.signedIn()
    const { body } = await callRelay(relay.publicUrl.replace('ws', 'http'), operator, ['supportedmethods'])
    expect(body.result).toContain('banpubkey')
    await relay.close()
  },
  async 96() {
    await withFileServer(async ({ url }) => {
      const places = (await (await fetch(`${url}/.well-known/nostr/nip96.json`)).json()) as { api_url: string }
      const body = new FormData()
      body.append('file', new Blob(['NIP-96'], { type: 'text/plain' }), 'note.txt')
      const authorization = await httpToken(places.api_url, 'post')
      const answer = await fetch(places.api_url, { method: 'POST', headers: { authorization }, body })
      expect(await answer.json()).toMatchObject({ status: 'success', nip94_event: { tags: expect.any(Array) } })
    })
  },
  async 98() {
    await withFileServer(async ({ url }) => {
      const list = (authorization: string) => fetch(`${url}/nip96`, { headers: { authorization } })
      expect((await list(await httpToken(`${url}/nip96`, 'get'))).status).toBe(200)
      expect((await list(await httpToken(`${url}/nip96`, 'delete'))).status).toBe(401)
    })
  },
}

describe('the NIPs that the relay names in its document (NIP-11)', () => {
  it.each(servedNips)('does what NIP-%i asks of a relay', async nip => {
    expect(exercises, `nothing here tries NIP-${nip}`).toHaveProperty(String(nip))
    await exercises[nip]?.()
  })
})
