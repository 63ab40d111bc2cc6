import { bytesToHex } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Relay, startRelay } from '../../harness.ts'

let relay: Relay
let token: string
beforeAll(async () => {
  relay = await startRelay()
  ;({ token } = await relay.signedIn())
})
afterAll(() => relay.close())

const get = async (group: string): Promise<Record<string, unknown>> =>
  (await relay.call(`/api/settings/${group}`, { token })).body[group]
const save = (group: string, values: unknown) =>
  relay.call(`/api/settings/${group}`, { token, body: { [group]: values } })
const nitterAt = (url: string) => ({
  instances: [{ url, priority: 1 }],
  requests_per_minute: 5,
  failure_threshold: 2,
  recovery_threshold: 1,
})
const auditRows = () =>
  relay.context.adminDatabase.reads.selectFrom('audit_log').selectAll().where('action', '=', 'settings.save').execute()

describe('refused settings', () => {
  it('API-30, API-31: returns 404 with its text for an unknown group, to read and to save (SAVE-04)', async () => {
    for (const answer of [
      await relay.call('/api/settings/none', { token }),
      await save('none', {}),
      await relay.call('/api/settings/none', { token, body: { ollama: {} } }),
      await relay.call('/api/settings/constructor', { token }),
    ])
      expect([answer.status, answer.body.error]).toEqual([404, 'Unknown settings group'])
  })

  it('API-31: saves nothing if one field is wrong, and names each wrong one without prefix (SAVE-03)', async () => {
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
    const right = await save('image_moderation', { image_moderation_timeout: 61 })
    expect([right.status, right.body.message]).toEqual([200, expect.stringMatching(/./)])
    expect(await get('image_moderation')).toMatchObject({ timeout: 61 })
    await save('image_moderation', { image_moderation_timeout: 60 })
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
    ['SET-24', 'image_moderation', { api: ' ' }, 'api', 'Please enter the API endpoint'],
    ['SET-27', 'image_moderation', { concurrency: 0 }, 'concurrency', 'Value must be at least 1'],
    ['SET-28', 'image_moderation', { timeout: 0 }, 'timeout', 'Value must be at least 1'],
    ['SET-36', 'content_filter', { cache_ttl: 0 }, 'cache_ttl', 'Value must be at least 1'],
    ['SET-40', 'nest_feeder', { url: '' }, 'url', 'This field is required!'],
    ['SET-41', 'nest_feeder', { cache_size: 99 }, 'cache_size', 'Value must be at least 100'],
    ['SET-42', 'nest_feeder', { cache_ttl: 0 }, 'cache_ttl', 'Value must be at least 1'],
    ['SET-43', 'nest_feeder', { timeout: 0 }, 'timeout', 'Value must be at least 1'],
    ['SET-48', 'ollama', { model: '' }, 'model', 'Please select an Ollama model'],
    ['SET-50', 'ollama', { timeout: 0 }, 'timeout', 'Value must be at least 1'],
  ])('%s: %s refuses %j', async (_id, group, values, field, message) => {
    const answer = await save(group, values)
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual({ [field]: message })
  })

  it.each([
    ['image_moderation', { api: 'http://me:word-of-mine@host' }, 'api'],
    ['nest_feeder', { url: 'me:word-of-mine@host:8001' }, 'url'],
    ['ollama', { url: 'https://word-of-mine@host/api' }, 'url'],
    ['xnostr', { nitter: nitterAt('https://me:word-of-mine@host') }, 'nitter.instances.0.url'],
    ['relay_info', { relaycontact: 'https://me:word-of-mine@host' }, 'relaycontact'],
    ['relay_info', { relaysoftware: 'https://me:word-of-mine@host' }, 'relaysoftware'],
    ['query_cache', { redis: 'redis://:word-of-mine@host' }, 'redis'],
  ])('%s refuses a name and password in an address, %j, and stores them nowhere', async (group, values, field) => {
    const { status, body } = await save(group, values)
    expect([status, body.fields]).toEqual([400, { [field]: expect.stringContaining('remove name and password') }])
    expect(JSON.stringify([await get(group), await auditRows()])).not.toContain('word-of-mine')
  })

  it('a key that the group does not have is refused by its name', async () => {
    for (const key of ['nonsense', 'ollama_nonsense', 'toString', '__proto__x', 'constructor']) {
      const answer = await save('ollama', { [key]: 1 })
      expect(answer.status).toBe(400)
      expect(answer.body.fields).toEqual({ [key]: 'This setting does not exist' })
    }
  })

  it('a key of the free map that no object can keep is refused, not dropped', async () => {
    expect((await save('query_cache', { ' __proto__ ': 1, max_entries: 5 })).status).toBe(400)
    expect(await get('query_cache')).toEqual({})
  })

  it('a key given twice, with and without its prefix, is refused', async () => {
    const answer = await save('ollama', { model: 'mistral', ollama_model: 'phi' })
    expect([answer.status, answer.body.fields]).toEqual([400, { model: 'This key already exists' }])
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
    const before = bytesToHex(relay.context.settings.relayKey())
    const answer = await save('general', { private_key })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toHaveProperty('private_key')
    expect(bytesToHex(relay.context.settings.relayKey())).toBe(before)
  })

  it.each([
    'admin.db',
    'relay.db',
    'RELAY.DB-wal',
    'admin.db-shm',
    'relay.lock',
    'secret.key',
    'setup-token',
    'media',
    'events.lmdb',
    'events.lmdb-lock',
    'event-text.db',
    'relay-before-lmdb.db',
    'data.mdb',
    'reserve',
    'running',
    '../relay_stats.db',
    'a/b.db',
    '..',
    'a'.repeat(101),
  ])('refuses %s as the statistics file', async relay_stats_db => {
    const answer = await save('general', { relay_stats_db })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['relay_stats_db']])
  })
})
