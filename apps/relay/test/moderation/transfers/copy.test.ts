import type { NostrEvent } from '@hornets/contract'
import type { Transfer } from '@hornets/contract/admin/events/transfers'
import { getPublicKey } from 'nostr-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Relay, startRelay } from '../../harness.ts'
import { idsOf, save } from '../../support/drafts.ts'
import { openEngine } from '../../support/engine.ts'
import { putAdmin } from '../../support/people.ts'
import { signer } from '../../support/signer.ts'
import { openPageRelay } from './page-relay.ts'
import { isStrfryNamed, openStrfry } from './strfry.ts'

const start = 1_790_000_000
let clock = start
let relay: Relay
let token: string
beforeAll(async () => {
  relay = await startRelay({ now: () => clock * 1000 })
  ;({ token } = await relay.signedIn())
})
afterAll(() => relay.close())

/** Several of each second, as clients write them. */
const notesOf = (author: ReturnType<typeof signer>, count: number, from = start - 90 * 86_400) =>
  Array.from({ length: count }, (_, at) =>
    author.sign({ content: `${author.pubkey} ${at}`, created_at: from + Math.floor(at / 7) * 3600 }),
  )
const putHere = async (events: readonly NostrEvent[]) => {
  await Promise.all(events.map(event => save(relay.context.events, event)))
}
const idsHere = async (author: string) => (await idsOf(relay.context.events, [{ authors: [author] }])).toSorted()
const idsIn = (events: Iterable<NostrEvent>) => [...events].map(({ id }) => id).toSorted()
const begin = (body: object, by = token) => relay.call('/api/events/sync', { token: by, body })
async function copy(body: object): Promise<Transfer> {
  const { status } = await begin(body)
  expect(status).toBe(202)
  await relay.context.transfers.transfers.settled()
  return (await relay.call('/api/events/transfers', { token })).body.transfers[0]
}

describe('copying from and to a relay that compares (NIP-77)', () => {
  it('brings both level in either direction, in parts where there are too many, and repeats nothing (EVENTS-06)', async () => {
    const engine = await openEngine({ verifierWorkers: 1, now: () => clock * 1000, limits: { comparedEventsMax: 60 } })
    const author = signer()
    const notes = notesOf(author, 240)
    const [theirs, ours] = [notes.slice(0, 180), notes.slice(150)]
    await Promise.all(theirs.map(event => save(engine.events, event)))
    await putHere(ours)
    const others = [signer().sign({ created_at: start - 5 }), signer().sign({ created_at: start - 5 })] as const
    await save(engine.events, others[0])
    await putHere([others[1]])
    const filter = { authors: [author.pubkey] }
    const pulled = await copy({ url: engine.url, direction: 'pull', filter })
    expect(pulled).toMatchObject({ state: 'done', stored: 150, sent: 0, left_out: [], source: engine.url })
    expect(pulled).toMatchObject({ total: 150, done: 150 })
    expect(await idsHere(author.pubkey)).toEqual(idsIn(notes))
    expect(await idsOf(engine.events, [filter])).toHaveLength(180)
    expect(await copy({ url: engine.url, direction: 'push', filter })).toMatchObject({
      stored: 0,
      sent: 60,
      total: 60,
      done: 60,
    })
    expect((await idsOf(engine.events, [filter])).toSorted()).toEqual(idsIn(notes))
    expect(await copy({ url: engine.url, direction: 'both', filter })).toMatchObject({ stored: 0, sent: 0 })
    const [fresh, other] = notesOf(author, 2, start) as [NostrEvent, NostrEvent]
    await putHere([fresh])
    await save(engine.events, other)
    expect(await copy({ url: engine.url, direction: 'both', filter })).toMatchObject({ stored: 1, sent: 1 })
    expect(await idsHere(author.pubkey)).toEqual(idsIn([...notes, fresh, other]))
    // What the filter does not find stays where it is.
    expect([await idsHere(others[0].pubkey), await idsOf(engine.events, [{ ids: [others[1].id] }])]).toEqual([[], []])
    await engine.close()
  })

  it('gives away nothing that the starter cannot see (SAFE-05)', async () => {
    const engine = await openEngine({ verifierWorkers: 1, now: () => clock * 1000 })
    const author = signer()
    await putHere([
      author.sign({ kind: 4, tags: [['p', author.pubkey]], content: 'sealed', created_at: start - 10 }),
      author.sign({ kind: 1059, tags: [['p', author.pubkey]], content: 'wrapped', created_at: start - 10 }),
      author.sign({ content: 'open', created_at: start - 10 }),
    ])
    const { token: operators } = await putAdmin(relay, 'operator')
    await begin({ url: engine.url, direction: 'push', filter: { authors: [author.pubkey] } }, operators)
    await relay.context.transfers.transfers.settled()
    const found: string[] = await idsOf(engine.events, [{ authors: [author.pubkey] }])
    expect(found).toHaveLength(1)
    await engine.close()
  })

  if (isStrfryNamed)
    it('ends with the same set as strfry', async () => {
      const strfry = await openStrfry()
      const [author, other] = [signer(), signer()]
      const recent = Math.floor(Date.now() / 1000) - 90 * 86_400
      await putHere(notesOf(author, 700, recent))
      const filter = { authors: [author.pubkey, other.pubkey] }
      expect(await copy({ url: strfry.url, direction: 'push', filter })).toMatchObject({ state: 'done', sent: 700 })
      const theirs = notesOf(other, 900, recent)
      await strfry.put(theirs)
      const both = await copy({ url: strfry.url, direction: 'both', filter })
      expect(both).toMatchObject({ state: 'done', stored: 900, sent: 0 })
      expect(await idsHere(other.pubkey)).toEqual(idsIn(theirs))
      const all = [...(await idsHere(author.pubkey)), ...(await idsHere(other.pubkey))]
      expect((await strfry.stored(all)).toSorted()).toEqual(all.toSorted())
      expect(await strfry.count()).toBe(all.length)
      await strfry.close()
    })
})

describe('copying from and to a relay that gives pages only', () => {
  it('loses no event of a second that lies on two pages, signs in with the key of the relay, and sends (EVENTS-06)', async () => {
    const peer = await openPageRelay({ pageMax: 10, wantsSignIn: true })
    const [author, other] = [signer(), signer()]
    const theirs = notesOf(author, 60)
    peer.put(theirs)
    const ours = notesOf(other, 30)
    await putHere(ours)
    const filter = { authors: [author.pubkey, other.pubkey] }
    const done = await copy({ url: peer.url, direction: 'both', filter })
    expect(done).toMatchObject({ state: 'done', stored: 60, error: null })
    expect(await idsHere(author.pubkey)).toEqual(idsIn(theirs))
    expect(idsIn(peer.stored.values())).toEqual(idsIn([...theirs, ...ours]))
    const key = getPublicKey(relay.context.settings.relayKey())
    expect(peer.signedIn.map(({ kind, pubkey }) => [kind, pubkey])).toEqual([[22_242, key]])
    await peer.close()
  })

  it('says of which second it may lack events', async () => {
    const peer = await openPageRelay({ pageMax: 3 })
    const author = signer()
    const at = start - 1000
    peer.put(Array.from({ length: 5 }, (_, one) => author.sign({ content: `${one}`, created_at: at })))
    peer.put([author.sign({ content: 'old', created_at: at - 5 })])
    const { left_out, stored } = await copy({ url: peer.url, direction: 'pull' })
    expect([stored, left_out.find(({ cause }) => cause === 'cut_second')?.examples]).toEqual([
      4,
      [{ line: null, id: null, text: String(at) }],
    ])
    await peer.close()
  })

  it('stores nothing forged, and names why a copy failed', async () => {
    const author = signer()
    const forged = { ...author.sign({ content: 'forged' }), content: 'changed' }
    const endless = await openPageRelay({
      pageMax: 1,
      answer: (socket, [type, id]) => {
        if (type !== 'REQ') return socket.send(JSON.stringify(['NOTICE', 'no']))
        for (let at = 0; at < 10_100; at += 1) socket.send(JSON.stringify(['EVENT', id, null]))
      },
    })
    const liar = await openPageRelay({ pageMax: 10 })
    liar.put([forged])
    expect((await copy({ url: liar.url, direction: 'pull' })).left_out).toMatchObject([{ cause: 'wrong_id', count: 1 }])
    expect(await copy({ url: endless.url, direction: 'pull' })).toMatchObject({
      state: 'failed',
      error: 'The other relay does not follow the protocol',
      resumable: true,
    })
    await endless.close()
    expect(await copy({ url: endless.url, direction: 'pull' })).toMatchObject({
      state: 'failed',
      error: 'The other relay cannot be reached',
    })
    await liar.close()
  })

  it('gives up on a relay that invents events without end', async () => {
    let invented = 0
    const inventor = await openPageRelay({
      pageMax: 1,
      answer: (socket, [type, id]) => {
        if (type !== 'REQ') return socket.send(JSON.stringify(['NOTICE', 'no']))
        invented += 1
        const event = { id: `${invented}`, created_at: start - invented }
        socket.send(JSON.stringify(['EVENT', id, event]))
        socket.send(JSON.stringify(['EOSE', id]))
      },
    })
    const given = await copy({ url: inventor.url, direction: 'pull' })
    expect(given).toMatchObject({ state: 'failed', error: 'The other relay does not follow the protocol', stored: 0 })
    expect(invented).toBeLessThan(210)
    await inventor.close()
  })

  it('refuses addresses of other kinds, and filters that say how many', async () => {
    const { body } = await begin({ url: 'http://a.example', direction: 'pull' })
    expect(Object.keys(body.fields)).toEqual(['url'])
    const limited = await begin({ url: 'wss://a.example', direction: 'pull', filter: { limit: 5 } })
    expect([limited.status, Object.keys(limited.body.fields)]).toEqual([400, ['filter']])
    const { token: moderators } = await putAdmin(relay, 'moderator')
    expect((await begin({ url: 'wss://a.example', direction: 'pull' }, moderators)).status).toBe(403)
  })
})

it('shows how far a copy is, stops it where it is, and continues there (EVENTS-07)', async () => {
  const author = signer()
  const theirs = Array.from({ length: 40 }, (_, at) => author.sign({ content: `${at}`, created_at: start - 50 - at }))
  const held = Promise.withResolvers<void>()
  let pages = 0
  const peer = await openPageRelay({
    pageMax: 10,
    answer: async (socket, [type, id]) => {
      if (type !== 'REQ') return socket.send(JSON.stringify(['NOTICE', 'no']))
      const from = 10 * pages++
      if (from === 20) await held.promise
      for (const event of theirs.slice(from, from + 10)) socket.send(JSON.stringify(['EVENT', id, event]))
      socket.send(JSON.stringify(['EOSE', id]))
    },
  })
  const { job } = (await begin({ url: peer.url, direction: 'pull' })).body
  const path = `/api/events/transfers/${job.id}`
  const latest = async () => (await relay.call('/api/events/transfers', { token })).body.transfers[0] as Transfer
  await expect.poll(async () => (await latest()).stored, { interval: 20 }).toBe(20)
  const stopped = (await relay.call(`${path}/stop`, { method: 'POST', token })).body.job as Transfer
  expect([stopped.state, stopped.resumable]).toEqual(['stopped', true])
  held.resolve()
  await relay.context.transfers.transfers.settled()
  expect([(await latest()).state, (await idsHere(author.pubkey)).length]).toEqual(['stopped', 20])
  pages = 2
  expect((await relay.call(`${path}/resume`, { method: 'POST', token })).status).toBe(202)
  await relay.context.transfers.transfers.settled()
  expect([(await latest()).state, await idsHere(author.pubkey)]).toEqual(['done', idsIn(theirs)])
  await peer.close()
})

it('repeats a copy every hour until it is removed', async () => {
  const peer = await openPageRelay({ pageMax: 50 })
  const author = signer()
  const [first, second] = notesOf(author, 2) as [NostrEvent, NostrEvent]
  peer.put([first])
  await copy({ url: peer.url, direction: 'pull', every: 'hour' })
  expect(await idsHere(author.pubkey)).toEqual([first.id])
  peer.put([second])
  const { schedules, transfers } = relay.context.transfers
  const round = async () => {
    await schedules.round()
    await transfers.settled()
  }
  clock += 3500
  await round()
  expect(await idsHere(author.pubkey)).toEqual([first.id])
  clock += 200
  await round()
  expect(await idsHere(author.pubkey)).toEqual(idsIn([first, second]))
  const [listed] = (await relay.call('/api/events/schedules', { token })).body.schedules
  expect(listed).toMatchObject({ url: peer.url, every: 'hour', last: { state: 'done', stored: 1 } })
  const path = `/api/events/schedules/${listed.id}`
  expect((await relay.call(path, { method: 'DELETE', token })).status).toBe(200)
  expect((await relay.call(path, { method: 'DELETE', token })).status).toBe(404)
  await peer.close()
})
