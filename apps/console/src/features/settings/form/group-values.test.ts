import {
  contentFilter,
  type Group,
  general,
  imageModeration,
  nestFeeder,
  ollama,
  relayInfo,
  secretMask,
  settingsGroups,
  wallet,
  xnostr,
} from '@hornets/contract/admin/settings'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../../api/calls/client.ts'
import { changedKeys, editedBody, overlayBody, readValues } from './group-values.ts'
import { sameValue } from './same-value.ts'
import { loadGroup, saveGroup } from './save-group.ts'

const loadedFrom = (group: Group) => readValues(group, {})
const sentKeys = (group: Group) => Object.keys(overlayBody(group, loadedFrom(group), {})[group.name] ?? {}).sort()
/** The calls that a save makes to a server that holds these values beside its own. */
async function saved(group: Group, held: object) {
  const sent: { readonly path: string; readonly body: Record<string, object> }[] = []
  const client = createClient({
    token: () => 'token',
    onUnauthorized: () => {},
    onNoToken: () => {},
    async send({ method, path, body }) {
      if (method === 'GET') return { [group.name]: held }
      sent.push({ path, body: body as Record<string, object> })
      return { message: 'Saved', restart: [] }
    },
  })
  await saveGroup(client, group, loadedFrom(group), {})
  return sent
}
/** The keys that a save posts, by the name of the group in the body. */
async function posted(group: Group) {
  const sent = await saved(group, group === wallet ? { api_key: secretMask } : {})
  return sent.map(({ path, body }) => {
    const keys = Object.entries(body).map(([name, values]) => [name, Object.keys(values).sort()] as const)
    return { path, keys: Object.fromEntries(keys) }
  })
}

describe('reading a group', () => {
  it('SET-07, SET-08: takes the object under the group name, keys without prefix', () => {
    expect(readValues(ollama, { ollama: { url: 'http://a', model: 'phi', timeout: 5 } })).toEqual({
      url: 'http://a',
      model: 'phi',
      timeout: 5,
    })
  })

  it.each(settingsGroups)('API-30, SET-07: loads $name by its name, from the object of that name', async group => {
    const asked: string[] = []
    const client = createClient({
      token: () => 'token',
      onUnauthorized: () => {},
      onNoToken: () => {},
      async send({ method, path }) {
        asked.push(`${method} ${path}`)
        return { [group.path]: { mine: 'another' }, [group.name]: { mine: 'this' } }
      },
    })
    expect(await loadGroup(client, group)).toMatchObject({ mine: 'this' })
    expect(asked).toEqual([`GET /api/settings/${group.name}`])
  })

  it('SET-08, R-40: accepts prefixed keys from the server', () => {
    expect(readValues(ollama, { ollama: { ollama_url: 'http://a' } })).toMatchObject({ url: 'http://a' })
  })

  it('SET-30: a field that the server does not send shows its default', () => {
    expect(readValues(imageModeration, { image_moderation: {} })).toMatchObject({ mode: 'basic' })
  })

  it('SET-08, SET-38: full_text_kinds has no prefix on either way', () => {
    expect(readValues(contentFilter, { content_filter: { full_text_kinds: [1, 1984] } }).full_text_kinds).toEqual([
      1, 1984,
    ])
    const prefixed = ['cache_size', 'cache_ttl', 'enabled'].map(key => `content_filter_${key}`)
    expect(sentKeys(contentFilter)).toEqual([...prefixed, 'full_text_kinds'])
    const edited = { enabled: true, full_text_kinds: [1] }
    expect(Object.keys(overlayBody(contentFilter, {}, edited).content_filter ?? {})).toEqual([
      'content_filter_enabled',
      'full_text_kinds',
    ])
  })
})

describe('which fields are dirty', () => {
  const loaded = loadedFrom(xnostr)

  it('SET-10: none after the load, and none when a change is taken back', () => {
    expect(changedKeys(xnostr, loaded, structuredClone(loaded))).toEqual([])
    expect(changedKeys(xnostr, loaded, { ...loaded, concurrency: 3 })).toEqual([])
  })

  it('SET-10: a change deep in a nested field counts as that field', () => {
    const nitter = { ...(loaded.nitter as object), failure_threshold: 9 }
    expect(changedKeys(xnostr, loaded, { ...loaded, nitter, concurrency: 4 })).toEqual(['concurrency', 'nitter'])
  })

  it('keys of the server that the form has no field for are never dirty', () => {
    expect(changedKeys(ollama, { ...loadedFrom(ollama), extra: 1 }, loadedFrom(ollama))).toEqual([])
  })
})

describe('SET-14, SET-15: saving a prefixed group', () => {
  it("overlays edits on the server's current values and returns unknown keys with their prefix", () => {
    const current = { url: 'http://changed-meanwhile', model: 'phi', timeout: 5, keep_alive: '5m' }
    expect(overlayBody(ollama, current, { timeout: 9 })).toEqual({
      ollama: {
        ollama_url: 'http://changed-meanwhile',
        ollama_model: 'phi',
        ollama_timeout: 9,
        ollama_keep_alive: '5m',
      },
    })
  })

  it.each(settingsGroups.filter(({ prefixed }) => prefixed))(
    'sends back a key of $name that its form does not show as the server holds it',
    async group => {
      const { name } = group
      const unknown = { keep_alive: '5m', deep: { a: [1] } }
      expect((await saved(group, unknown))[0]?.body).toMatchObject({
        [name]: { [`${name}_keep_alive`]: '5m', [`${name}_deep`]: { a: [1] } },
      })
    },
  )

  it('SET-52, R-48: sends an unchanged secret as its mask', () => {
    const body = overlayBody(wallet, { name: 'default', api_key: secretMask }, { name: 'mine' })
    expect(body).toEqual({ wallet: { wallet_name: 'mine', wallet_api_key: secretMask } })
  })

  it('SET-73, R-41: of nested values the top key alone is prefixed', () => {
    const nitter = { instances: [{ url: 'https://a', priority: 1 }], requests_per_minute: 2 }
    expect(overlayBody(xnostr, {}, { nitter })).toEqual({ xnostr: { xnostr_nitter: nitter } })
  })

  it.each([
    [
      'SET-32',
      'image_moderation',
      imageModeration,
      ['api', 'check_interval', 'concurrency', 'enabled', 'mode', 'temp_dir', 'threshold', 'timeout'],
    ],
    ['SET-45', 'nest_feeder', nestFeeder, ['cache_size', 'cache_ttl', 'enabled', 'timeout', 'url']],
    ['SET-51', 'ollama', ollama, ['model', 'timeout', 'url']],
    ['SET-55', 'wallet', wallet, ['api_key', 'explorer_url', 'name']],
    [
      'SET-73',
      'xnostr',
      xnostr,
      [
        'browser_path',
        'browser_pool_size',
        'check_interval',
        'concurrency',
        'enabled',
        'nitter',
        'temp_dir',
        'update_interval',
        'verification_intervals',
      ],
    ],
  ] as const)('%s: sends every key with the prefix, under %s', async (_id, name, group, keys) => {
    expect(await posted(group)).toEqual([
      { path: `/api/settings/${name}`, keys: { [name]: keys.map(key => `${name}_${key}`) } },
    ])
  })

  it('SET-38: the content filter sends three keys with the prefix and the kinds without', async () => {
    const keys = ['content_filter_cache_size', 'content_filter_cache_ttl', 'content_filter_enabled', 'full_text_kinds']
    expect(await posted(contentFilter)).toEqual([
      { path: '/api/settings/content_filter', keys: { content_filter: keys } },
    ])
  })
})

describe('SET-16: saving a group that travels as edited', () => {
  it('SET-60: general has no prefix', () => {
    expect(editedBody(general, { port: '9000', unknown: 1 }, { port: '9100' })).toEqual({
      general: { port: '9100', unknown: 1 },
    })
  })

  it('SET-61, SET-66: relay info sends its keys', async () => {
    const [{ path, keys } = { path: '', keys: {} }] = await posted(relayInfo)
    expect([path, Object.keys(keys)]).toEqual(['/api/settings/relay_info', ['relay_info']])
    expect(keys.relay_info).toEqual([
      'relayaddresses',
      'relaybanner',
      'relaycontact',
      'relaydescription',
      'relaydhtkey',
      'relayicon',
      'relayname',
      'relaypostingpolicy',
      'relayprivacypolicy',
      'relaypubkey',
      'relaysoftware',
      'relaysupportednips',
      'relayterms',
      'relayversion',
    ])
  })
})

describe('the groups', () => {
  it('SET-01, SET-22, R-39: are eight in the order of the accordion, xnostr after them, and then what the environment can set', () => {
    expect(settingsGroups.map(group => group.name)).toEqual([
      'image_moderation',
      'content_filter',
      'nest_feeder',
      'ollama',
      'relay_info',
      'wallet',
      'general',
      'query_cache',
      'xnostr',
      'email',
      's3',
      'outgoing',
    ])
  })

  it('SET-14, SET-16: all travel with prefix except three', () => {
    expect(settingsGroups.filter(group => !group.prefixed).map(group => group.name)).toEqual([
      'relay_info',
      'general',
      'query_cache',
    ])
  })
})

describe('SET-10: a field whose value stays the same is not changed', () => {
  it.each([
    [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [{ a: undefined }, {}, false],
    [[], {}, false],
    [null, {}, false],
    ['1', 1, false],
  ])('%j and %j: %s', (a, b, same) => {
    expect(sameValue(a, b)).toBe(same)
  })
})
