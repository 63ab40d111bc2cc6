import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultsOf, general, relayInfo, secretMask, settingsGroups, wireKey } from '@hornets/contract/admin/settings'
import { getPublicKey, nip19 } from 'nostr-tools'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publicKeyOf } from '../../src/nostr-keys.ts'
import { makeDataDir, newOperator, type Operator, type Relay, startRelay } from '../harness.ts'

type Values = Record<string, unknown>

let relay: Relay
let operator: Operator
let token: string
beforeEach(async () => {
  relay = await startRelay()
  ;({ operator, token } = await relay.signedIn())
})
afterEach(() => relay.close())

const get = async (group: string): Promise<Values> =>
  (await relay.call(`/api/settings/${group}`, { token })).body[group]
const save = (group: string, values: unknown) =>
  relay.call(`/api/settings/${group}`, { token, body: { [group]: values } })
const auditRows = () =>
  relay.context.adminDatabase.reads.selectFrom('audit_log').selectAll().where('action', '=', 'settings.save').execute()

describe('what is refused', () => {
  it('an unknown group is a 404 with its text, to read and to save', async () => {
    for (const answer of [
      await relay.call('/api/settings/none', { token }),
      await save('none', {}),
      await relay.call('/api/settings/constructor', { token }),
    ])
      expect([answer.status, answer.body.error]).toEqual([404, 'Unknown settings group'])
  })

  it('API-31: one wrong field saves nothing, and every wrong field is named by its key without prefix', async () => {
    const answer = await save('image_moderation', {
      image_moderation_threshold: 1.1,
      image_moderation_timeout: 0,
      image_moderation_enabled: true,
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      error: 'Value must be between 0 and 1',
      code: 'invalid_fields',
      fields: { threshold: 'Value must be between 0 and 1', timeout: 'Value must be at least 1' },
    })
    expect(await get('image_moderation')).toMatchObject({ threshold: 0.4, timeout: 60, enabled: false })
    expect(await auditRows()).toEqual([])
  })

  it.each([
    ['SET-25', 'image_moderation', { threshold: -0.1 }, 'threshold', 'Value must be between 0 and 1'],
    ['SET-26', 'image_moderation', { check_interval: 0 }, 'check_interval', 'Value must be at least 1'],
    ['SET-35', 'content_filter', { cache_size: 99 }, 'cache_size', 'Value must be at least 100'],
    ['SET-47', 'ollama', { url: 'abc' }, 'url', 'Please enter a valid URL'],
    ['SET-53', 'wallet', { name: '' }, 'name', 'Please enter a wallet name'],
    ['SET-54', 'wallet', { api_key: '' }, 'api_key', 'Please enter the wallet API key'],
    ['SET-57', 'general', { port: '90a0' }, 'port', 'Port must be a number'],
    ['SET-58', 'general', { private_key: '' }, 'private_key', 'Please enter the private key'],
    ['SET-62', 'relay_info', { relayname: '' }, 'relayname', 'Please enter the relay name'],
    ['SET-63', 'relay_info', { relaypubkey: '' }, 'relaypubkey', 'Please enter the relay public key'],
    ['SET-26', 'image_moderation', { check_interval: '30' }, 'check_interval', 'Value must be at least 1'],
  ])('%s: %s refuses %j', async (_id, group, values, field, message) => {
    const answer = await save(group, values)
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual({ [field]: message })
  })

  it('a key that the group does not have is refused by its name', async () => {
    for (const key of ['nonsense', 'ollama_nonsense', 'toString', '__proto__x', 'constructor']) {
      const answer = await save('ollama', { [key]: 1 })
      expect(answer.status).toBe(400)
      expect(answer.body.fields).toEqual({ [key]: 'There is no such setting' })
    }
  })

  it('a key given twice, with and without its prefix, is refused', async () => {
    const answer = await save('ollama', { model: 'mistral', ollama_model: 'phi' })
    expect([answer.status, answer.body.fields]).toEqual([400, { model: 'This key is there already' }])
  })

  it.each([
    ['no group', {}],
    ['another group', { general: { web: false } }],
    ['a second group', { ollama: {}, general: { web: false } }],
    ['a list', { ollama: [] }],
  ])('a body with %s is refused', async (_name, body) => {
    const answer = await relay.call('/api/settings/ollama', { token, body })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_fields'])
    expect(await get('general')).toMatchObject({ web: true })
  })

  it.each([
    ['nsec with a wrong checksum', `nsec1${'q'.repeat(58)}`],
    ['zero', '0'.repeat(64)],
    ['a number above the order of the curve', 'f'.repeat(64)],
    ['half a key', 'a'.repeat(32)],
  ])('a private key that is %s is refused', async (_name, private_key) => {
    const before = relay.context.settings.get(general).private_key
    const answer = await save('general', { private_key })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toHaveProperty('private_key')
    expect(relay.context.settings.get(general).private_key).toBe(before)
  })

  it.each(['admin.db', 'relay.db', 'secret.key', 'setup-token', '../relay_stats.db', 'a/b.db'])(
    'the statistics may not be written to %s',
    async relay_stats_db => {
      const answer = await save('general', { relay_stats_db })
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['relay_stats_db']])
    },
  )
})

describe('what is read', () => {
  it('API-30, SET-07, SET-22: each of the nine groups has its full defaults from the first read on', async () => {
    for (const group of settingsGroups) {
      const defaults: Values = defaultsOf(group)
      if (group.name === 'general') defaults.private_key = secretMask
      if (group.name === 'wallet') defaults.api_key = secretMask
      if (group.name === 'relay_info') defaults.relaypubkey = expect.stringMatching(/^[0-9a-f]{64}$/)
      expect(await get(group.name)).toEqual(defaults)
    }
    expect(settingsGroups).toHaveLength(9)
  })

  it('no answer holds a key of another group, and content_filter has its kinds (fault 24)', async () => {
    expect(Object.keys(await get('relay_info')).every(key => key.startsWith('relay'))).toBe(true)
    expect(await get('content_filter')).toMatchObject({ full_text_kinds: [1] })
  })

  it('the relay names its own public key until another one is set, and follows a new private key (fault 8)', async () => {
    const { private_key } = relay.context.settings.get(general)
    expect(await get('relay_info')).toMatchObject({ relaypubkey: publicKeyOf(private_key) })
    const { secretKey } = newOperator()
    await save('general', { private_key: nip19.nsecEncode(secretKey) })
    expect(await get('relay_info')).toMatchObject({ relaypubkey: getPublicKey(secretKey), relaydhtkey: '' })
    const other = newOperator()
    await save('relay_info', { relaypubkey: nip19.npubEncode(other.pubkey) })
    expect(await get('relay_info')).toMatchObject({ relaypubkey: other.pubkey })
    await save('general', { private_key })
    expect(await get('relay_info')).toMatchObject({ relaypubkey: other.pubkey })
    await save('relay_info', { relaypubkey: publicKeyOf(private_key) })
    await save('general', { private_key: nip19.nsecEncode(secretKey) })
    expect(await get('relay_info')).toMatchObject({ relaypubkey: getPublicKey(secretKey) })
  })
})

describe('what is saved', () => {
  it('SET-08, SET-32: keys are taken with and without prefix; those that are missing keep their value', async () => {
    await save('ollama', { ollama_model: 'mistral' })
    await save('ollama', { timeout: 500 })
    expect(await get('ollama')).toEqual({ url: 'http://localhost:11434/api/generate', model: 'mistral', timeout: 500 })
  })

  it('SET-38: full_text_kinds is taken bare, and prefixed as well', async () => {
    await save('content_filter', { content_filter_enabled: true, full_text_kinds: [1, 30023] })
    expect(await get('content_filter')).toMatchObject({ enabled: true, full_text_kinds: [1, 30023] })
    await save('content_filter', { content_filter_full_text_kinds: [1984] })
    expect(await get('content_filter')).toMatchObject({ enabled: true, full_text_kinds: [1984] })
  })

  it('SET-14, SET-15: a client that sends back everything it has read, prefixed, changes nothing', async () => {
    const identity = relay.context.settings.get(general).private_key
    for (const group of settingsGroups) {
      const read = await get(group.name)
      const sent = Object.fromEntries(Object.entries(read).map(([key, value]) => [wireKey(group, key), value]))
      const answer = await save(group.name, sent)
      expect([group.name, answer.status, answer.body.restart]).toEqual([group.name, 200, []])
      expect(await get(group.name)).toEqual(read)
    }
    expect(relay.context.settings.get(general).private_key).toBe(identity)
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
    await save('query_cache', { max_entries: 600 })
    expect(await get('query_cache')).toEqual({ max_entries: 600 })
    expect((await save('query_cache', { a: { deep: true } })).status).toBe(400)
    expect((await save('query_cache', { a: 1, ' a ': 2 })).body.fields).toEqual({ a: 'This key is there already' })
    expect((await save('query_cache', {})).status).toBe(200)
    expect(await get('query_cache')).toEqual({})
  })

  it('the answer names what counts at the next start only', async () => {
    const answer = await save('general', { port: '9500', service_tag: 'mine', web: true })
    expect(answer.body).toEqual({ message: 'Settings saved', restart: ['port', 'service_tag'] })
  })

  it('who runs on a group is told after the save, with the new values, and only when they changed', async () => {
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

  it('each change stands in the audit log with before and after', async () => {
    await save('relay_info', { relayname: 'Nest', relaycontact: '' })
    const rows = await auditRows()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ actor: operator.pubkey, target: 'relay_info', outcome: 'done', ip: '127.0.0.1' })
    expect(JSON.parse(rows[0]?.before ?? '')).toEqual({ relayname: 'H.O.R.N.E.T.S Nostr Relay' })
    expect(JSON.parse(rows[0]?.after ?? '')).toEqual({ relayname: 'Nest' })
  })
})

describe('secrets', () => {
  it('the mask posted back changes nothing, and a partial save never blanks a key (fault 7)', async () => {
    const { private_key } = relay.context.settings.get(general)
    expect(private_key).toMatch(/^[0-9a-f]{64}$/)
    expect((await save('general', { private_key: secretMask, service_tag: 'x' })).status).toBe(200)
    await save('general', { demo_mode: true })
    expect(relay.context.settings.get(general).private_key).toBe(private_key)
  })

  it('SET-58: a new key is taken as nsec or hex and kept as hex, and is never sent back', async () => {
    const { secretKey } = newOperator()
    const hex = Buffer.from(secretKey).toString('hex')
    await save('general', { private_key: nip19.nsecEncode(secretKey) })
    expect(relay.context.settings.get(general).private_key).toBe(hex)
    expect(await get('general')).toMatchObject({ private_key: secretMask })
    await save('general', { private_key: hex.toUpperCase() })
    expect(relay.context.settings.get(general).private_key).toBe(hex)
  })

  it('neither the database nor the audit log holds a secret in clear', async () => {
    const secret = 'my-very-own-wallet-secret'
    await save('wallet', { wallet_api_key: secret })
    const { private_key } = relay.context.settings.get(general)
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

describe('across a restart', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await makeDataDir()
  })
  afterAll(async () => {
    const { rm } = await import('node:fs/promises')
    await rm(dataDir, { recursive: true })
  })

  it('values, secrets and the claim are there again', async () => {
    const first = await startRelay({ dataDir })
    const { token } = await first.signedIn()
    const body = { relay_info: { relayname: 'Nest' } }
    await first.call('/api/settings/relay_info', { token, body })
    const { private_key } = first.context.settings.get(general)
    await first.close()

    const second = await startRelay({ dataDir })
    expect(second.context.settings.get(general).private_key).toBe(private_key)
    expect(second.context.settings.get(relayInfo).relayname).toBe('Nest')
    expect((await second.call('/user-exist')).body.exists).toBe(true)
    expect((await second.call('/api/status', { token })).status).toBe(200)
    await second.close()
  })

  it('secrets whose key file has been replaced are not overwritten: the start says so', async () => {
    const { writeFile } = await import('node:fs/promises')
    await writeFile(join(dataDir, 'secret.key'), Buffer.alloc(32, 1))
    await expect(startRelay({ dataDir })).rejects.toThrow('secret.key in the data folder is not the key that sealed it')
  })
})
