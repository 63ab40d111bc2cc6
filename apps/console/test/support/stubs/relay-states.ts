import { adminEndpoints } from '@hornets/contract/admin'
import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { defaultsOf, settingsGroups } from '@hornets/contract/admin/settings'
import { emptySubscriptions, fullSubscriptions } from '../subscription-answers.ts'
import { accessAnswers } from './access-answers.ts'
import { emptyAccount, fullAccount } from './account-answers.ts'
import { busy } from './busy-answers.ts'
import { emptyOperation, fullOperation } from './operation-answers.ts'
import { filesAnswers } from './stub-files.ts'
import { type StubRelay, status } from './stub-relay.ts'
import { balance, playWallet } from './stub-wallet.ts'

const months = ['2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08']
const blocked = [
  {
    pubkey: 'b'.repeat(64),
    reason: 'Floods the relay',
    blocked_at: '2026-08-20T10:00:00Z',
    blocked_by: 'd'.repeat(64),
    blocked_by_name: 'Ada Lovelace',
  },
  { pubkey: 'c'.repeat(64), reason: '', blocked_at: '2026-08-19T09:30:00Z' },
]

/** 48 half hours. */
const historyBins = (first: number, accepted: number) =>
  Array.from({ length: 48 }, (_, index) => ({
    at: new Date(first + index * 1_800_000).toISOString(),
    accepted: accepted + ((index * 7) % 11),
    refused: index % 3,
    connections: 3,
    notes_bytes: 5_000_000_000 + index * 4_000_000,
    media_bytes: 21_000_000_000 + index * 30_000_000,
  }))

type Answers = Readonly<Record<string, unknown>>

const always: Answers = {
  '/user-exist': {
    exists: true,
    allowSignup: false,
    setupTokenRequired: false,
    recovery: 'mail',
    demo: false,
    message: 'User exists',
  },
  '/api/status': status,
  ...Object.fromEntries(
    settingsGroups.map(group => [`/api/settings/${group.name}`, { [group.name]: defaultsOf(group) }]),
  ),
}

const full: Answers = {
  ...fullAccount,
  ...fullSubscriptions,
  ...fullOperation,
  ...accessAnswers,
  '/api/barchartdata': months.map((month, index) => ({ month, notes_gb: 0.5 + index / 10, media_gb: 2 + index })),
  '/api/activitydata': months.map((month, index) => ({ month, total_gb: 2.5 + index })),
  '/api/relaycount': { kinds: 990, photos: 120, videos: 14, audio: 3, misc: 7 },
  '/api/timeseries': months.map((month, index) => ({
    month,
    profiles: 90 + 5 * index,
    lightning_addr: 40 + index,
    dht_key: 12 + index,
    lightning_and_dht: 4 + index,
  })),
  '/api/kinds': [
    { kindNumber: 1, kindCount: 900, totalSize: 4.5 },
    { kindNumber: 7, kindCount: 60, totalSize: 0.5 },
    { kindNumber: 30023, kindCount: 30, totalSize: 1.25 },
  ],
  ...Object.fromEntries(
    [1, 7, 30023].map(kind => [`/api/kind-trend/${kind}`, months.map(month => ({ month, totalSize: 0.5 }))]),
  ),
  '/api/history': {
    range: '24h',
    bin_seconds: 1800,
    bins: historyBins(Date.UTC(2026, 7, 30, 12), 20),
    before: historyBins(Date.UTC(2026, 7, 29, 12), 15),
    marks: [
      { at: '2026-08-30T18:10:00Z', what: 'release', detail: '0.1.0' },
      { at: '2026-08-31T09:20:00Z', what: 'settings', detail: 'relay_settings' },
    ],
  },
  ...filesAnswers(12),
  '/api/blocked-pubkeys': { blocked_pubkeys: blocked, count: blocked.length },
  '/api/relay-settings': {
    relay_settings: {
      ...relaySettingsDefaults,
      mode: 'whitelist',
      KindWhitelist: ['kind1', 'kind7'],
      MimeTypeWhitelist: ['image/png', 'video/mp4'],
      subscription_tiers: [
        { datalimit: '1 GB per month', price: '10000' },
        { datalimit: '5 GB per month', price: '40000', hidden: true },
      ],
      freeTierEnabled: true,
    },
  },
}

const empty: Answers = {
  ...emptyAccount,
  ...emptySubscriptions,
  ...emptyOperation,
  '/api/barchartdata': [],
  '/api/activitydata': [],
  '/api/relaycount': { kinds: 0, photos: 0, videos: 0, audio: 0, misc: 0 },
  '/api/timeseries': [],
  '/api/kinds': [],
  '/api/history': { range: '24h', bin_seconds: 1800, bins: [], before: [], marks: [] },
  ...filesAnswers(0),
  '/api/blocked-pubkeys': { blocked_pubkeys: [], count: 0 },
  '/api/relay-settings': { relay_settings: relaySettingsDefaults },
  '/api/balance/usd': { ...balance, latest_balance: 0, balance_usd: null, updated_at: null, rate_at: null },
  '/api/bitcoin-rates/last-30-days': [],
  '/api/transactions/latest': [],
  '/api/pending-transactions': [],
  '/api/addresses': [],
}

function give({ answers }: StubRelay, ...bodies: readonly Answers[]): void {
  for (const [path, body] of bodies.flatMap(Object.entries)) {
    checkAnswer(path, body)
    answers.set(`GET ${path}`, { body })
  }
}

/** A stub may answer only what a relay may answer. */
function checkAnswer(path: string, body: unknown): void {
  const matches = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)
  const reading = adminEndpoints.filter(one => one.method === 'GET')
  // A path of its own comes before one that any id fits into.
  const endpoint = reading.find(one => one.path === path) ?? reading.find(one => matches(one.path))
  if (!endpoint) throw new Error(`the contract has no GET ${path}`)
  const { error } = endpoint.answers[200]?.safeParse(body) ?? {}
  if (error) throw new Error(`GET ${path} answers otherwise: ${error.message}`)
}

export type RelayState = 'full' | 'busy' | 'empty' | 'failing'

/** Puts a stub relay and its wallet into a state that every page then shows. */
export function playState(relay: StubRelay, state: RelayState): void {
  playWallet(relay)
  const count = state === 'empty' ? 0 : 2
  relay.answers.set('POST /api/events/count', { body: { count, bytes: 512 * count, exact: true } })
  give(relay, always, state === 'empty' ? empty : full, state === 'busy' ? busy : {})
  relay.mood = state === 'failing' ? 'failing' : 'answering'
}
