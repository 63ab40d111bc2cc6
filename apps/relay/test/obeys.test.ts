import { type Filter, finalizeEvent, Relay as NostrClient, type NostrEvent, nip19 } from 'nostr-tools'
import { useWebSocketImplementation } from 'nostr-tools/relay'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { newOperator, type Operator, type Relay, startRelay } from './harness.ts'
import { person, png, sha256 } from './media/media-world.ts'

useWebSocketImplementation(WebSocket)

let relay: Relay
let token: string
let aheadMs = 0
beforeAll(async () => {
  relay = await startRelay({ now: () => Date.now() + aheadMs, config: { trustedProxies: ['loopback'] } })
  ;({ token } = await relay.signedIn())
})
afterAll(() => relay.close())

let author: Operator
let client: NostrClient
let sent = 0
beforeEach(async () => {
  author = newOperator()
  client = await NostrClient.connect(relay.publicUrl)
  await saveMode({ mode: 'blacklist', KindWhitelist: [], KindBlacklist: [] })
  return () => client.close()
})

const saveMode = (relay_settings: unknown) => relay.call('/api/relay-settings', { token, body: { relay_settings } })
const note = (kind = 1): NostrEvent =>
  finalizeEvent(
    { kind, content: `note ${++sent}`, tags: [], created_at: Math.floor(Date.now() / 1000) },
    author.secretKey,
  )
const publish = (event: NostrEvent) =>
  client.publish(event).then(
    () => 'taken',
    error => String(error.message ?? error),
  )

/** Stored events of the kind by which the relay names its tiers. */
async function ownTiers(): Promise<NostrEvent[]> {
  const events: NostrEvent[] = []
  const once = client.subscribe([{ kinds: [411] }], { onevent: event => void events.push(event) })
  await new Promise<void>(resolve => {
    once.oneose = resolve
  })
  once.close()
  return events
}

describe('applies console changes immediately to open connections', () => {
  it('in whitelist mode only the listed kinds are taken, in blacklist mode all but the listed ones (ADMIT-01, ADMIT-04, ADMIT-06)', async () => {
    await saveMode({ mode: 'whitelist', KindWhitelist: ['kind1'] })
    expect(await publish(note(7))).toBe('blocked: kind 7 is not accepted here')
    expect(await publish(note(1))).toBe('taken')
    for (const kind of [0, 11, 20_001, 30_023])
      expect(await publish(note(kind))).toBe(`blocked: kind ${kind} is not accepted here`)
    await saveMode({ KindWhitelist: ['kind7'] })
    expect(await publish(note(1))).toBe('blocked: kind 1 is not accepted here')
    expect(await publish(note(7))).toBe('taken')
    await saveMode({ KindWhitelist: ['kind11', 'kind1', 'kind7'] })
    for (const kind of [1, 7, 11]) expect(await publish(note(kind))).toBe('taken')
    await saveMode({ mode: 'blacklist', KindBlacklist: ['kind1', 'kind30023', 'kind20001'] })
    for (const kind of [1, 20_001, 30_023])
      expect(await publish(note(kind))).toBe(`blocked: kind ${kind} is not accepted here`)
    for (const kind of [0, 7, 11, 20_000, 30_024]) expect([kind, await publish(note(kind))]).toEqual([kind, 'taken'])
  })

  it('the kinds by which the relay speaks are taken from the key in its settings alone', async () => {
    expect(await publish(note(411))).toMatch(/^restricted: /)
    author = { ...author, secretKey: relay.context.settings.relayKey().slice() }
    expect(await publish(note(411))).toBe('taken')
    // Without tiers, the relay removes it after the next change: before another test counts events.
    await saveMode({ KindBlacklist: ['kind7'] })
    await expect.poll(ownTiers).toEqual([])
  })

  it('publishes its tiers immediately to subscribers, and removes them with the last tier; without a public address it names no place to pay (PAY-07, PROTO-05)', async () => {
    const heard: NostrEvent[] = []
    const listening = client.subscribe([{ kinds: [411], since: Math.floor(Date.now() / 1000) - 1 }], {
      onevent: event => void heard.push(event),
    })
    const subscription_tiers = [
      { datalimit: '1 GB per month', price: '10000', kinds: ['kind1', 'kind7'], maxfile: '20 MB', days: 30 },
      { datalimit: '5 GB per month', price: '40000' },
    ]
    await saveMode({ subscription_tiers })
    await expect.poll(() => heard.map(({ content }) => content)).toContain(JSON.stringify({ subscription_tiers }))
    const headers = { accept: 'application/nostr+json' }
    const document = await (await fetch(relay.publicUrl.replace('ws:', 'http:'), { headers })).json()
    expect(document).toMatchObject({ fees: { subscription: [{ amount: 10_000_000 }, { amount: 40_000_000 }] } })
    expect(document).not.toHaveProperty('payments_url')
    await saveMode({ subscription_tiers: [] })
    await expect.poll(ownTiers).toEqual([])
    listening.close()
  })

  it('a blocked author is refused until the block is lifted, by other connections too (ACCESS-01, ACCESS-06)', async () => {
    expect(await publish(note())).toBe('taken')
    await relay.call('/api/blocked-pubkeys', { token, body: { pubkey: author.pubkey } })
    const other = await NostrClient.connect(relay.publicUrl)
    for (const kind of [0, 1, 4, 5, 1059, 1984, 20_001, 30_023])
      await expect(other.publish(note(kind)), String(kind)).rejects.toThrow('blocked:')
    other.close()
    await relay.call(`/api/blocked-pubkeys/${author.pubkey}`, { token, method: 'DELETE' })
    const again = await NostrClient.connect(relay.publicUrl)
    await expect(again.publish(note())).resolves.toBeDefined()
    again.close()
  })

  it('a block closes the open connection of its author (ACCESS-03)', async () => {
    expect(await publish(note())).toBe('taken')
    const closed = new Promise<void>(resolve => {
      client.onclose = resolve
    })
    await relay.call('/api/blocked-pubkeys', { token, body: { pubkey: author.pubkey } })
    await closed
  })

  it("deletes the blocked author's stored events with delete_events, and no others (ACCESS-04)", async () => {
    const mine = [note(), note(0), note(4), note(7), note(30_023)]
    for (const event of mine) expect(await publish(event)).toBe('taken')
    const others = newOperator()
    const kept = finalizeEvent(
      { kind: 1, content: 'kept', tags: [], created_at: mine[0]?.created_at ?? 0 },
      others.secretKey,
    )
    await publish(kept)
    const body = { pubkey: author.pubkey, delete_events: true }
    const answer = await relay.call('/api/blocked-pubkeys', { token, body })
    expect(answer.body.deleted_events).toBe(5)
    const reader = await NostrClient.connect(relay.publicUrl)
    const found: NostrEvent[] = []
    await new Promise<void>(resolve => {
      reader.subscribe([{ authors: [author.pubkey, others.pubkey] }], {
        onevent: event => found.push(event),
        oneose: resolve,
      })
    })
    reader.close()
    expect(found.map(({ id }) => id)).toEqual([kept.id])
  })

  it('caches queries by the saved options, keeps those that it does not know, and no cached answer is stale (CACHE-02, CACHE-03, CACHE-04)', async () => {
    const reads = async (filter: Filter) => {
      const found: string[] = []
      await new Promise<void>(ended => {
        const once = client.subscribe([filter], {
          onevent: ({ id }) => void found.push(id),
          oneose: () => once.close(),
          onclose: () => ended(),
        })
      })
      return found
    }
    const { events } = relay.context
    const mine = { authors: [author.pubkey], kinds: [1, 5] }
    const own = { mine: 'kept', shards: 7, quiet: false }
    await relay.call('/api/settings/query_cache', { token, body: { query_cache: { enabled: true, ...own } } })
    const first = note()
    expect([await reads(mine), await publish(first), await reads(mine)]).toEqual([[], 'taken', [first.id]])
    const { hits } = events.cacheState
    expect([await reads(mine), events.cacheState.hits]).toEqual([[first.id], hits + 1])
    const deletion = finalizeEvent(
      { kind: 5, content: '', tags: [['e', first.id]], created_at: first.created_at },
      author.secretKey,
    )
    expect([await publish(deletion), await reads(mine)]).toEqual(['taken', [deletion.id]])
    const second = note()
    await publish(second)
    expect(await reads(mine)).toHaveLength(2)
    const readBy = (read: string) => relay.call('/api/access', { token, body: { access: { read } } })
    await readBy('signed-in')
    expect(await reads(mine)).toEqual([])
    await readBy('everyone')
    expect(await reads(mine)).toHaveLength(2)
    await relay.call('/api/blocked-pubkeys', { token, body: { pubkey: author.pubkey, delete_events: true } })
    client = await NostrClient.connect(relay.publicUrl)
    expect(await reads(mine)).toEqual([])

    const bounded = { enabled: true, max_entries: 2, ...own }
    await relay.call('/api/settings/query_cache', { token, body: { query_cache: bounded } })
    for (const kind of [11, 12, 13]) await reads({ authors: [author.pubkey], kinds: [kind] })
    expect(events.cacheState.entries).toBe(2)
    const brief = { enabled: true, ttl_seconds: 5, ...own }
    await relay.call('/api/settings/query_cache', { token, body: { query_cache: brief } })
    const hitsAfter = async (ms: number) => {
      aheadMs += ms
      const { hits } = events.cacheState
      await reads({ authors: [author.pubkey], kinds: [14] })
      return events.cacheState.hits - hits
    }
    expect([await hitsAfter(0), await hitsAfter(3000), await hitsAfter(3000)]).toEqual([0, 1, 0])
    aheadMs = 0
    await relay.call('/api/settings/query_cache', { token, body: { query_cache: own } })
    expect([await reads(mine), events.cacheState.entries]).toEqual([[], 0])
    const { body } = await relay.call('/api/settings/query_cache', { token })
    expect(body.query_cache).toEqual(own)
  })

  it('limits what a key stores in a day by the saved megabytes (SERVICE-09)', async () => {
    const large = () => {
      const tags = [['t', 'x'.repeat(200_000)]]
      return finalizeEvent({ kind: 1, content: `${++sent}`, tags, created_at: note().created_at }, author.secretKey)
    }
    const daily = (await relay.call('/api/relay-settings', { token })).body.relay_settings.dailyMegabytes
    expect(daily).toEqual({ eventsPerKey: 64, eventsPerAddress: 256, filesPerKey: 256, filesPerAddress: 1024 })
    const save = (eventsPerKey: number) => saveMode({ dailyMegabytes: { ...daily, eventsPerKey } })
    await save(1)
    for (let stored = 0; stored < 5; stored += 1) expect(await publish(large())).toBe('taken')
    expect(await publish(large())).toMatch(/^rate-limited: this key has used its 1 MB for today/)
    await save(2)
    expect(await publish(large())).toBe('taken')
    expect((await save(-1)).status).toBe(400)
    await save(daily.eventsPerKey)
  })

  it('limits what a key and what an address upload in a day by the saved megabytes (SAFE-03, SERVICE-09)', async () => {
    const files = { filesPerKey: 2, filesPerAddress: 5 }
    const daily = (await relay.call('/api/relay-settings', { token })).body.relay_settings.dailyMegabytes
    await saveMode({ maxfilesize: 1, maxfilesizeunit: 'MB', dailyMegabytes: { ...daily, ...files } })
    const upload = async (by: ReturnType<typeof person>, from: string, bytes = png(2 ** 20)) => {
      const authorization = by.header('upload', [sha256(bytes)], ({ tags }) => {
        tags[1] = ['expiration', String(Math.floor(Date.now() / 1000) + 2 * 86_400)]
      })
      const headers = { authorization, 'x-forwarded-for': from }
      const answer = await fetch(`${relay.publicUrl.replace('ws', 'http')}/upload`, {
        method: 'PUT',
        body: bytes,
        headers,
      })
      return answer.status === 201 ? 'taken' : `${answer.status} ${answer.headers.get('x-reason')}`
    }
    const [alice, bob, carol] = [person(), person(), person()]
    for (const from of ['203.0.113.7', '198.51.100.1']) expect(await upload(alice, from)).toBe('taken')
    expect(await upload(alice, '192.0.2.1', png(100))).toMatch(/^429 .*this key can upload 2 MB a day/)
    for (const by of [bob, bob, carol, carol]) expect(await upload(by, '203.0.113.7')).toBe('taken')
    expect(await upload(person(), '203.0.113.7', png(100))).toMatch(/^429 .*your address can upload 5 MB a day/)
    expect(await upload(person(), '203.0.113.8', png(100))).toBe('taken')
    await saveMode({ dailyMegabytes: { ...daily, filesPerKey: 3, filesPerAddress: 6 } })
    expect(await upload(alice, '203.0.113.7')).toBe('taken')
    expect(await upload(alice, '203.0.113.8', png(100))).toMatch(/^429 /)
    expect(await upload(person(), '203.0.113.7', png(100))).toMatch(/^429 /)
    aheadMs = 86_400_000
    expect(await upload(alice, '203.0.113.7', png(101))).toBe('taken')
    aheadMs = 0
    await saveMode({ dailyMegabytes: daily })
  })

  it('every field of relay info is in the NIP-11 document (PROTO-06)', async () => {
    const { pubkey } = newOperator()
    const body = {
      relay_info: {
        relayname: 'Nest',
        relaydescription: 'for owls',
        relaycontact: 'mailto:owl@example.org',
        relayicon: 'https://nest.example/owl.png',
        relaybanner: 'https://nest.example/wide.png',
        relaypubkey: nip19.npubEncode(pubkey),
        relaydhtkey: 'd'.repeat(64),
        relaysoftware: 'https://nest.example/code',
        relayversion: '7.5',
        relaysupportednips: [1, 11],
      },
    }
    await relay.call('/api/settings/relay_info', { token, body })
    const response = await fetch(relay.publicUrl.replace('ws:', 'http:'), {
      headers: { accept: 'application/nostr+json' },
    })
    expect(await response.json()).toMatchObject({
      name: 'Nest',
      description: 'for owls',
      contact: 'mailto:owl@example.org',
      icon: 'https://nest.example/owl.png',
      banner: 'https://nest.example/wide.png',
      pubkey,
      dhtkey: 'd'.repeat(64),
      software: 'https://nest.example/code',
      version: '7.5',
      supported_nips: [1, 11],
    })
    for (const relayicon of [
      'javascript:alert(1)',
      'https://',
      'data:image/png;base64,AA',
      'https://a:b@nest.example/',
    ])
      expect(
        await relay.call('/api/settings/relay_info', { token, body: { relay_info: { relayicon } } }),
      ).toMatchObject({ status: 400, body: { fields: { relayicon: expect.any(String) } } })
  })

  it('shows accepted and refused events in its status and statistics', async () => {
    const before = (await relay.call('/api/status', { token })).body
    await saveMode({ mode: 'blacklist', KindBlacklist: ['kind7'] })
    await publish(note())
    await publish(note(7))
    const after = (await relay.call('/api/status', { token })).body
    expect(after.storedEvents).toBe(before.storedEvents + 1)
    expect(after.eventsLastMinute).toBe(before.eventsLastMinute + 1)
    expect(after.refusedLastMinute).toBe(before.refusedLastMinute + 1)
    expect(after.connections).toBeGreaterThan(0)
    expect((await relay.call('/api/relaycount', { token })).body.kinds).toBe(after.storedEvents)
  })
})
