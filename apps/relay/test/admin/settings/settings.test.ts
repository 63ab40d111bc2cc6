import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultsOf, relayInfo, secretMask, settingsGroups, wallet, wireKey } from '@hornets/contract/admin/settings'
import { bytesToHex } from '@noble/hashes/utils.js'
import { getPublicKey, nip19 } from 'nostr-tools'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publicKeyOf } from '../../../src/keys/nostr-keys.ts'
import { newOperator, type Operator, type Relay, startRelay } from '../../harness.ts'

type Values = Record<string, unknown>

let relay: Relay
let operator: Operator
let token: string
const firstRead: Record<string, Values> = {}
let auditedBefore = 0
beforeAll(async () => {
  relay = await startRelay()
  ;({ operator, token } = await relay.signedIn())
  for (const { name } of settingsGroups) firstRead[name] = await get(name)
})
afterAll(() => relay.close())
beforeEach(async () => {
  for (const group of settingsGroups) {
    const { private_key: _key, api_key: _secret, ...defaults } = defaultsOf(group) as Values
    const own = group === relayInfo ? { relaypubkey: publicKeyOf(relay.context.settings.relayKey()) } : {}
    await save(group.name, { ...defaults, ...own })
  }
  auditedBefore = (await auditRows()).at(-1)?.id ?? auditedBefore
})

const get = async (group: string): Promise<Values> =>
  (await relay.call(`/api/settings/${group}`, { token })).body[group]
const save = (group: string, values: unknown) =>
  relay.call(`/api/settings/${group}`, { token, body: { [group]: values } })
const auditRows = () =>
  relay.context.adminDatabase.reads
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'settings.save')
    .where('id', '>', auditedBefore)
    .orderBy('id')
    .execute()

describe('reading settings', () => {
  it('API-30, SET-07, SET-22: returns each group under its name, with the full defaults, from the first read on', async () => {
    for (const group of settingsGroups) {
      const defaults: Values = defaultsOf(group)
      if (group.name === 'general') defaults.private_key = secretMask
      if (group.name === 'wallet') defaults.api_key = secretMask
      if (group.name === 'relay_info') defaults.relaypubkey = expect.stringMatching(/^[0-9a-f]{64}$/)
      expect(firstRead[group.name]).toEqual(defaults)
    }
    expect(settingsGroups).toHaveLength(12)
    for (const name of [
      'image_moderation',
      'content_filter',
      'nest_feeder',
      'ollama',
      'xnostr',
      'relay_info',
      'wallet',
      'general',
      'query_cache',
    ])
      expect(Object.keys((await relay.call(`/api/settings/${name}`, { token })).body)).toEqual([name])
  })

  it('contains no key of another group, and kinds in content_filter (fault 24)', async () => {
    expect(Object.keys(await get('relay_info')).every(key => key.startsWith('relay'))).toBe(true)
    expect(await get('content_filter')).toMatchObject({ full_text_kinds: [1] })
  })

  it('the relay names its own public key until another one is set, and follows a new private key (fault 8)', async () => {
    const private_key = bytesToHex(relay.context.settings.relayKey())
    expect(await get('relay_info')).toMatchObject({ relaypubkey: publicKeyOf(Buffer.from(private_key, 'hex')) })
    await save('relay_info', { ...(await get('relay_info')), relayname: 'Nest' })
    const { secretKey } = newOperator()
    await save('general', { private_key: nip19.nsecEncode(secretKey) })
    expect(await get('relay_info')).toMatchObject({ relaypubkey: getPublicKey(secretKey), relaydhtkey: '' })
    const other = newOperator()
    await save('relay_info', { relaypubkey: nip19.npubEncode(other.pubkey) })
    expect(await get('relay_info')).toMatchObject({ relaypubkey: other.pubkey })
    await save('general', { private_key })
    expect(await get('relay_info')).toMatchObject({ relaypubkey: other.pubkey })
    await save('relay_info', { relaypubkey: publicKeyOf(Buffer.from(private_key, 'hex')) })
    await save('general', { private_key: nip19.nsecEncode(secretKey) })
    expect(await get('relay_info')).toMatchObject({ relaypubkey: getPublicKey(secretKey) })
  })
})

describe('saving settings', () => {
  it('SET-08: accepts keys with and without prefix, and keeps missing ones (SAVE-01, SAVE-02)', async () => {
    await save('ollama', { ollama_model: 'mistral' })
    await save('ollama', { timeout: 500 })
    expect(await get('ollama')).toEqual({ url: 'http://localhost:11434/api/generate', model: 'mistral', timeout: 500 })
  })

  it('API-31: takes every key of every group with and without the prefix of the group (SAVE-01)', async () => {
    for (const group of settingsGroups) {
      const { private_key: _key, api_key: _secret, relaypubkey: _pubkey, ...defaults } = defaultsOf(group) as Values
      const prefixed = Object.fromEntries(
        Object.entries(defaults).map(([key, value]) => [`${group.name}_${key}`, value]),
      )
      for (const sent of [defaults, prefixed]) {
        const { status, body } = await save(group.name, sent)
        expect([group.name, status, body.fields]).toEqual([group.name, 200, undefined])
      }
    }
    await save('relay_info', { relay_info_relayname: 'Nest' })
    expect(await get('relay_info')).toMatchObject({ relayname: 'Nest' })
  })

  it.each<readonly [ids: string, group: string, values: Values]>([
    [
      'SET-23, SET-30, SET-32',
      'image_moderation',
      {
        api: 'http://judge.example/moderate',
        check_interval: 21,
        concurrency: 22,
        enabled: true,
        mode: 'full',
        temp_dir: tmpdir(),
        threshold: 0.2,
        timeout: 23,
      },
    ],
    ['SET-29, SET-30, SET-31', 'image_moderation', { enabled: true, mode: 'strict', temp_dir: tmpdir() }],
    [
      'SET-33, SET-34, SET-37',
      'content_filter',
      { cache_size: 102, cache_ttl: 24, enabled: true, full_text_kinds: [1, 7, 1984, 9735, 10_002, 30_023] },
    ],
    [
      'SET-39, SET-44, SET-45',
      'nest_feeder',
      { cache_size: 104, cache_ttl: 25, enabled: true, timeout: 26, url: 'http://feeder.example/feed' },
    ],
    ['SET-46, SET-49, SET-51', 'ollama', { model: 'orca-mini', timeout: 27, url: 'http://model.example/api' }],
    ['SET-52, SET-55', 'wallet', { api_key: 'its new key', explorer_url: '', name: 'safe' }],
    [
      'SET-56, SET-60',
      'general',
      { demo_mode: true, port: '9200', proxy: false, relay_stats_db: 'mine.db', service_tag: 'hive', web: false },
    ],
    ['SET-59', 'general', { relay_stats_db: '', service_tag: '' }],
    [
      'SET-61, SET-66',
      'relay_info',
      {
        relaycontact: 'mailto:b@example.org',
        relaydescription: 'For all',
        relaydhtkey: 'd2',
        relayname: 'Hive',
        relaypubkey: '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
        relaysoftware: 'hives',
        relaysupportednips: [1, 11, 65],
        relayversion: '2.0',
      },
    ],
    [
      'SET-64',
      'relay_info',
      {
        relaycontact: '',
        relaydescription: '',
        relaydhtkey: '',
        relaysoftware: '',
        relaysupportednips: [],
        relayversion: '',
      },
    ],
    [
      'SET-72, SET-73, SET-75',
      'xnostr',
      {
        browser_path: 'any text: ü ?',
        browser_pool_size: 2,
        check_interval: 31,
        concurrency: 4,
        enabled: true,
        nitter: { instances: [], requests_per_minute: 5, failure_threshold: 2, recovery_threshold: 1 },
        temp_dir: tmpdir(),
        update_interval: 25,
        verification_intervals: {
          full_verification_interval_days: 31,
          follower_update_interval_days: 8,
          max_verification_attempts: 6,
        },
      },
    ],
  ])('%s: holds what the form of %s posts in each field', async (_ids, name, values) => {
    const group = settingsGroups.find(one => one.name === name) as (typeof settingsGroups)[number]
    const posted = Object.fromEntries(Object.entries(values).map(([key, value]) => [wireKey(group, key), value]))
    expect((await save(name, posted)).status).toBe(200)
    const shown = 'api_key' in values ? { ...values, api_key: secretMask } : values
    expect(await get(name)).toMatchObject(shown)
    if ('api_key' in values) expect(relay.context.settings.get(wallet).api_key).toBe(values.api_key)
  })

  it('SET-65: keeps all NIPs that can be chosen, even those that the relay does not implement', async () => {
    const relaysupportednips = [1, 2, 4, 5, 9, 11, 12, 15, 16, 20, 22, 26, 28, 33, 40, 42, 50, 56, 65, 78]
    expect((await save('relay_info', { relaysupportednips })).status).toBe(200)
    expect(await get('relay_info')).toMatchObject({ relaysupportednips })
  })

  it('SET-38: full_text_kinds is taken bare, and prefixed as well', async () => {
    await save('content_filter', { content_filter_enabled: true, full_text_kinds: [1, 30023] })
    expect(await get('content_filter')).toMatchObject({ enabled: true, full_text_kinds: [1, 30023] })
    await save('content_filter', { content_filter_full_text_kinds: [1984] })
    expect(await get('content_filter')).toMatchObject({ enabled: true, full_text_kinds: [1984] })
  })

  it('SET-14, SET-15: a client that sends back everything it has read, prefixed, changes nothing', async () => {
    const identity = bytesToHex(relay.context.settings.relayKey())
    for (const group of settingsGroups) {
      const read = await get(group.name)
      const sent = Object.fromEntries(Object.entries(read).map(([key, value]) => [wireKey(group, key), value]))
      const answer = await save(group.name, sent)
      expect([group.name, answer.status, answer.body.restart]).toEqual([group.name, 200, []])
      expect(await get(group.name)).toEqual(read)
    }
    expect(bytesToHex(relay.context.settings.relayKey())).toBe(identity)
    expect(await auditRows()).toEqual([])
  })

  it('SET-72, SET-73: of nested values only the top key carries the prefix', async () => {
    const nitter = {
      instances: [{ url: 'https://nitter.example', priority: 1 }],
      requests_per_minute: 5,
      failure_threshold: 2,
      recovery_threshold: 1,
    }
    expect((await save('xnostr', { xnostr_nitter: nitter })).status).toBe(200)
    expect(await get('xnostr')).toMatchObject({ nitter, browser_pool_size: 3 })
    const wrong = await save('xnostr', { xnostr_nitter: { ...nitter, requests_per_minute: 0 } })
    expect(wrong.body.fields).toEqual({ 'nitter.requests_per_minute': 'Value must be at least 1' })
  })

  it('SET-68, SET-69, SET-71: query_cache is a free map, replaced as a whole, each value in its type', async () => {
    await save('query_cache', { ' enabled ': true, max_entries: 500, note: 'kept' })
    expect(await get('query_cache')).toEqual({ enabled: true, max_entries: 500, note: 'kept' })
    expect((await save('query_cache', { a: { deep: true } })).status).toBe(400)
    expect((await save('query_cache', { a: 1, ' a ': 2 })).body.fields).toEqual({ a: 'This key already exists' })
    expect((await save('query_cache', {})).status).toBe(200)
    expect(await get('query_cache')).toEqual({})
  })

  it('SET-67: adds and edits pairs of query_cache, and removes those that a save leaves out', async () => {
    await save('query_cache', { enabled: true, max_entries: 500 })
    await save('query_cache', { max_entries: 600, note: 'new' })
    expect(await get('query_cache')).toEqual({ max_entries: 600, note: 'new' })
  })

  it('the answer names what counts at the next start only', async () => {
    const answer = await save('general', { port: '9500', service_tag: 'mine', web: true })
    expect(answer.body).toEqual({ message: 'Settings saved', restart: ['port', 'service_tag'] })
  })

  it("notifies a group's subscribers after the save with new values, and only of changes", async () => {
    const heard: string[] = []
    relay.context.settings.onChange(relayInfo, ({ relayname }) => heard.push(relayname))
    await save('relay_info', { relayname: 'Nest' })
    await save('relay_info', { relayname: 'Nest' })
    await save('ollama', { timeout: 700 })
    expect(heard).toEqual(['Nest'])
  })

  it('two saves at the same moment both count', async () => {
    await Promise.all([save('ollama', { model: 'phi' }), save('ollama', { timeout: 900 })])
    expect(await get('ollama')).toMatchObject({ model: 'phi', timeout: 900 })
  })

  it('records each change in the audit log with before and after', async () => {
    await save('relay_info', { relayname: 'Nest', relaycontact: '' })
    const rows = await auditRows()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ actor: operator.pubkey, target: 'relay_info', outcome: 'done', ip: '127.0.0.1' })
    expect(JSON.parse(rows[0]?.before ?? '')).toEqual({ relayname: 'H.O.R.N.E.T.S Nostr Relay' })
    expect(JSON.parse(rows[0]?.after ?? '')).toEqual({ relayname: 'Nest' })
  })
})

it('records each save of each group, of the relay settings and of the rights in the audit log, with secrets as changed alone (SAVE-06)', async () => {
  const hidden = Array.from({ length: 5 }, () => Buffer.from(newOperator().secretKey).toString('hex'))
  const [private_key, api_key, mail, bucket, proxy] = hidden
  const earlier = [bytesToHex(relay.context.settings.relayKey()), relay.context.settings.get(wallet).api_key]
  const saves: [string, Values, string?][] = [
    ['image_moderation', { threshold: 0.55 }],
    ['content_filter', { cache_size: 4321 }],
    ['nest_feeder', { timeout: 777 }],
    ['ollama', { model: 'phi' }],
    ['relay_info', { relayname: 'Nest' }],
    ['wallet', { name: 'till', api_key }, 'api_key'],
    ['general', { service_tag: 'owls', private_key }, 'private_key'],
    ['query_cache', { mine: 1 }],
    ['xnostr', { concurrency: 2 }],
    ['email', { server: 'mail.example', user: 'relay@mail.example', password: mail }, 'password'],
    ['s3', { address: 'https://s3.example/bucket', access_key: 'ann', secret_key: bucket }, 'secret_key'],
    ['outgoing', { user: 'ann', password: proxy }, 'password'],
  ]
  expect(saves.map(([group]) => group)).toEqual(settingsGroups.map(({ name }) => name))
  for (const [group, values] of saves) expect([group, (await save(group, values)).status]).toEqual([group, 200])
  const others = [
    ['/api/relay-settings', { relay_settings: { mode: 'blacklist', KindBlacklist: ['kind7'] } }],
    ['/api/access', { access: { min_pow: 3 } }],
  ] as const
  for (const [path, body] of others) expect((await relay.call(path, { token, body })).status).toBe(200)
  const { entries } = (await relay.call('/api/audit?limit=100', { token })).body
  const told = entries
    .filter(({ id, action }: { id: number; action: string }) => id > auditedBefore && action.endsWith('.save'))
    .map(({ actor, target, after }: Values) => [actor, target, after])
  const expected = saves.map(([group, values, secret]) => [
    operator.pubkey,
    group,
    { ...values, ...(secret && { [secret]: 'changed' }) },
  ])
  expect(told.reverse().slice(0, saves.length)).toEqual(expected)
  expect(told.slice(saves.length)).toEqual([
    [operator.pubkey, expect.any(String), expect.objectContaining({ KindBlacklist: ['kind7'] })],
    [operator.pubkey, expect.any(String), expect.objectContaining({ min_pow: 3 })],
  ])
  const exported = (await relay.call('/api/audit/export', { token })).body as string
  expect(exported).toContain('mail.example')
  for (const secret of [...hidden, ...earlier])
    expect([JSON.stringify(entries), exported].join('').toLowerCase()).not.toContain(secret)
})

describe('secrets', () => {
  it('masks the relay key, and keeps it when the mask or other keys are posted (fault 7, IDENT-06)', async () => {
    const private_key = bytesToHex(relay.context.settings.relayKey())
    expect(private_key).toMatch(/^[0-9a-f]{64}$/)
    expect(await get('general')).toMatchObject({ private_key: '********' })
    expect((await save('general', { private_key: '********', service_tag: 'x' })).status).toBe(200)
    await save('general', { demo_mode: true })
    expect(bytesToHex(relay.context.settings.relayKey())).toBe(private_key)
  })

  it('SET-58: accepts a new key as nsec or hex, stores it as hex, and never returns it (IDENT-07)', async () => {
    const { secretKey } = newOperator()
    const hex = Buffer.from(secretKey).toString('hex')
    await save('general', { private_key: nip19.nsecEncode(secretKey) })
    expect(bytesToHex(relay.context.settings.relayKey())).toBe(hex)
    expect(await get('general')).toMatchObject({ private_key: secretMask })
    const other = Buffer.from(newOperator().secretKey).toString('hex')
    await save('general', { private_key: other.toUpperCase() })
    expect(bytesToHex(relay.context.settings.relayKey())).toBe(other)
    expect(await get('general')).toMatchObject({ private_key: secretMask })
  })

  it('keeps secrets out of the database and audit log in plain text (SAVE-06)', async () => {
    const secret = 'my-very-own-wallet-secret'
    await save('wallet', { wallet_api_key: secret })
    const private_key = bytesToHex(relay.context.settings.relayKey())
    const files = await Promise.all(
      ['admin.db', 'admin.db-wal'].map(name => readFile(join(relay.dataDir, name)).catch(() => Buffer.alloc(0))),
    )
    const bytes = Buffer.concat(files)
    expect(bytes.includes(secret)).toBe(false)
    expect(bytes.includes(private_key)).toBe(false)
    const [row] = await auditRows()
    expect(JSON.parse(row?.after ?? '')).toEqual({ api_key: 'changed' })
  })

  it('demo mode opens nothing of the real relay (fault 6)', async () => {
    await save('general', { demo_mode: true })
    for (const path of ['/api/status', '/api/settings/general', '/api/blocked-pubkeys'])
      expect((await relay.call(path)).status).toBe(401)
  })
})
