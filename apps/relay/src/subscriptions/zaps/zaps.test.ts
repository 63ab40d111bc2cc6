import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RelaySettings, relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import type { NostrEvent } from '@hornets/contract/nostr'
import { createLogger } from '@hornets/server/process/logger'
import { Rounds } from '@hornets/server/rounds'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isGenuine, payer, relay, server, set, start, stranger, zapBy } from '../../../test/support/zaps.ts'
import { AdminDatabase } from '../../database/admin-database.ts'
import { Dice } from '../../demo/history/dice.ts'
import { InvoiceStore } from '../invoices/invoice-store.ts'
import { Ledger } from '../ledger/ledger.ts'
import { Zaps } from './zaps.ts'

describe('zaps as payments', () => {
  let [now, isOn] = [start, true]
  let database: AdminDatabase
  let zaps: Zaps
  let folder: string
  const stored: NostrEvent[] = []
  const node = {
    isConnected: false as boolean | null,
    isAway: false,
    paid: new Set<string>(),
    hasWallet: false,
    hasAnswered: false,
  }
  const address = {
    lud16: 'hornet@pay.example' as string | null,
    signer: server.pubkey as string | null,
    isAway: false,
  }
  const invoice = {
    payment_hash: 'ab'.repeat(32),
    pubkey: stranger.pubkey,
    sats: 5000,
    tier: '1 GB per month',
    invoice: 'lnbc1',
    created_at: start,
    expires_at: start,
    state: 'expired',
  }
  const listeners = new Set<() => void>()
  let settings: RelaySettings

  beforeEach(async () => {
    ;[now, isOn] = [start, true]
    stored.length = 0
    Object.assign(node, { isConnected: false, isAway: false, paid: new Set(), hasWallet: false, hasAnswered: false })
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
  async function open(): Promise<Zaps> {
    const ledger = new Ledger({ reads: database.reads, relaySettings, rateAt: async () => null, now: () => now })
    const opened = new Zaps({
      database,
      ledger,
      relaySettings,
      isGenuine,
      now: () => now,
      rounds: new Rounds({ now: () => now, logger: createLogger({ name: 'test', level: 'silent' }) }),
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
        hasAnswered: () => node.hasAnswered,
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
      'payment',
      'purchase',
      'payment',
      'purchase',
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

  it('count only when a connected node received them, even if it confirms later', async () => {
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
    ['has reported', () => Object.assign(node, { hasWallet: true })],
    ['has answered', () => Object.assign(node, { hasAnswered: true })],
    ['has made an invoice', () => database.transact(tx => new InvoiceStore(database.reads).insertInvoice(tx, invoice))],
  ])('wait for a wallet that is away and %s', async (_, appear) => {
    node.isConnected = null
    await appear()
    const faked = zapBy()
    await arrive(faked.event)
    expect((await credited()).size).toBe(0)
    node.isConnected = true
    await lookAgain()
    expect((await credited()).size).toBe(0)
    node.paid.add(faked.paymentHash)
    await lookAgain()
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
