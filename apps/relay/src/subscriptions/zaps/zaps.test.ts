import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type RelaySettings, relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import type { NostrEvent } from '@hornets/contract/nostr'
import { createLogger } from '@hornets/server/process/logger'
import { bech32 } from '@scure/base'
import { finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AdminDatabase } from '../../database/admin-database.ts'
import { Dice } from '../../demo/history/dice.ts'
import { Ledger } from '../ledger/ledger.ts'
import { askZapSigner, payUrlOf, zapAddress } from './lightning-address.ts'
import { readZapReceipt } from './zap-receipt.ts'
import { Zaps } from './zaps.ts'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const person = () => {
  const secret = generateSecretKey()
  return { secret, pubkey: getPublicKey(secret) }
}
const [relay, server, payer, stranger] = [person(), person(), person(), person()]
const start = Date.parse('2026-03-01T12:00:00Z')
const isGenuine = (event: NostrEvent) => verifyEvent({ ...event, tags: event.tags.map(tag => [...tag]) })

/** An invoice as BOLT 11 writes it; nobody here checks its signature. */
function invoiceOf(msats: number, descriptionHash: Buffer, paymentHash: Buffer): string {
  const field = (type: number, bytes: Buffer) => {
    const words = bech32.toWords(bytes)
    return [type, words.length >> 5, words.length & 31, ...words]
  }
  const words = [...Array(7).fill(0), ...field(1, paymentHash), ...field(23, descriptionHash), ...Array(104).fill(0)]
  return bech32.encode(`lnbc${msats * 10}p`, words, false)
}

interface Bent {
  readonly by?: typeof payer
  readonly signer?: typeof server
  readonly msats?: number
  readonly at?: number
  readonly preimage?: Buffer
  /** Changes the request before it is signed, or the receipt. */
  readonly request?: (tags: string[][]) => void
  readonly receipt?: (tags: string[][]) => void
}
function zapBy({ by = payer, signer = server, msats = 5_000_000, at = start, ...bent }: Bent = {}) {
  const preimage = bent.preimage ?? randomBytes(32)
  const tags = [
    ['relays', 'wss://relay.example'],
    ['amount', String(msats)],
    ['p', relay.pubkey],
  ]
  bent.request?.(tags)
  const signed = finalizeEvent({ kind: 9734, created_at: at / 1000 - 5, content: '', tags }, by.secret)
  const { kind, created_at, content, pubkey, id, sig } = signed
  const description = JSON.stringify({ kind, created_at, content, pubkey, id, sig, tags: signed.tags })
  const receipt = [
    ['p', relay.pubkey],
    ['bolt11', invoiceOf(msats, sha256(description), sha256(preimage))],
    ['description', description],
    ['preimage', preimage.toString('hex')],
  ]
  bent.receipt?.(receipt)
  const event = finalizeEvent({ kind: 9735, created_at: at / 1000, content: '', tags: receipt }, signer.secret)
  return { event: event as NostrEvent, paymentHash: sha256(preimage).toString('hex'), sats: msats / 1000 }
}
const set =
  (name: string, ...values: string[]) =>
  (tags: string[][]) => {
    const tag = tags.find(([first]) => first === name)
    if (tag) tag.splice(1, tag.length - 1, ...values)
    else tags.push([name, ...values])
  }
const read = (event: NostrEvent) => readZapReceipt(event, { recipient: relay.pubkey, isGenuine })

describe('a zap receipt', () => {
  it('names who paid, the payment and its whole satoshis', () => {
    const { event, paymentHash } = zapBy({ msats: 21_999 })
    expect(read(event)).toEqual({ payer: payer.pubkey, paymentHash, sats: 21, date: start })
  })

  it.each<[string, Bent]>([
    ['for another key', { receipt: set('p', stranger.pubkey) }],
    ['whose request is for another key', { request: set('p', stranger.pubkey) }],
    ['whose request names two keys', { request: tags => tags.push(['p', stranger.pubkey]) }],
    ['over another amount than requested', { request: set('amount', '9000000') }],
    ['for another description', { receipt: set('description', JSON.stringify({ ...zapBy().event })) }],
    ['with the invoice of another request', { receipt: set('bolt11', invoiceOf(5_000_000, sha256('x'), sha256('y'))) }],
    ['with another preimage', { receipt: set('preimage', '00'.repeat(32)) }],
    ['whose request expects another server', { request: set('P', stranger.pubkey) }],
    ['of an anonymous zap', { request: set('anon') }],
    ['of less than a satoshi', { msats: 999 }],
    ['without an invoice', { receipt: tags => tags.splice(1, 1) }],
  ])('%s does not count', (_, bent) => {
    expect(read(zapBy(bent).event)).toBeNull()
  })

  it('whose request somebody else signed does not count', () => {
    const forge = (tags: string[][]) => {
      const request = JSON.parse(tags[2]?.[1] ?? '')
      const description = JSON.stringify({ ...request, pubkey: stranger.pubkey })
      set('description', description)(tags)
      set('bolt11', invoiceOf(5_000_000, sha256(description), sha256('any')))(tags)
      set('preimage', '')(tags)
    }
    expect(read(zapBy({ receipt: forge }).event)).toBeNull()
  })
})

describe('a Lightning address', () => {
  const answering = (statusCode: number, text: string) => ({
    asked: [] as string[],
    async open(url: URL) {
      this.asked.push(url.href)
      return Object.assign(Readable.from([Buffer.from(text)]), { statusCode }) as never
    },
  })
  const says = (facts: object) => JSON.stringify({ tag: 'payRequest', ...facts })

  it('is asked for at its server', async () => {
    expect(payUrlOf('Hornet@Pay.Example')?.href).toBe('https://pay.example/.well-known/lnurlp/hornet')
    expect(payUrlOf('hornet@abc.onion')?.protocol).toBe('http:')
    for (const wrong of ['', 'hornet', 'a/b@pay.example', 'a@localhost', 'a@b@pay.example', 'a@pay.example/x'])
      expect(payUrlOf(wrong)).toBeNull()
    const requests = answering(200, says({ allowsNostr: true, nostrPubkey: server.pubkey }))
    const { lud16, askSigner } = zapAddress(requests, async () => 'Hornet@pay.example')
    expect(await lud16()).toBe('hornet@pay.example')
    expect(await askSigner('hornet@pay.example')).toBe(server.pubkey)
    expect(requests.asked).toEqual(['https://pay.example/.well-known/lnurlp/hornet'])
  })

  it.each([
    ['no zaps', 200, says({ allowsNostr: false, nostrPubkey: server.pubkey }), null],
    ['a wrong key', 200, says({ allowsNostr: true, nostrPubkey: 'npub1x' }), null],
  ])('with %s has no signer', async (_, status, text, signer) => {
    expect(await askZapSigner(answering(status, text), new URL('https://pay.example'))).toBe(signer)
  })

  it.each([
    ['an error', 200, '{"status":"ERROR","reason":"unknown"}'],
    ['another status', 404, says({})],
    ['too much', 200, ' '.repeat(70_000) + says({})],
  ])('that is answered by %s cannot be used', async (_, status, text) => {
    await expect(askZapSigner(answering(status, text), new URL('https://pay.example'))).rejects.toThrow()
  })
})

describe('zaps as payments', () => {
  let [now, isOn] = [start, true]
  let database: AdminDatabase
  let zaps: Zaps
  let folder: string
  const stored: NostrEvent[] = []
  const node = { isConnected: false as boolean | null, isAway: false, paid: new Set<string>(), hasWallet: false }
  const address = {
    lud16: 'hornet@pay.example' as string | null,
    signer: server.pubkey as string | null,
    isAway: false,
  }
  const listeners = new Set<() => void>()
  let settings: RelaySettings

  beforeEach(async () => {
    ;[now, isOn] = [start, true]
    stored.length = 0
    Object.assign(node, { isConnected: false, isAway: false, paid: new Set(), hasWallet: false })
    Object.assign(address, { lud16: 'hornet@pay.example', signer: server.pubkey, isAway: false })
    settings = { ...relaySettingsDefaults, subscription_tiers: [{ datalimit: '1 GB per month', price: '5000' }] }
    folder = await mkdtemp(join(tmpdir(), 'zaps-'))
    database = await AdminDatabase.open(join(folder, 'admin.db'))
    zaps = await open()
  })
  afterEach(async () => {
    await zaps.close()
    await database.close()
    await rm(folder, { recursive: true })
  })

  const relaySettings = {
    current: () => ({ ...settings, countZaps: isOn }),
    onChange: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  /** As at a start of the relay. */
  async function open(): Promise<Zaps> {
    const ledger = new Ledger({ relaySettings, rateAt: async () => null, now: () => now })
    const opened = new Zaps({
      ...{ database, ledger, relaySettings, isGenuine, now: () => now },
      events: {
        async *query() {
          yield { texts: () => stored.map(event => JSON.stringify(event)) } as never
        },
      },
      relayPubkey: () => relay.pubkey,
      lud16: async () => address.lud16,
      async askSigner() {
        if (address.isAway) throw new Error('away')
        return address.signer
      },
      lightning: {
        isConnected: async () => node.isConnected,
        async find(hash) {
          if (node.isAway) throw new Error('locked')
          return node.paid.has(hash) ? 'paid' : 'unknown'
        },
      },
      hasWallet: async () => node.hasWallet,
      onCredited: () => undefined,
      logger: createLogger({ name: 'test', level: 'silent' }),
    })
    opened.catchUp()
    await opened.settled()
    return opened
  }
  async function arrive(...events: readonly NostrEvent[]) {
    stored.push(...events)
    for (const event of events) zaps.take(event)
    await zaps.settled()
  }
  async function lookAgain() {
    zaps.catchUp()
    await zaps.settled()
  }
  async function credited(): Promise<Map<string, number>> {
    const rows = database.reads.selectFrom('subscription_entries').select(['pubkey', 'txid', 'sats'])
    const payments = await rows.where('kind', '=', 'payment').execute()
    expect(new Set(payments.map(({ txid }) => txid)).size).toBe(payments.length)
    return new Map(payments.map(({ txid, sats }) => [txid ?? '', sats]))
  }

  it('are credited once to who signed the request, and buy like any payment', async () => {
    const zap = zapBy()
    await arrive(zap.event, zap.event)
    await arrive(
      zapBy({ preimage: Buffer.alloc(32, 7) }).event,
      zapBy({ preimage: Buffer.alloc(32, 7), by: stranger }).event,
    )
    const all = await database.reads.selectFrom('subscription_entries').select(['kind', 'pubkey']).execute()
    expect(all.filter(({ pubkey }) => pubkey === payer.pubkey).map(({ kind }) => kind)).toEqual([
      ...['payment', 'purchase', 'payment', 'purchase'],
    ])
    expect(all.filter(({ pubkey }) => pubkey === stranger.pubkey)).toEqual([])
  })

  it('count only while it is on, from then on, and only with receipts of the address’s own server', async () => {
    isOn = false
    for (const listener of listeners) listener()
    await arrive(zapBy().event)
    isOn = true
    now += 3_600_000
    await lookAgain()
    await arrive(zapBy({ signer: stranger, at: now }).event)
    expect(await credited()).toEqual(new Map())
    expect(zaps.isWelcome(zapBy({ at: now }).event)).toBe(true)
    expect(zaps.isWelcome(zapBy({ signer: stranger }).event)).toBe(false)
    expect(zaps.isWelcome(zapBy({ receipt: set('p', stranger.pubkey) }).event)).toBe(false)
  })

  it('count by a connected node alone, which may be asked later; what it was never paid does not count', async () => {
    Object.assign(node, { isConnected: true, isAway: true })
    const [paid, faked] = [zapBy(), zapBy()]
    await arrive(paid.event, faked.event)
    expect(await credited()).toEqual(new Map())
    node.isAway = false
    node.paid.add(paid.paymentHash)
    await lookAgain()
    expect(await credited()).toEqual(new Map([[paid.paymentHash, 5000]]))
    now += 20 * 60_000
    await lookAgain()
    node.paid.add(faked.paymentHash)
    await lookAgain()
    expect((await credited()).size).toBe(1)
    Object.assign(node, { isConnected: null, hasWallet: true })
    await arrive(zapBy({ at: now }).event)
    expect((await credited()).size).toBe(1)
  })

  it.each([
    ['no_address', () => Object.assign(address, { lud16: null })],
    ['unreachable', () => Object.assign(address, { isAway: true })],
    ['no_zaps', () => Object.assign(address, { signer: null })],
    ['kind_refused', () => Object.assign(settings, { mode: 'blacklist', KindBlacklist: ['kind9735'] })],
  ])('cannot be switched on: %s', async (state, spoil) => {
    expect(await zaps.describe()).toEqual({ state: 'ready', lud16: 'hornet@pay.example', checked_by: 'server' })
    await zaps.assertCountable()
    now += 2 * 3_600_000
    spoil()
    expect(await zaps.describe()).toMatchObject({ state })
    await expect(zaps.assertCountable()).rejects.toMatchObject({ code: 'invalid_fields' })
  })

  it.each(Array.from({ length: 4 }, (_, index) => `seed ${index}`))(
    'the ledger equals the paid zaps, shuffled, repeated, with servers away and restarts between: %s',
    async seed => {
      const dice = new Dice(seed)
      node.isConnected = true
      const made = Array.from({ length: 12 }, (_, index) =>
        zapBy({ by: index % 2 ? payer : stranger, msats: 1_000_000 + index }),
      )
      for (const { paymentHash } of made) if (dice.chance(0.6)) node.paid.add(paymentHash)
      for (let step = 0; step < 25; step += 1) {
        Object.assign(node, { isAway: dice.chance(0.4) })
        Object.assign(address, { isAway: dice.chance(0.3) })
        if (dice.chance(0.2)) {
          await zaps.close()
          zaps = await open()
        } else if (dice.chance(0.3)) await lookAgain()
        else await arrive(dice.pick(made).event, dice.pick(made).event)
      }
      Object.assign(node, { isAway: false })
      Object.assign(address, { isAway: false })
      await arrive(...made.map(({ event }) => event).reverse())
      await lookAgain()
      const paid = made.filter(({ paymentHash }) => node.paid.has(paymentHash))
      expect(await credited()).toEqual(new Map(paid.map(({ paymentHash, sats }) => [paymentHash, Math.floor(sats)])))
    },
  )
})
