import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { createLogger } from '@hornets/server/process/logger'
import { Rounds } from '@hornets/server/rounds'
import { Bus } from '../apps/relay/src/bus/bus.ts'
import { AdminDatabase, type AdminTransaction } from '../apps/relay/src/database/admin-database.ts'
import { toPubkeyHex } from '../apps/relay/src/keys/nostr-keys.ts'
import { openSubscriptions } from '../apps/relay/src/subscriptions/open-subscriptions.ts'
import { hex } from '../apps/relay/test/support/drafts.ts'
import { openStore } from '../apps/relay/test/support/open-store.ts'
import { median, printFigure, rounded } from './figures.ts'

// 100,000 subscribers with a million entries: how long do the strip, the list, one timeline, the numbers and the report
// take, and how long a block that pays 500 of them? Each has a limit; what is above it fails the run.

const bench = 'subscriptions'
const subscribers = 100_000
const entriesOfEach = 10
const blockPayments = 500
const pushedAtOnce = 200
const readMillisMax = 100
const blockMillisMax = 1000
const rounds = 5
const rowsAtOnce = 500

const now = Date.parse('2026-11-20T12:00:00Z')
const dayMs = 86_400_000
const tiers = [
  { datalimit: '1 GB per month', price: '10000' },
  { datalimit: '5 GB per month', price: '25000' },
]
const pubkeys = Array.from({ length: subscribers }, (_, index) => hex(`subscriber ${index}`))

const logger = createLogger({ name: 'bench', level: 'error' })
const folder = await mkdtemp(join(tmpdir(), 'subscriptions-bench-'))
const database = await AdminDatabase.open(join(folder, 'admin.db'))
const events = await openStore()
const settings = { ...relaySettingsDefaults, subscription_tiers: tiers }
await fill()
const bus = new Bus(error => logger.error({ err: error }, 'a listener failed'))
const subscriptions = await openSubscriptions({
  database,
  audit: { recordChange: async () => {} } as never,
  box: undefined as never,
  mails: { isOn: false } as never,
  bus,
  publisher: undefined,
  judgeReader: () => null,
  events: events.store,
  relaySettings: { current: () => settings, onChange: () => () => {} },
  rates: { nearest: async () => 8_640_000 },
  namesOf: async () => new Map(),
  findIntended: async () => new Map(),
  isChainSeen: async () => true,
  unknownPayments: async () => new Set(),
  isChainRead: async () => true,
  isExempt: () => false,
  otherKeys: async () => [],
  relayName: () => 'Bench',
  names: { subscribeUrl: () => undefined },
  signedCalls: undefined as never,
  isGenuine: () => true,
  lightning: undefined,
  hasWallet: async () => false,
  relayPubkey: () => '',
  requests: undefined,
  rounds: new Rounds({ now: () => now, logger }),
  now: () => now,
  logger,
})
try {
  const { subscribers: people, payments } = subscriptions
  const page = { limit: 20, sort: 'newest', status: 'paying', q: undefined, after: undefined } as const
  const { next } = await people.list(page)
  const known = pubkeys.find(pubkey => toPubkeyHex(pubkey) !== null) ?? ''
  await measure('strip, 12 faces', () => people.faces({ page: 1, limit: 12 }))
  await measure('list, first page', () => people.list(page))
  await measure('list, next page', () => people.list({ ...page, after: next ?? undefined }))
  await measure('list, those in grace by their end', () => people.list({ ...page, status: 'grace', sort: 'expiry' }))
  await measure('counts by status and tier', () => people.counts())
  await measure('timeline of one', () => people.timeline({ pubkey: known }, { limit: 50, after: undefined }))
  await measure('notifications, unread', () => payments.inbox.notifications({ page: 1, limit: 10, filter: 'unread' }))
  await measure('payments, first page', () => payments.payments({ limit: 20 }))
  await measure('total earning', () => payments.earnings())
  await measure('report of 12 months', () => payments.report({}))
  await measure('statistics', () => payments.stats())
  await creditBlocks()
} finally {
  await subscriptions.close()
  await events.close()
  await database.close()
  await rm(folder, { recursive: true })
}

async function measure(figure: string, work: () => Promise<unknown>): Promise<void> {
  const millis: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await work()
    millis.push(performance.now() - started)
  }
  report(figure, median(millis), readMillisMax)
}

async function creditBlocks(): Promise<void> {
  const millis: number[] = []
  for (let round = 0; round < rounds; round++) {
    const lines = pubkeys
      .slice(round * blockPayments, (round + 1) * blockPayments)
      .map((pubkey, index) => ({
        txid: hex(`block ${round} ${index}`),
        vout: 0,
        output: `bcrt1q${pubkey}`,
        value_sats: 12_345,
        confirmations: 1,
        date: now,
        isGone: false,
      }))
    const started = performance.now()
    for (let at = 0; at < lines.length; at += pushedAtOnce) {
      const told = { lines: lines.slice(at, at + pushedAtOnce), removed: [] }
      await database.transact(tx => bus.emitWithin(tx, 'walletLines', told))
    }
    millis.push(performance.now() - started)
  }
  report(`block with ${blockPayments} payments`, median(millis), blockMillisMax)
}

function report(figure: string, millis: number, atMost: number): void {
  printFigure({ bench, figure, millis: rounded(millis, 1), atMost })
  if (millis > atMost) process.exitCode = 1
}

async function fill(): Promise<void> {
  for (let at = 0; at < subscribers; at += rowsAtOnce)
    await database.transact(tx => fillSome(tx, pubkeys.slice(at, at + rowsAtOnce), at))
  const months = Array.from({ length: 36 }, (_, index) => new Date(Date.UTC(2024, index)).toISOString().slice(0, 7))
  const sums = { new_subscribers: 10, renewed: 100, lost: 5, payments: 110, sats: 1_100_000, usd_cents: 90_000 }
  const rows = months.flatMap(month => tiers.map(({ datalimit: tier }) => ({ month, tier, ...sums, unpriced_sats: 0 })))
  await database.transact(tx => tx.insertInto('subscription_months').values(rows).execute())
}

async function fillSome(tx: AdminTransaction, keys: readonly string[], first: number): Promise<void> {
  const startOf = (index: number) => now - 365 * dayMs + ((first + index) % 300) * dayMs
  const tierOf = (index: number) => tiers[index % 2]?.datalimit ?? ''
  await tx
    .insertInto('subscribers')
    .values(
      keys.map((pubkey, index) => ({
        pubkey,
        address: `bcrt1q${pubkey}`,
        allotted_at: startOf(index),
        since: startOf(index),
        tier: tierOf(index),
        run_started_at: startOf(index),
        total_bytes: 2 ** 30,
        noticed: 0,
        gives: '',
        expires_at: now + ((first + index) % 120) * dayMs - 40 * dayMs,
        next_notice_at: now + dayMs,
      })),
    )
    .execute()
  const none = { bytes: 0, months: 0, days: 0, txid: null, vout: null, undoes: null, by: null, note: '', gives: '' }
  for (let number = 0; number < entriesOfEach; number++)
    await tx
      .insertInto('subscription_entries')
      .values(
        keys.map((pubkey, index) => ({
          ...none,
          pubkey,
          at: startOf(index) + number * dayMs,
          tier: number % 2 === 0 ? '' : tierOf(index),
          kind: number % 2 === 0 ? 'payment' : 'purchase',
          sats: number % 2 === 0 ? 10_000 : -10_000,
          months: number % 2,
          bytes: (number % 2) * 2 ** 30,
        })),
      )
      .execute()
  const coins = keys.map((pubkey, index) => ({
    txid: hex(`coin ${pubkey}`),
    vout: 0,
    pubkey,
    at: startOf(index),
    index,
  }))
  await tx
    .insertInto('subscription_coins')
    .values(
      coins.map(({ txid, vout, pubkey, at, index }) => ({
        txid,
        vout,
        pubkey,
        sats: 10_000,
        date: at,
        state: 'paid',
        credited_at: at,
        rate_cents: 8_640_000,
        tier: tierOf(index),
        is_new: 1,
      })),
    )
    .execute()
  await tx
    .insertInto('payment_notifications')
    .values(
      coins.map(({ txid, vout, pubkey, at, index }) => ({
        txid,
        vout,
        pubkey,
        amount_sats: 10_000,
        tier: tierOf(index),
        is_new: 1,
        expires_at: at,
        created_at: at,
        is_read: index % 50 === 0 ? 0 : 1,
        reversed_at: null,
      })),
    )
    .execute()
}
