import { blockPubkey, listBlockedPubkeys, unblockPubkey } from '@hornets/contract/admin/access'
import { listAccessEntries, putAccessEntries, removeAccessEntries } from '@hornets/contract/admin/access-lists'
import { getRelaySettings, saveRelaySettings } from '@hornets/contract/admin/relay-settings'
import { getSettings, saveSettings } from '@hornets/contract/admin/settings'
import { relayCount } from '@hornets/contract/admin/statistics'
import { getBalanceUsd, listReceivingAddresses } from '@hornets/contract/admin/wallet'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClient } from '../../src/api/calls/client.ts'
import { send } from '../../src/api/calls/transport.ts'
import { openFamily } from '../../src/api/family/family.ts'
import { type Double, type Recorded, startDouble } from '../support/stubs/family-double.ts'

let double: Double
afterEach(() => double?.stop())
afterEach(() => vi.unstubAllGlobals())
beforeEach(() => vi.stubGlobal('navigator', { onLine: true }))

const clientOf = (server: Recorded, sendBy: typeof send) =>
  createClient({
    token: () => 'token-of-the-family',
    send: openFamily(server, sendBy).send,
    onUnauthorized: () => {},
    onNoToken: () => {},
  })

async function at(server: Recorded) {
  double = await startDouble(server, '/nonexistent')
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(double.url + path, init))
  return clientOf(server, send)
}

const lastBody = (call: string) => double.received.findLast(received => received.call === call)?.body
const key = 'c10a1be641dabac58150ecf46912a746b2b4fb39a17f6d54de94f8101dd2800d'

it('reads lists that are null, and times that are numbers (FAMILY-04)', async () => {
  const client = await at('2025-05')
  const { relay_settings } = await client.call(getRelaySettings)
  expect(relay_settings.lastUpdated).toBe('1970-01-01T00:00:00.000Z')
  expect(relay_settings.MimeTypeWhitelist).toEqual(['image/png', 'image/jpeg', 'video/mp4'])
  expect(relay_settings.KindWhitelist).toContain('kind1984')
  const sent = { mode: 'whitelist', MimeTypeGroups: null, MimeTypeWhitelist: null, lastUpdated: 1_700_000_000 }
  const nothing = clientOf('2025-05', async ({ path }) =>
    path === '/api/addresses' ? 'null' : JSON.stringify({ relay_settings: sent }),
  )
  expect(await nothing.call(listReceivingAddresses)).toEqual([])
  expect((await nothing.call(getRelaySettings)).relay_settings).toMatchObject({
    MimeTypeWhitelist: [],
    MimeTypeGroups: { images: [], videos: [], audio: [], documents: [] },
    lastUpdated: '2023-11-14T22:13:20.000Z',
  })
})

it('counts a save as done that is answered with the text OK, or with a message (FAMILY-05)', async () => {
  const client = await at('2025-05')
  const params = { group: 'content_filter' }
  const body = { content_filter: { content_filter_cache_size: 5000 } }
  expect(await client.call(saveSettings, { params, body })).toMatchObject({ restart: [] })
  expect(await client.call(getSettings, { params })).toMatchObject({ content_filter: { cache_size: 5000 } })
  expect(await client.call(saveRelaySettings, { body: { relay_settings: {} } })).toMatchObject({})
  // The key that was recorded there.
  const pubkey = 'a4bc919f008ea78dc840991cf84af85e03b5d6911efc95c3887346d58ad7d316'
  const { blocked } = await client.call(blockPubkey, { body: { pubkey, reason: 'spam' } })
  expect(blocked.pubkey).toBe(pubkey)
  await client.call(unblockPubkey, { params: { pubkey } })
})

it('sends the whole group back, and the whole of the relay settings', async () => {
  const client = await at('2025-05')
  const body = { content_filter: { content_filter_cache_size: 5000 } }
  await client.call(saveSettings, { params: { group: 'content_filter' }, body })
  expect(lastBody('POST /api/settings/content_filter')).toEqual({
    content_filter: {
      content_filter_cache_size: 5000,
      content_filter_cache_ttl: 60,
      content_filter_enabled: true,
      full_text_kinds: [],
    },
  })
  await client.call(saveRelaySettings, { body: { relay_settings: { moderationMode: 'passive' } } })
  expect(lastBody('POST /api/relay-settings')).toMatchObject({
    relay_settings: {
      moderationMode: 'passive',
      protocol: [],
      chunksize: '',
      maxfilesize: 0,
      freeTierLimit: '100 MB per month',
      subscription_tiers: [{ price: '1000' }, { price: '10000' }, { price: '15000' }],
      MimeTypeWhitelist: ['image/png', 'image/jpeg', 'video/mp4'],
    },
  })
})

it('sends in blacklist mode a whitelist of what was not excluded', async () => {
  const client = await at('2025-05')
  await client.call(saveRelaySettings, { body: { relay_settings: { mode: 'blacklist', KindBlacklist: ['kind7'] } } })
  const { relay_settings: sent } = lastBody('POST /api/relay-settings') as {
    relay_settings: { mode: string; KindWhitelist: string[] }
  }
  expect(sent.mode).toBe('blacklist')
  expect(sent.KindWhitelist).toContain('kind1')
  expect(sent.KindWhitelist).not.toContain('kind7')
})

it('leaves out keys of relay info that belong elsewhere (FAMILY-06)', async () => {
  const sent: unknown[] = []
  const client = clientOf('2025-05', async ({ method, body }) => {
    if (method === 'POST') sent.push(body)
    return method === 'POST'
      ? 'OK'
      : JSON.stringify({
          relay_info: { relayname: 'One', 'relay_settings.mode': 'smart', mode: 'smart', port: '9000' },
        })
  })
  const params = { group: 'relay_info' }
  expect(await client.call(getSettings, { params })).toEqual({ relay_info: { relayname: 'One' } })
  const body = { relay_info: { relayname: 'Two', relayicon: 'https://example.com/i.png' } }
  await client.call(saveSettings, { params, body })
  expect(sent).toEqual([{ relay_info: { relayname: 'Two' } }])
})

it('masks secrets, and sends them back as they are', async () => {
  const client = await at('2026-04')
  const params = { group: 'general' }
  const { general } = await client.call(getSettings, { params })
  expect(general?.private_key).toBe('********')
  await client.call(saveSettings, {
    params,
    body: { general: { general_private_key: '********', general_web: false } },
  })
  expect(lastBody('POST /api/settings')).toMatchObject({ settings: { server: { web: false, hornets: true } } })
  expect(JSON.stringify(lastBody('POST /api/settings'))).not.toContain('****')
})

it('reads and saves the settings tree, and counts what is stored (FAMILY-09)', async () => {
  const client = await at('2026-04')
  const params = { group: 'relay_info' }
  expect(await client.call(getSettings, { params })).toMatchObject({
    relay_info: {
      relayname: 'HORNETS',
      relaydescription: 'HORNETS relay, the home of GitNestr',
      relaycontact: 'support@hornetstorage.com',
      relayicon: 'http://localhost:11002/logo-dark-192.png',
      relaydhtkey: '15a276063c504ecf920d2b7408b57027fec4f421',
      relaysoftware: 'HORNETS',
      relayversion: '0.0.1',
    },
  })
  const info = { relaydescription: 'For owls', relayversion: '2' }
  await client.call(saveSettings, { params, body: { relay_info: info } })
  expect(lastBody('POST /api/settings')).toMatchObject({
    settings: { relay: { name: 'HORNETS', description: 'For owls', version: '2', software: 'HORNETS' } },
  })
  await client.call(saveSettings, { params, body: { relay_info: { relayname: 'Renamed' } } })
  expect(lastBody('POST /api/settings')).toMatchObject({
    settings: {
      relay: { name: 'Renamed', contact: 'support@hornetstorage.com', service_tag: 'hornet-storage-service' },
    },
  })
  const valuesOf = (group: string) => client.call(getSettings, { params: { group } })
  const judged = { enabled: true, mode: 'full', threshold: 0.4, concurrency: 5, check_interval: 30, timeout: 600 }
  expect(await valuesOf('image_moderation')).toEqual({ image_moderation: { ...judged, api: 'http://moderator:8000' } })
  const filter = { enabled: true, cache_size: 10_000, cache_ttl: 1, full_text_kinds: [1] }
  expect(await valuesOf('content_filter')).toEqual({ content_filter: filter })
  const ollama = { model: 'gemma2:2b', timeout: 10_000, url: 'http://ollama:11434/api/generate' }
  expect(await valuesOf('ollama')).toEqual({ ollama })
  const service_tag = 'hornet-storage-service'
  const general = { private_key: '********', service_tag, port: '11000', web: true, demo_mode: false }
  expect(await valuesOf('general')).toEqual({ general })
  expect(await valuesOf('wallet')).toEqual({ wallet: { name: 'default', api_key: '********' } })
  const save = (group: string, values: Record<string, unknown>) =>
    client.call(saveSettings, { params: { group }, body: { [group]: values } })
  await save('general', { ...general, port: '12000' })
  expect(lastBody('POST /api/settings')).toMatchObject({ settings: { server: { port: 12_000, data_path: './data' } } })
  await save('image_moderation', { image_moderation_timeout: 90, image_moderation_api: 'http://judge:8000' })
  expect(lastBody('POST /api/settings')).toMatchObject({
    settings: {
      content_filtering: {
        image_moderation: { timeout_seconds: 90, mode: 'full' },
        text_filter: { cache_size: 10_000 },
      },
      external_services: { moderator: { url: 'http://judge:8000' }, ollama: { model: 'gemma2:2b' } },
    },
  })
  await save('ollama', { ollama_url: 'http://model:11434/api/generate' })
  expect(lastBody('POST /api/settings')).toMatchObject({
    settings: { external_services: { ollama: { url: 'http://model:11434', model: 'gemma2:2b' } } },
  })
  const content_filter = { content_filter_cache_ttl: 5, content_filter_cache_size: 200 }
  await client.call(saveSettings, { params: { group: 'content_filter' }, body: { content_filter } })
  expect(lastBody('POST /api/settings')).toMatchObject({
    settings: { content_filtering: { text_filter: { cache_ttl_seconds: 300, cache_size: 200 } } },
  })
  const { relay_settings } = await client.call(getRelaySettings)
  expect(relay_settings).toMatchObject({ mode: 'whitelist', freeTierEnabled: true, freeTierLimit: '100 MB per month' })
  expect(relay_settings).toMatchObject({ moderationMode: 'strict', subscription_tiers: [] })
  expect(relay_settings.KindWhitelist).toEqual(expect.arrayContaining(['kind0', 'kind1', 'kind10051']))
  const types = ['audio/*', 'application/octet-stream', 'image/*', 'video/*']
  expect(relay_settings.MimeTypeWhitelist.toSorted()).toEqual(types.toSorted())
  await client.call(saveRelaySettings, {
    body: {
      relay_settings: {
        KindWhitelist: ['kind1'],
        MimeTypeWhitelist: ['image/png', 'application/pdf'],
        subscription_tiers: [{ datalimit: '1 GB per month', price: '1000' }],
      },
    },
  })
  expect(lastBody('POST /api/settings')).toMatchObject({
    settings: {
      event_filtering: {
        kind_whitelist: ['kind1'],
        media_definitions: {
          image: { MimePatterns: ['image/png'], Extensions: ['.jpg', '.jpeg', '.png', '.gif', '.webp'] },
          binary: { MimePatterns: ['application/pdf'] },
          video: { MimePatterns: [], MaxSizeMB: 500 },
          git: { MimePatterns: ['application/x-git'] },
        },
        registered_kinds: expect.arrayContaining([1984]),
      },
      allowed_users: {
        mode: 'public',
        tiers: [
          { name: 'Basic', price_sats: 0, monthly_limit_bytes: 104_857_600, unlimited: false },
          { name: '1 GB per month', price_sats: 1000, monthly_limit_bytes: 2 ** 30, unlimited: false },
        ],
      },
    },
  })
  await client.call(saveRelaySettings, {
    body: { relay_settings: { mode: 'blacklist', KindBlacklist: ['kind7'], moderationMode: 'passive' } },
  })
  const { event_filtering } = (lastBody('POST /api/settings') as { settings: Record<string, Record<string, unknown>> })
    .settings
  expect(event_filtering).toMatchObject({ moderation_mode: 'passive', allow_unregistered_kinds: true })
  expect(event_filtering?.kind_whitelist).toContain('kind1')
  expect(event_filtering?.kind_whitelist).not.toContain('kind7')
  expect(await client.call(relayCount)).toEqual({ kinds: 0, photos: 0, videos: 0, audio: 0, misc: 0, gitNestr: 0 })
})

it('counts in the words of the newer servers, and reaches their wallet through the relay (FAMILY-09)', async () => {
  const asked: string[] = []
  const walletCalls = ['GET /challenge', 'POST /verify', 'POST /calculate-tx-size', 'POST /transaction']
  const { send: ask } = openFamily('2026-04', async ({ method = 'GET', path }) => {
    asked.push(`${method} ${path}`)
    return JSON.stringify({ kinds: 1, image: 2, video: 3, audio: 4, binary: 5, git: 6 })
  })
  for (const call of walletCalls)
    await ask({ method: call.split(' ')[0] as string, path: `/wallet${call.split(' ')[1]}` })
  expect(asked.splice(0)).toEqual(walletCalls.map(call => call.replace(' ', ' /api/wallet-proxy')))
  await ask({ method: 'GET', path: '/wallet/health' })
  expect(asked).toEqual(['challenge', 'panel-health'].map(call => `GET /api/wallet-proxy/${call}`))
  expect(await ask({ method: 'GET', path: '/api/relaycount' })).toEqual({
    kinds: 1,
    photos: 2,
    videos: 3,
    audio: 4,
    misc: 5,
    gitNestr: 6,
  })
})

it('lists blocked keys without the prefix of the store, and refuses what these servers cannot do', async () => {
  const client = await at('2025-05')
  await client.call(blockPubkey, { body: { pubkey: key } })
  await client.call(blockPubkey, { body: { pubkey: key } })
  const { blocked_pubkeys, count } = await client.call(listBlockedPubkeys)
  expect(count).toBe(blocked_pubkeys.length)
  expect(blocked_pubkeys.map(({ pubkey }) => pubkey.length)).toEqual([64])
  const before = double.received.length
  const body = { pubkey: key, expires_at: '2027-01-01T00:00:00Z' }
  await expect(client.call(blockPubkey, { body })).rejects.toThrow('This server does not offer that')
  expect(double.received.length).toBe(before)
})

it('lists, adds and removes allowed keys where the server has them (FAMILY-09)', async () => {
  const client = await at('2026-04')
  const params = { list: 'allowed-pubkeys' } as const
  const key = 'c10a1be641dabac58150ecf46912a746b2b4fb39a17f6d54de94f8101dd2800d'
  expect(await client.call(listAccessEntries, { params })).toEqual({ entries: [], count: 0 })
  const added = await client.call(putAccessEntries, { params, body: { entries: [{ value: key }] } })
  expect(added).toEqual({ added: 1, updated: 0, before: [], refused: [] })
  expect(double.received.at(-1)).toMatchObject({ call: 'POST /api/allowed/add', body: { npub: key, tier: 'basic' } })
  const { entries } = await client.call(listAccessEntries, { params })
  expect(entries).toMatchObject([{ value: key, reason: 'basic', expires_at: null, created_by_name: 'admin' }])
  expect(await client.call(removeAccessEntries, { params, body: { values: [key] } })).toEqual({ removed: 1 })
  expect(double.received.at(-1)).toMatchObject({ call: 'DELETE /api/allowed/remove', body: { npub: key } })
  const paged = clientOf('2026-04', async ({ path }) => {
    const page = Number(/[?&]page=(\d+)/.exec(path)?.[1])
    const allowed_users = [{ npub: `${page}`.repeat(64), tier: 'basic', created_by: 'admin' }]
    return JSON.stringify({ allowed_users, pagination: { hasNext: page < 3 } })
  })
  expect((await paged.call(listAccessEntries, { params })).entries.map(({ value }) => value[0])).toEqual([
    '1',
    '2',
    '3',
  ])
  const words = client.call(listAccessEntries, { params: { list: 'words' } })
  await expect(words).rejects.toMatchObject({ status: 404 })
  const older = await at('2025-05')
  await expect(older.call(listAccessEntries, { params })).rejects.toMatchObject({ status: 404 })
})

it('names who allowed a key by the profiles of the server, and shows the list without them', async () => {
  const [known, unknown] = ['ab'.repeat(32), 'cd'.repeat(32)]
  const asked: unknown[] = []
  let profiles = JSON.stringify({ profiles: [{ pubkey: known, name: 'Olga', about: 7 }], not_found: [unknown] })
  const client = clientOf('2026-04', async ({ path, body }) => {
    if (path === '/api/profiles') asked.push(body)
    if (path === '/api/profiles') return profiles
    const users = [known, unknown, 'admin'].map(created_by => ({ npub: key, tier: 'basic', created_by }))
    return JSON.stringify({ allowed_users: users, pagination: { hasNext: false } })
  })
  const params = { list: 'allowed-pubkeys' } as const
  const named = async () =>
    (await client.call(listAccessEntries, { params })).entries.map(entry => [entry.created_by, entry.created_by_name])
  expect(await named()).toEqual([
    [known, 'Olga'],
    [unknown, ''],
    [null, 'admin'],
  ])
  expect(asked).toEqual([{ pubkeys: [known, unknown] }])
  profiles = 'Internal Server Error'
  expect((await named()).map(([, name]) => name)).toEqual(['', '', 'admin'])
})

it('takes a balance that the server cannot state as unknown', async () => {
  const client = await at('2025-05')
  expect(await client.call(getBalanceUsd)).toMatchObject({ balance_usd: null, balance_usd_known: false })
})
