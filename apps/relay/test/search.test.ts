import { wallet as walletGroup } from '@hornets/contract/admin/settings'
import { bytesToHex } from '@noble/hashes/utils.js'
import { finalizeEvent, generateSecretKey, getPublicKey, nip19 } from 'nostr-tools'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { QueryTooCostly } from '../src/events/event-store.ts'
import { type Relay, startRelay } from './harness.ts'
import { putAdmin } from './support/people.ts'

const now = 1_790_000_000
const [ada, bob] = [generateSecretKey(), generateSecretKey()] as const
const adaKey = getPublicKey(ada)
const txid = 'ab12'.repeat(16)
const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

let relay: Relay
let token: string
beforeAll(async () => {
  relay = await startRelay({ now: () => now * 1000 })
  ;({ token } = await relay.signedIn())
  await save(0, JSON.stringify({ name: 'ada', display_name: ' Ada L. ' }))
  await save(1, 'Hornets build their nests high up')
  await save(
    1,
    `${'far '.repeat(60)} hornet
    and more ${'behind '.repeat(60)}`,
  )
  await save(30023, 'an article', [['d', 'first']])
  await save(7, 'hornets', [], bob)
  await relay.context.events.catchUp()
  const line = { wallet_name: relay.context.settings.get(walletGroup).name, output: address, value_sats: 5000 }
  await relay.context.wallet.takeTransactions([
    { ...line, txid, vout: 0, date: '2026-01-02T03:04:05Z', confirmations: 3, fee_sats: 212 } as never,
  ])
})
afterAll(() => relay.close())

async function save(kind: number, content: string, tags: string[][] = [], author = ada) {
  const { id, pubkey, created_at, sig } = finalizeEvent({ kind, content, tags, created_at: now - kind }, author)
  const event = { id, pubkey, created_at, kind, tags, content, sig }
  await relay.context.events.save({ event, json: JSON.stringify(event) })
  return event
}
const search = async (q: string, more = '') =>
  (await relay.call(`/api/search?q=${encodeURIComponent(q)}${more}`, { token })).body
const kindsFound = async (q: string) =>
  (await search(q, '&category=events')).results.map(({ kind }: { kind: number }) => kind).sort()

describe('searching', () => {
  it.each([
    ['viewer', []],
    ['moderator', []],
    ['operator', ['transactions']],
  ] as const)('finds only what the role can read: a %s finds %j', async (role, categories) => {
    const { token: theirs } = await putAdmin(relay, role)
    const { body } = await relay.call(`/api/search?q=${txid}`, { token: theirs })
    expect(body.results.map((one: { category: string }) => one.category)).toEqual(categories)
  })

  it("shows an author's name without characters that turn the line around", async () => {
    const eve = generateSecretKey()
    await save(0, JSON.stringify({ name: 'evil\u202egpj\u0007' }), [], eve)
    const { id } = await save(1, 'turned\u202e around', [], eve)
    const [found] = (await search(id, '&category=events')).results
    expect([found.author, found.excerpt]).toEqual(['evilgpj', 'turned around'])
  })

  it('is refused without a session', async () => {
    expect((await relay.call('/api/search?q=hornets')).status).toBe(401)
    expect((await relay.call(`/api/events/${'a'.repeat(64)}`)).status).toBe(401)
  })

  it.each(['', 'q=', 'q=%20', `q=${'x'.repeat(301)}`, 'q=x&limit=0', 'q=x&limit=21', 'q=x&category=media'])(
    'refuses %j',
    async query => {
      expect((await relay.call(`/api/search?${query}`, { token })).status).toBe(400)
    },
  )

  it.each(['" OR *', 'NEAR(', '^', '-', ')))', 'text:*', '\u0000'])('takes %j as words, not as a command', async q => {
    expect(await search(q)).toEqual({ results: [], unfinished: [] })
  })

  it.each([`npub1${'q'.repeat(58)}`, 'nevent1qqq', `note1${'q'.repeat(58)}`])(
    'finds nothing for %s, whose checksum is wrong',
    async q => {
      expect((await search(q)).results).toEqual([])
    },
  )

  it('R-27: finds events by words, best first, also by the beginning of the last one, with the name of the author', async () => {
    const { results } = await search('hornet')
    expect(results).toHaveLength(2)
    expect(results[0]).toMatchObject({ category: 'events', pubkey: adaKey, author: 'Ada L.', kind: 1 })
    expect(await kindsFound('horn nests')).toEqual([])
    expect(await kindsFound('nests horn')).toEqual([1])
    expect(await kindsFound('ho')).toEqual([])
  })

  it('shows the part of a long text around the words, on one line', async () => {
    const { results } = await search('hornet behind')
    const { excerpt } = results[0]
    expect(excerpt).toMatch(/^….*far hornet and more behind.*…$/)
    expect(excerpt.length).toBeLessThan(180)
  })

  it('R-27: finds events by author and by id, in every form of them', async () => {
    const all = [0, 1, 1, 30023]
    for (const q of [adaKey, nip19.npubEncode(adaKey), nip19.nprofileEncode({ pubkey: adaKey }), adaKey.toUpperCase()])
      expect(await kindsFound(q), q).toEqual(all)
    const { id } = await save(1111, 'found by its id')
    const forms = [id, nip19.noteEncode(id), nip19.neventEncode({ id }), `nostr:${nip19.neventEncode({ id })}`]
    for (const q of forms) expect(await kindsFound(q), q).toEqual([1111])
    const article = nip19.naddrEncode({ kind: 30023, pubkey: adaKey, identifier: 'first' })
    expect(await kindsFound(article)).toEqual([30023])
    expect(await kindsFound(bytesToHex(bob))).toEqual([])
  })

  it('R-27: finds transactions by the start of their id or address, in either case where there are two', async () => {
    for (const q of [txid, 'AB12ab', address, address.slice(0, 12).toUpperCase(), `bitcoin:${address}?amount=1`]) {
      const { results } = await search(q, '&category=transactions')
      expect(results, q).toEqual([
        {
          category: 'transactions',
          txid,
          date: '2026-01-02T03:04:05.000Z',
          value: 5000,
          address,
          confirmations: 3,
          fee_sats: 212,
        },
      ])
    }
    for (const q of ['ab1', 'ab13', "' OR 1=1", 'ab12%'])
      expect((await search(q, '&category=transactions')).results).toEqual([])
  })

  it('finds a pending payment that the wallet has not reported yet', async () => {
    const sent = {
      txid: 'cd34'.repeat(16),
      feeRate: 2,
      amount: 700,
      recipient_address: 'bcrt1qsent',
      timestamp: '2026-02-01T00:00:00Z',
      enable_rbf: true,
    }
    await relay.call('/api/pending-transactions', { token, body: sent })
    for (const q of ['cd34', 'bcrt1qsent'])
      expect((await search(q)).results).toMatchObject([{ txid: sent.txid, value: -700, confirmations: null }])
  })

  it('gives no more than was asked for', async () => {
    expect((await search(adaKey, '&limit=2&category=events')).results).toHaveLength(2)
  })

  it('says what took too long, and gives the rest', async () => {
    vi.spyOn(relay.context.events, 'query').mockImplementationOnce(() => {
      throw new QueryTooCostly('too long')
    })
    const { results, unfinished } = await search('ab12')
    expect([results.length, unfinished]).toEqual([1, ['events']])
  })

  it('stops reading when the request is abandoned', async () => {
    let stopped: AbortSignal | undefined
    vi.spyOn(relay.context.events, 'query').mockImplementationOnce((_filters, options) => {
      stopped = options?.signal
      return (async function* () {
        await new Promise(resolve => stopped?.addEventListener('abort', resolve))
        yield* []
      })()
    })
    const leave = new AbortController()
    const asked = fetch(`${relay.adminUrl}/api/search?q=hornets`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leave.signal,
    })
    await expect.poll(() => stopped).toBeDefined()
    leave.abort()
    await expect(asked).rejects.toThrow()
    await expect.poll(() => stopped?.aborted).toBe(true)
  })
})

describe('subscribers and files', () => {
  const [carol, dora] = [generateSecretKey(), generateSecretKey()] as const
  const [carolKey, doraKey] = [getPublicKey(carol), getPublicKey(dora)]
  const [kept, trashed] = [`cafe${'01'.repeat(30)}`, `cafe${'02'.repeat(30)}`]
  const payTo = 'bcrt1qsubscriber0carol'
  beforeAll(async () => {
    await save(0, JSON.stringify({ name: 'carol' }), [], carol)
    await save(0, JSON.stringify({ name: 'dora carolsdaughter' }), [], dora)
    await relay.context.events.catchUp()
    const row = { pubkey: carolKey, address: payTo, allotted_at: now * 1000, since: null, tier: '1 GB per month' }
    await relay.context.adminDatabase.transact(tx =>
      tx
        .insertInto('subscribers')
        .values({ ...row, run_started_at: null, expires_at: null, total_bytes: 0, noticed: 0, gives: '' })
        .execute(),
    )
    relay.context.relayDatabase.transactReplayable(tx => {
      for (const [hash, name, isTrashed] of [
        [kept, 'Nest plan.pdf', 0],
        [trashed, 'Nest old.pdf', 1],
      ] as const) {
        tx.run(
          `INSERT INTO files (hash, mime, bytes, received_at, name, folded, owner, trashed)
           VALUES (?, 'application/pdf', 1000, ?, ?, ?, ?, ?)`,
          ...([hash, now, name, name.toLowerCase(), doraKey, isTrashed] as const),
        )
        tx.run('INSERT INTO file_owners (hash, pubkey, uploaded_at, shared) VALUES (?, ?, ?, 0)', hash, doraKey, now)
      }
    })
  })
  const found = async (q: string, category: string) =>
    (await search(q, `&category=${category}`)).results as Record<string, unknown>[]
  const asked: [string, string][] = [
    ['name', 'carol'],
    ['the beginning of a name', 'caro'],
    ['npub', nip19.npubEncode(carolKey)],
    ['nprofile', `nostr:${nip19.nprofileEncode({ pubkey: carolKey })}`],
    ['hex', carolKey],
    ['the beginning of hex', carolKey.slice(0, 8).toUpperCase()],
    ['address', payTo],
    ['the beginning of an address in capitals', payTo.slice(0, 16).toUpperCase()],
    ['payment link', `bitcoin:${payTo}?amount=0.1`],
  ]

  it('finds events by id, author and text, subscribers, files and transactions without a named category (HOUSE-02)', async () => {
    const author = generateSecretKey()
    const { id, pubkey } = await save(1, 'the queen of the nest', [], author)
    await relay.context.events.catchUp()
    const hits = async (q: string) => (await search(q)).results as Record<string, unknown>[]
    for (const q of [id, pubkey, 'queen'])
      expect(await hits(q)).toContainEqual(expect.objectContaining({ category: 'events', id }))
    const wanted = [
      ['carol', { category: 'subscribers', pubkey: carolKey }],
      ['nest plan', { category: 'files', hash: kept }],
      [txid.slice(0, 10), { category: 'transactions', txid }],
    ] as const
    for (const [q, hit] of wanted) expect(await hits(q)).toContainEqual(expect.objectContaining(hit))
  })

  it.each(asked)('finds a subscriber by %s, and no keys with only a profile (HOUSE-02)', async (_name, q) => {
    expect(await found(q, 'subscribers')).toEqual([
      {
        category: 'subscribers',
        pubkey: carolKey,
        name: 'carol',
        status: 'unpaid',
        tier: '1 GB per month',
        address: payTo,
      },
    ])
  })

  it.each(asked)('shows no subscriber to a viewer or moderator: by %s', async (_name, q) => {
    for (const role of ['viewer', 'moderator', 'operator'] as const) {
      const { token: theirs } = await putAdmin(relay, role)
      const { body } = await relay.call(`/api/search?q=${encodeURIComponent(q)}`, { token: theirs })
      const isSubscriber = ({ category }: { category: string }) => category === 'subscribers'
      expect([role, body.results.filter(isSubscriber).length]).toEqual([role, role === 'operator' ? 1 : 0])
      if (role !== 'operator') expect(JSON.stringify(body)).not.toContain(payTo)
    }
  })

  it('finds people by name, by its beginning and by key for a moderator, and none for a viewer', async () => {
    const secret = generateSecretKey()
    await save(0, JSON.stringify({ name: 'Wilhelmine' }), [], secret)
    await relay.context.events.catchUp()
    const wilhelmine = getPublicKey(secret)
    const person = { category: 'people', pubkey: wilhelmine, name: 'Wilhelmine' }
    for (const q of ['wilhelmine', 'Wilh', wilhelmine, `nostr:${nip19.npubEncode(wilhelmine)}`]) {
      for (const [role, people] of [
        ['viewer', []],
        ['moderator', [person]],
      ] as const) {
        const { token: theirs } = await putAdmin(relay, role)
        const { body } = await relay.call(`/api/search?q=${q}&category=people`, { token: theirs })
        expect([q, role, body]).toEqual([q, role, { results: people, unfinished: [] }])
      }
    }
  })

  it('finds a stranger by npub, whose page opens too, but not by hex, which can be any id', async () => {
    const stranger = getPublicKey(generateSecretKey())
    expect(await found(nip19.npubEncode(stranger), 'people')).toEqual([
      { category: 'people', pubkey: stranger, name: null },
    ])
    expect(await found(stranger, 'people')).toEqual([])
  })

  it.each([
    ['a part of its name', 'st plan', [kept]],
    ['its hash', kept, [kept]],
    ['the beginning of hashes, in the trash too', 'CAFE0', [kept, trashed]],
    ['its blossom address', `blossom:${trashed}.pdf`, [trashed]],
    ['the npub of its owner', nip19.npubEncode(doraKey), [kept]],
    ['the name of its owner', 'carolsdaughter', [kept]],
    ['too short a beginning', 'caf', []],
    ['signs that stand for others in patterns', '%', []],
  ])('finds a file by %s', async (_name, q, hashes) => {
    expect((await found(q, 'files')).map(({ hash }) => hash)).toEqual(hashes)
  })

  it('tells every role of a file what the list of files tells', async () => {
    const { token: theirs } = await putAdmin(relay, 'viewer')
    const { body } = await relay.call(`/api/search?q=${kept}`, { token: theirs })
    expect(body.results).toEqual([
      {
        category: 'files',
        hash: kept,
        name: 'Nest plan.pdf',
        mime: 'application/pdf',
        size: 1000,
        owner: doraKey,
        uploaded_at: new Date(now * 1000).toISOString(),
        status: 'stored',
      },
    ])
  })
})

describe('opening an event', () => {
  it('says that it is not there', async () => {
    const answer = await relay.call(`/api/events/${'0'.repeat(64)}`, { token })
    expect([answer.status, answer.body.error]).toEqual([404, 'This relay does not have this event'])
    expect((await relay.call('/api/events/abc', { token })).status).toBe(400)
  })

  it('gives it whole, with the name of the author', async () => {
    const author = generateSecretKey()
    await save(0, JSON.stringify({ display_name: ' Zoe Z. ' }), [], author)
    const event = await save(1, 'whole', [['t', 'x']], author)
    const { body } = await relay.call(`/api/events/${event.id}`, { token })
    expect(body).toEqual({ event, author: 'Zoe Z.' })
  })
})
