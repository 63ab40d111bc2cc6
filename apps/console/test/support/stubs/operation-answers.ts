import { transferMessages } from '@hornets/contract/admin/events/transfer-messages'
import type { HealthReport } from '@hornets/contract/admin/notifications/health-report'
import type { ShownAlertRule } from '@hornets/contract/admin/operation/alerts'
import type { ConnectedClient } from '@hornets/contract/admin/operation/clients'
import type { EventEngineState } from '@hornets/contract/admin/operation/event-engine'
import { firstSteps } from '@hornets/contract/admin/operation/first-steps'
import type { LogLine } from '@hornets/contract/admin/operation/logs'
import type { Need } from '@hornets/contract/admin/operation/needs'
import type { OutsideView } from '@hornets/contract/admin/operation/outside-view'
import { secretNames } from '@hornets/contract/admin/operation/secrets'
import type { SettingsVersion } from '@hornets/contract/admin/settings/history'

const needs: Need[] = [
  { kind: 'health', urgency: 'high', what: 'store_away', subject: '' },
  { kind: 'cases', urgency: 'medium', count: 4 },
  { kind: 'setup', urgency: 'medium', what: 'backup', subject: '' },
  { kind: 'refunds', urgency: 'medium', count: 1 },
  { kind: 'payments', urgency: 'low', count: 2 },
  { kind: 'health', urgency: 'low', what: 'version_out', subject: '1.5.0', running: '1.4.0' },
]

const gigabyte = 2 ** 30

const outsideView: OutsideView = {
  address: 'wss://relay.example/',
  relays: [
    { url: 'wss://monitors.example', asked_at: '2026-08-31T11:45:00Z', error: null },
    { url: 'wss://away.example', asked_at: '2026-08-31T11:45:00Z', error: transferMessages.unreachable },
  ],
  reports: ['c'.repeat(64), 'd'.repeat(64)].map((monitor, at) => ({
    monitor,
    relay: 'wss://monitors.example',
    at: '2026-08-31T11:40:00Z',
    open_ms: 120 + at,
    read_ms: 48,
    write_ms: at === 0 ? 95 : null,
  })),
}

export const healthReport: HealthReport = {
  disk: { state: 'warn', free_bytes: 1.5 * gigabyte, total_bytes: 80 * gigabyte, reserve_bytes: gigabyte / 2 },
  memory: {
    state: 'ok',
    used_bytes: 0.31 * gigabyte,
    heap_bytes: 0.1 * gigabyte,
    available_bytes: 2.2 * gigabyte,
    total_bytes: 4 * gigabyte,
  },
  processor: { state: 'ok', share: 0.12, cores: 2, load: 0.4 },
  processes: {
    state: 'bad',
    each: [
      {
        number: 1,
        machine: { host: 'serving-1', address: '10.0.0.2' },
        is_running: true,
        connections: 211,
        used_bytes: 0.12 * gigabyte,
        share: 0.31,
        p99_ms: 6.3,
      },
      { number: 2, machine: null, is_running: false, connections: 0, used_bytes: 0, share: 0, p99_ms: 0 },
    ],
  },
  event_loop: { state: 'ok', median_ms: 0.1, p99_ms: 4.2, max_ms: 38 },
  databases: {
    state: 'bad',
    files: [
      { name: 'admin.db', bytes: 12_000_000, is_damaged: false },
      { name: 'events.lmdb', bytes: 5_400_000_000, is_damaged: true },
      { name: 'relay.db', bytes: 80_000_000, is_damaged: false },
    ],
  },
  standby: { state: 'off', machines: [] },
  text_index: { state: 'ok', bytes: 900_000_000 },
  certificates: { state: 'ok', hosts: [{ host: 'relay.example', ends_at: '2026-11-20T12:00:00Z' }] },
  outside: { state: 'ok', monitors: 2, newest_at: '2026-08-31T11:40:00Z' },
  clock: { state: 'ok', offset_ms: -300 },
  chain: { state: 'ok', sight: 'seen' },
  mail: { state: 'off' },
  queues: { state: 'ok', connections: 214, unsent_bytes: 1_200_000, images: 3 },
  rounds: { state: 'ok', count: 34, bad: 0 },
  backup: { state: 'warn', last_at: null },
  version: {
    state: 'warn',
    running: '1.4.0',
    newest: '1.5.0',
    node: 'v24.11.0',
    verifier: 'native',
    started_at: '2026-08-30T12:00:00Z',
  },
  history: Array.from({ length: 120 }, (_, at) => ({
    at: '2026-08-30T12:00:00Z',
    share: 0.1 + 0.05 * Math.sin(at / 9),
    used_bytes: 3e8 + 1e6 * at,
    p99_ms: at % 17 === 0 ? 20 : 4,
  })),
}

const clients: ConnectedClient[] = [
  {
    id: 41,
    address: '203.0.113.7',
    agent: 'nostr-tools/2.17',
    pubkeys: ['b'.repeat(64)],
    subscriptions: 12,
    events: 5321,
    requests: 89,
    events_per_minute: 240,
    requests_per_minute: 3,
    unsent_bytes: 120_000,
    since: '2026-08-30T12:00:00Z',
  },
  {
    id: 7,
    address: '2001:db8:85a3::8a2e:370:7334',
    agent: '',
    pubkeys: [],
    subscriptions: 1,
    events: 0,
    requests: 1,
    events_per_minute: 0,
    requests_per_minute: 0,
    unsent_bytes: 0,
    since: '2026-08-30T11:00:00Z',
  },
  {
    id: 3,
    address: '127.0.0.1',
    agent: 'long'.repeat(50),
    pubkeys: [],
    subscriptions: 20,
    events: 1,
    requests: 1_000_000,
    events_per_minute: 0,
    requests_per_minute: 1200,
    unsent_bytes: 0,
    since: '2026-08-29T11:00:00Z',
  },
]
const plan = {
  schedule: 'daily',
  hour: 3,
  encryption: 'passphrase',
  place: '/srv/backups/hive',
  is_remote: false,
  tests: true,
  keep: { daily: 7, weekly: 4, monthly: 12 },
  recipient: `age1${'q'.repeat(58)}`,
}

const run = (id: number, kind: string, day: string, more: object = {}) => ({
  id,
  kind,
  state: 'done',
  by: null,
  began_at: `${day}T03:00:00Z`,
  ended_at: `${day}T03:04:00Z`,
  snapshot: `${day}T03-00-00-000Z`,
  files: 12_345,
  bytes: 48_318_382_080,
  error: null,
  ...more,
})

const snapshot = (day: string, bytes: number) => ({
  name: `${day}T03-00-00-000Z`,
  created_at: `${day}T03:00:00Z`,
  version: '1.4.0',
  is_encrypted: true,
  files: 12_345,
  bytes,
  new_bytes: 812_646_400,
})

export const newSteps = firstSteps.map(what => ({ what, is_done: what === 'client' }))

const versions: SettingsVersion[] = [
  {
    id: 41,
    section: 'general',
    at: '2026-08-30T11:20:00Z',
    actor: 'a'.repeat(64),
    actor_name: 'Ada Lovelace',
    before: { port: '9000', private_key: 'changed' },
    after: { port: '9100', private_key: 'changed' },
    is_newest: true,
  },
  {
    id: 38,
    section: 'relay_info',
    at: '2026-08-29T18:05:00Z',
    actor: null,
    actor_name: '',
    before: { relayname: 'Nest', relaydescription: 'Old' },
    after: { relayname: 'Hive', relaydescription: 'For beekeepers and their friends' },
    is_newest: true,
  },
]

const alerts: ShownAlertRule[] = [
  {
    id: 1,
    rule: { metric: 'disk_free', threshold: 10, minutes: 5, channels: ['push', 'mail'], is_urgent: true, is_on: true },
    value: 1.9,
    since: '2026-08-30T11:20:00Z',
    is_alerting: true,
  },
  {
    id: 2,
    rule: { metric: 'node_away', threshold: 1, minutes: 15, channels: ['nostr'], is_urgent: false, is_on: true },
    value: 0,
    since: null,
    is_alerting: false,
  },
  {
    id: 3,
    rule: { metric: 'open_cases', threshold: 20, minutes: 0, channels: [], is_urgent: false, is_on: false },
    value: 4,
    since: null,
    is_alerting: false,
  },
]

const logLines: LogLine[] = [
  {
    id: 3,
    at: '2026-08-30T11:59:00Z',
    level: 'error',
    message: 'a round failed',
    details: '{\n  "round": "exchange_rates",\n  "err": {\n    "message": "ETIMEDOUT"\n  }\n}',
  },
  { id: 2, at: '2026-08-30T11:58:00Z', level: 'warn', message: 'maintenance is over', details: '' },
  {
    id: 1,
    at: '2026-08-30T11:57:00Z',
    level: 'info',
    message: 'ready',
    details: '{\n  "publicUrl": "ws://127.0.0.1:9001"\n}',
  },
]

const tasks = (['backup', 'exchange_rates'] as const).map((name, at) => ({
  name,
  every_ms: 60_000,
  is_running: false,
  is_late: false,
  last_at: '2026-08-31T11:59:00Z',
  last_duration_ms: 240,
  last_error: at === 1 ? 'ETIMEDOUT' : null,
}))

const copiedMove = {
  engine: 'postgres' as const,
  place: 'database.example/hornets',
  state: 'copied' as const,
  began_at: '2026-08-31T11:40:00Z',
  ended_at: '2026-08-31T11:45:00Z',
  events: null,
  error: null,
  progress: null,
}
export const copiedEngine = {
  engine: 'embedded' as const,
  place: 'events.lmdb',
  is_restart_offered: true,
  move: copiedMove,
} satisfies EventEngineState

const noSecret = { since: null, is_older: false, variable: null, is_done: false }

const release = {
  changesLanguage: 'en',
  version: '0.1.0',
  installation: 'clone',
  changes: [
    { title: '', entries: ['The first version.'] },
    {
      title: 'Relay',
      entries: [
        'Compressed websockets for clients that ask (`COMPRESSION=off`: never).',
        'Search gives the best match first.',
      ],
    },
    {
      title: 'Operation',
      entries: ['`npm run update` copies the data and updates a clone, or puts the version before back.'],
    },
  ],
}

export const fullOperation = {
  '/api/release': release,
  '/api/logs': { lines: logLines, has_more: false },
  '/api/alerts': { rules: alerts },
  '/api/secrets': {
    secrets: secretNames.map(what => ({
      what,
      since: what === 'sessions' ? null : '2026-03-01T08:00:00Z',
      is_older: what === 'mail',
      is_set: what !== 'proxy',
      variable: what === 'metrics' ? 'METRICS_TOKEN' : null,
      is_done: what === 'wallet',
    })),
    began_at: '2026-02-28T08:00:00Z',
  },
  '/api/settings-history': { versions, has_more: true },
  '/api/provisional-settings': { change: null },
  '/api/first-steps': { steps: newSteps, is_hidden: true },
  '/api/clients': { clients, count: 120 },
  '/api/health/report': healthReport,
  '/api/health/outside': outsideView,
  '/api/health/rounds': { rounds: tasks },
  '/api/restart': { isOffered: true },
  '/api/event-engine': copiedEngine,
  '/api/needs': { needs },
  '/api/backup': {
    plan,
    runs: [
      run(4, 'backup', '2026-08-30', { state: 'running', ended_at: null, snapshot: null, files: null, bytes: null }),
      run(3, 'test', '2026-08-29'),
      run(2, 'backup', '2026-08-29'),
      run(1, 'backup', '2026-08-28', { state: 'failed', bytes: null, error: 'ENOSPC: no space left on device, write' }),
    ],
    progress: { step: 'files', done: 8123, total: 12_345 },
    next_at: '2026-08-31T03:00:00Z',
  },
  '/api/backup/snapshots': {
    snapshots: [snapshot('2026-08-29', 48_318_382_080), snapshot('2026-08-27', 47_244_640_256)],
  },
}

export const emptyOperation = {
  '/api/release': { ...release, installation: 'files', changes: [] },
  '/api/logs': { lines: [], has_more: false },
  '/api/alerts': { rules: [] },
  '/api/secrets': {
    secrets: secretNames.map(what => ({ ...noSecret, what, is_set: what === 'sessions' })),
    began_at: null,
  },
  '/api/settings-history': { versions: [], has_more: false },
  '/api/provisional-settings': { change: null },
  '/api/first-steps': { steps: newSteps, is_hidden: true },
  '/api/clients': { clients: [], count: 0 },
  '/api/restart': { isOffered: false },
  '/api/event-engine': { ...copiedEngine, is_restart_offered: false, move: null },
  '/api/health/report': { ...healthReport, history: [] },
  '/api/health/outside': { ...outsideView, relays: [], reports: [] },
  '/api/needs': { needs: [] },
  '/api/backup': {
    plan: { ...plan, schedule: 'off', encryption: 'none', place: '', recipient: '', tests: false },
    runs: [],
    progress: null,
    next_at: null,
  },
  '/api/backup/snapshots': { snapshots: [] },
}
