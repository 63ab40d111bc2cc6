import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerTo, type Operator, type Relay, startRelay } from '../../../harness.ts'
import { person, png, sha256 } from '../../../media/media-world.ts'
import { auditOf, putAdmin } from '../../../support/people.ts'

let relay: Relay
let token: string
let operator: Operator
beforeAll(async () => {
  relay = await startRelay()
  ;({ token, operator } = await relay.signedIn())
})
afterAll(() => relay.close())
beforeEach(async () => {
  await post('/api/relay-settings', { relay_settings: relaySettingsDefaults })
})

const get = async (path: string) => (await relay.call(path, { token })).body
const post = (path: string, body: unknown, as = token) => relay.call(path, { token: as, body })
const keyOf = () => getPublicKey(generateSecretKey())

describe('signing in and out', () => {
  it('answers 200 to a logout with an unknown token (FAMILY-10)', async () => {
    for (const given of ['nonsense', 'a'.repeat(43), ''])
      expect(await post('/logout', {}, given)).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    const other = await putAdmin(relay, 'viewer')
    expect((await post('/logout', {}, other.token)).status).toBe(200)
    expect((await relay.call('/api/kinds', { token: other.token })).status).toBe(401)
    expect(await auditOf(relay, 'session.logout')).toHaveLength(1)
    let now = Date.now()
    const aged = await startRelay({ now: () => now })
    const { token: expired } = await aged.signedIn()
    now += 25 * 3_600_000
    expect((await aged.call('/logout', { method: 'POST', token: expired })).status).toBe(200)
    await aged.close()
    expect((await relay.call('/api/kinds', { token })).status).toBe(200)
  })

  it('takes the signed event alone, and refuses what contradicts it (FAMILY-12)', async () => {
    const challenge = async () => {
      const { body } = await relay.call('/login', { body: { npub: operator.pubkey, password: operator.password } })
      return answerTo(body.event, operator)
    }
    const { event } = await challenge()
    for (const wrong of [{ challenge: 'other' }, { signature: '0'.repeat(128) }, { messageHash: event.content }])
      expect((await relay.call('/verify', { body: { event, ...wrong } })).status).toBe(401)
    expect(await relay.call('/verify', { body: { event } })).toMatchObject({
      status: 200,
      body: { token: expect.any(String) },
    })
    expect((await relay.call('/verify', { body: { event } })).status).toBe(401)
    const unclaimed = await startRelay()
    const setupToken = new URL(unclaimed.app.setupUrl() ?? '').searchParams.get('setup')
    const npub = keyOf()
    const body = { npub, password: operator.password, confirmPassword: operator.password, setupToken }
    expect((await unclaimed.call('/signup', { body })).status).toBe(201)
    await unclaimed.close()
  })

  it('returns the token of the call when asked for a fresh one (FAMILY-16)', async () => {
    expect(await post('/api/refresh-token', {})).toMatchObject({ status: 200, body: { token } })
    expect((await post('/api/refresh-token', {}, 'nonsense')).status).toBe(401)
  })
})

describe('the older dialect', () => {
  it('gives the members that other consoles read beside ours (FAMILY-14)', async () => {
    expect((await get('/api/relay-settings')).relay_settings).toMatchObject({
      maxfilesize: 100,
      maxFileSize: 100,
      protocol: ['WebSocket'],
      chunked: [],
      chunksize: '',
      isFileStorageActive: true,
    })
    const theirs = { protocol: [], chunked: [], chunksize: '2', maxfilesize: 0, maxfilesizeunit: '', maxFileSize: 10 }
    expect((await post('/api/relay-settings', { relay_settings: theirs })).status).toBe(200)
    expect((await get('/api/relay-settings')).relay_settings).toMatchObject({ maxfilesize: 100, maxfilesizeunit: 'MB' })
    await post('/api/relay-settings', { relay_settings: { maxfilesize: 50 } })
    expect((await get('/api/relay-settings')).relay_settings).toMatchObject({ maxfilesize: 50, maxFileSize: 50 })
  })

  it('refuses in blacklist mode what other consoles leave out of their whitelists, until they put it there (FAMILY-15)', async () => {
    await post('/api/relay-settings', { relay_settings: { KindBlacklist: ['kind4'], KindWhitelist: ['kind1'] } })
    const sent = { mode: 'blacklist', KindWhitelist: ['kind0', 'kind1', 'kind3'], MimeTypeWhitelist: ['image/png'] }
    expect((await post('/api/relay-settings', { relay_settings: sent })).status).toBe(200)
    const { KindBlacklist, KindWhitelist, MimeTypeBlacklist } = (await get('/api/relay-settings')).relay_settings
    expect(KindBlacklist).toEqual(expect.arrayContaining(['kind4', 'kind7', 'kind30023']))
    expect(KindBlacklist).not.toContain('kind1')
    expect(KindWhitelist).toEqual(['kind1'])
    expect(MimeTypeBlacklist).toContain('image/gif')
    expect(MimeTypeBlacklist).not.toContain('image/png')
    const more = { KindWhitelist: [...sent.KindWhitelist, 'kind4', 'kind7'], MimeTypeWhitelist: ['image/gif'] }
    await post('/api/relay-settings', { relay_settings: { ...sent, ...more } })
    const after = (await get('/api/relay-settings')).relay_settings
    expect(after.KindBlacklist).toEqual(KindBlacklist.filter((kind: string) => kind !== 'kind4' && kind !== 'kind7'))
    expect(after.MimeTypeBlacklist).toContain('image/png')
    expect(after.MimeTypeBlacklist).not.toContain('image/gif')
    await post('/api/relay-settings', { relay_settings: { ...sent, MimeTypeGroups: { images: ['image/gif'] } } })
    expect((await get('/api/relay-settings')).relay_settings.MimeTypeGroups.images).toEqual(['image/gif'])
  })

  it('says success for blocks, and for lifting them (FAMILY-16)', async () => {
    const pubkey = keyOf()
    expect((await post('/api/blocked-pubkeys', { pubkey, reason: 'spam' })).body.success).toBe(true)
    const lifted = await relay.call(`/api/blocked-pubkeys/${pubkey}`, { token, method: 'DELETE' })
    expect(lifted.body.success).toBe(true)
  })
})

describe('the settings tree (FAMILY-17)', () => {
  const tree = async () => (await get('/api/settings')).settings
  const save = (settings: unknown, as = token) => post('/api/settings', { settings }, as)

  it('saves what differs from what was shown, and logs nothing for the rest', async () => {
    const before = await auditOf(relay, 'settings.save')
    expect((await save(await tree())).body).toMatchObject({ success: true })
    expect(await auditOf(relay, 'settings.save')).toHaveLength(before.length)
    await save({
      relay: { name: 'Renamed', private_key: '********' },
      content_filtering: { text_filter: { content_filter_cache_ttl: 120 } },
    })
    expect((await get('/api/settings/relay')).value).toMatchObject({ name: 'Renamed', private_key: '********' })
    expect((await get('/api/settings/content_filter')).content_filter.cache_ttl).toBe(2)
    expect((await get('/api/settings/relay_info')).relay_info.relayname).toBe('Renamed')
    const logged = await auditOf(relay, 'settings.save')
    expect(
      logged
        .slice(before.length)
        .map(({ target }) => target)
        .sort(),
    ).toEqual(['content_filter', 'relay_info'])
    const put = { token, method: 'PUT', body: { value: { name: 'Again' } } }
    expect((await relay.call('/api/settings/relay', put)).status).toBe(200)
    expect((await tree()).relay.name).toBe('Again')
  })

  it('saves each value into its settings group, and returns it from there', async () => {
    const relay = {
      description: 'For owls',
      contact: 'mailto:owl@relay.example',
      icon: 'https://relay.example/owl.png',
    }
    const about = {
      software: 'https://relay.example/code',
      version: '7.5',
      dht_key: 'd'.repeat(64),
      supported_nips: [1, 11],
    }
    const image = { mode: 'full', threshold: 0.3, concurrency: 7, api: 'http://judge.example/moderate' }
    const text_filter = { cache_size: 2000, cache_ttl_seconds: 180, full_text_search_kinds: [1, 30_023] }
    const image_moderation = { ...image, check_interval_seconds: 45, timeout_seconds: 90 }
    const ollama = { model: 'phi', timeout: 9000, url: 'http://ollama.example:11434' }
    const nest_feeder = { url: 'http://feeder.example/feed', cache_size: 3000, cache_ttl: 30, timeout: 700 }
    const xnostr = { check_interval: 50 }
    const wallet = { name: 'till' }
    const sent = {
      relay: { ...relay, ...about, service_tag: 'owls' },
      server: { port: 9600, stats_db: 'figures.db' },
      content_filtering: { image_moderation, text_filter },
      external_services: { ollama, nest_feeder, xnostr, wallet },
    }
    expect((await save(sent)).status).toBe(200)
    expect(await tree()).toMatchObject(sent)
    const groups = {
      relay_info: {
        relaydescription: relay.description,
        relaycontact: relay.contact,
        relayicon: relay.icon,
        relaysoftware: about.software,
        relayversion: about.version,
        relaydhtkey: about.dht_key,
        relaysupportednips: about.supported_nips,
      },
      image_moderation: { ...image, check_interval: 45, timeout: 90 },
      content_filter: { cache_size: 2000, cache_ttl: 3, full_text_kinds: [1, 30_023] },
      ollama: { ...ollama, url: `${ollama.url}/api/generate` },
      nest_feeder,
      xnostr,
      wallet,
      general: { port: '9600', service_tag: 'owls', relay_stats_db: 'figures.db' },
    }
    for (const [name, values] of Object.entries(groups))
      expect(await get(`/api/settings/${name}`)).toMatchObject({ [name]: values })
  })

  it('saves nothing if a part is wrong, needs an owner or a higher role', async () => {
    const shown = await tree()
    const wrong = { relay: { name: 'Lost' }, content_filtering: { image_moderation: { threshold: 7 } } }
    expect(await save(wrong)).toMatchObject({ status: 400, body: { code: 'invalid_fields' } })
    expect((await save({ relay: { name: 'Lost' }, event_filtering: { kind_whitelist: ['one'] } })).status).toBe(400)
    const parts = [
      { event_filtering: { kind_whitelist: 5 } },
      { event_filtering: { media_definitions: { image: { MimePatterns: 'all' } } } },
      { event_filtering: { media_definitions: [] } },
      { allowed_users: { tiers: [null] } },
      { allowed_users: { write: 'toString' } },
    ]
    for (const part of parts)
      expect([part, (await save({ relay: { name: 'Lost' }, ...part })).status]).toEqual([part, 400])
    for (const odd of [null, [], { relay: null }, { relay: { name: { toString: '' } } }])
      expect([odd, (await save(odd)).status]).toEqual([odd, 400])
    const unlimited = { tiers: [{ name: 'All', price_sats: 5, monthly_limit_bytes: 0, unlimited: true }] }
    expect((await save({ relay: { name: 'Lost' }, allowed_users: unlimited })).status).toBe(400)
    const [moderator, helper] = [await putAdmin(relay, 'moderator'), await putAdmin(relay, 'operator')]
    expect((await save({ relay: { name: 'Lost' } }, moderator.token)).status).toBe(403)
    expect((await save({ relay: { name: 'Lost' }, server: { port: 9500 } }, helper.token)).status).toBe(403)
    expect(await tree()).toEqual(shown)
  })

  it('decides by allowed users who writes and reads, and what is sold', async () => {
    const client = generateSecretKey()
    const note = () =>
      finalizeEvent({ kind: 1, tags: [], content: '', created_at: Math.floor(Date.now() / 1000) }, client)
    const refusal = () => relay.context.rights.writeObstacle(note().pubkey)
    const tiers = [
      { name: 'Basic', price_sats: 0, monthly_limit_bytes: 104_857_600, unlimited: false },
      { name: 'Large', price_sats: 1000, monthly_limit_bytes: 5 * 2 ** 30, unlimited: false },
    ]
    await save({ allowed_users: { mode: 'invite-only', read: '', write: '', tiers } })
    expect(refusal()).toBe('not-listed')
    expect((await get('/api/access')).access).toMatchObject({ write: 'listed', read: 'writers' })
    expect((await get('/api/relay-settings')).relay_settings).toMatchObject({
      freeTierEnabled: true,
      freeTierLimit: '100 MB per month',
      subscription_tiers: [{ datalimit: '5 GB per month', price: '1000' }],
    })
    expect((await tree()).allowed_users).toMatchObject({
      mode: 'invite-only',
      write: 'allowed_users',
      tiers: [{}, { price_sats: 1000 }],
    })
    await post('/api/allowed/add', { npub: note().pubkey, tier: 'basic' })
    expect(refusal()).toBeNull()
    for (const [mode, write] of [
      ['subscription', 'paying'],
      ['only-me', 'listed'],
    ]) {
      await save({ allowed_users: { mode } })
      expect((await get('/api/access')).access).toMatchObject({ write, read: 'writers' })
    }
    await save({ allowed_users: { write: 'all_users', read: 'paid_users' } })
    expect((await get('/api/access')).access).toMatchObject({ write: 'everyone', read: 'writers' })
    await save({ allowed_users: { write: 'paid_users', read: 'all_users' } })
    expect((await get('/api/access')).access).toMatchObject({ write: 'paying', read: 'everyone' })
    await save({ allowed_users: { mode: 'public' } })
    expect((await get('/api/access')).access).toMatchObject({ write: 'everyone', read: 'everyone' })
  })

  it('decides by event filtering which kinds and files are taken', async () => {
    const { event_filtering } = await tree()
    const media_definitions = {
      ...event_filtering.media_definitions,
      image: { MimePatterns: ['image/png'], MaxSizeMB: 20 },
    }
    await save({
      event_filtering: {
        allow_unregistered_kinds: false,
        kind_whitelist: ['kind1'],
        media_definitions,
        moderation_mode: 'passive',
      },
    })
    const { policy } = relay.context
    const judge = (mime: string) => policy.judgeFile({ pubkey: '', mime, bytes: 1 })?.status ?? 200
    expect([judge('image/png'), judge('image/gif'), judge('video/mp4')]).toEqual([200, 415, 200])
    expect((await get('/api/relay-settings')).relay_settings).toMatchObject({
      mode: 'whitelist',
      KindWhitelist: ['kind1'],
      moderationMode: 'passive',
    })
    await save({ event_filtering: { allow_unregistered_kinds: true, kind_whitelist: ['kind0', 'kind1'] } })
    const { mode, KindBlacklist } = (await get('/api/relay-settings')).relay_settings
    expect(mode).toBe('blacklist')
    expect(KindBlacklist).toContain('kind7')
    expect(KindBlacklist).not.toContain('kind0')
  })
})

describe('the other calls of the newer dialect', () => {
  it('counts in the words of both dialects (FAMILY-18)', async () => {
    const content = {
      'image/png': png(20),
      'video/mp4': Buffer.from('\0\0\0\x18ftypmp42'),
      'text/plain': Buffer.from('note'),
    }
    for (const [at, [type, bytes]] of Object.entries(content).entries())
      for (let copy = 0; copy <= at; copy += 1) {
        const body = Buffer.concat([bytes, Buffer.alloc(copy)])
        const headers = { authorization: person().header('upload', [sha256(body)]), 'content-type': type }
        const url = `${relay.publicUrl.replace('ws', 'http')}/upload`
        expect((await fetch(url, { method: 'PUT', body, headers })).status).toBe(201)
      }
    const count = await get('/api/relay/count')
    const older = await get('/api/relaycount')
    expect(older).toMatchObject({ photos: 1, videos: 2, misc: 3 })
    expect(count).toEqual({ ...older, image: older.photos, video: older.videos, binary: older.misc, git: 0 })
  })

  it('keeps the list of allowed users, with the roles and the log of this relay (FAMILY-17)', async () => {
    const npub = keyOf()
    const viewer = await putAdmin(relay, 'viewer')
    expect((await post('/api/allowed/add', { npub, tier: 'basic' }, viewer.token)).status).toBe(403)
    expect((await post('/api/allowed/add', { npub: 'xyz', tier: 'basic' })).status).toBe(400)
    await post('/api/allowed/add', { npub, tier: 'basic' })
    const whole = await get('/api/allowed/users?page=1&pageSize=100')
    expect((await get('/api/allowed/users?page=2&pageSize=1')).allowed_users).toEqual(whole.allowed_users.slice(1, 2))
    expect(whole.allowed_users[0]).toMatchObject({ npub, tier: 'basic', created_at: expect.stringMatching(/Z$/) })
    const page = await get('/api/allowed/users?page=1&pageSize=1')
    const totalItems = whole.allowed_users.length
    expect(page.allowed_users).toEqual(whole.allowed_users.slice(0, 1))
    const [hasNext, hasPrevious] = [totalItems > 1, false]
    expect(page.pagination).toEqual({
      currentPage: 1,
      pageSize: 1,
      totalItems,
      totalPages: totalItems,
      hasNext,
      hasPrevious,
    })
    const removed = await relay.call('/api/allowed/remove', { token, method: 'DELETE', body: { npub } })
    expect(removed.body.success).toBe(true)
    expect((await auditOf(relay, 'access.remove')).at(-1)?.target).toBe(`allowed-pubkeys: ${npub}`)
  })

  it('names the operator in the profile without adding an owner (FAMILY-17)', async () => {
    const npub = keyOf()
    expect((await get('/api/admin/owner')).relay_owner).toBeNull()
    await post('/api/admin/owner', { npub })
    expect((await get('/api/admin/owner')).relay_owner).toMatchObject({ npub })
    expect(await relay.context.accounts.owners()).not.toContain(npub)
  })

  it('gives names from profiles, without what only operators may know (FAMILY-17)', async () => {
    const profiles: object[] = []
    for (const name of ['Ada', 'Bea']) {
      const face = { name, picture: `https://${name}.example/face.png`, about: 'Counts' }
      const draft = { kind: 0, tags: [], content: JSON.stringify(face), created_at: 1_790_000_000 }
      const event = finalizeEvent(draft, generateSecretKey())
      await relay.context.events.save({ event, json: JSON.stringify(event) })
      profiles.push({ pubkey: event.pubkey, ...face, metadata: { subscriptionTier: '', subscribedSince: '' } })
    }
    await relay.context.events.catchUp()
    const other = keyOf()
    const pubkeys = profiles.map(profile => (profile as { pubkey: string }).pubkey)
    expect((await post('/api/profiles', { pubkeys: [...pubkeys, other, 'xyz'] })).body).toEqual({
      profiles,
      not_found: [other, 'xyz'],
    })
  })
})
