import { wallet as walletGroup } from '@hornets/contract/admin/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Relay, startRelay } from '../../harness.ts'

// Written from the specification and not from the schema, so that a wrong constant shows.

let relay: Relay
let token: string
beforeAll(async () => {
  relay = await startRelay()
  ;({ token } = await relay.signedIn())
})
afterAll(() => relay.close())

const get = async (group: string): Promise<Record<string, unknown>> =>
  (await relay.call(`/api/settings/${group}`, { token })).body[group]

describe('the first read of a new relay', () => {
  it('returns the defaults of image moderation (SAVE-07)', async () => {
    expect(await get('image_moderation')).toEqual({
      api: 'http://localhost:8000/moderate',
      check_interval: 30,
      concurrency: 5,
      enabled: false,
      mode: 'basic',
      // Empty: the system's folder.
      temp_dir: '',
      threshold: 0.4,
      timeout: 60,
    })
  })

  it('returns the defaults of the content filter and an empty query cache (SAVE-08)', async () => {
    expect(await get('content_filter')).toEqual({
      enabled: false,
      cache_size: 10_000,
      cache_ttl: 60,
      full_text_kinds: [1],
    })
    expect(await get('query_cache')).toEqual({})
  })

  it('returns the addresses, model and numbers of nest feeder and Ollama (SAVE-09)', async () => {
    expect(await get('nest_feeder')).toEqual({
      enabled: false,
      url: 'http://localhost:8001/feed',
      cache_size: 10_000,
      cache_ttl: 60,
      timeout: 500,
    })
    expect(await get('ollama')).toEqual({
      url: 'http://localhost:11434/api/generate',
      model: 'llama2',
      timeout: 10_000,
    })
  })

  it('returns the defaults of X verification with its mirrors and intervals (SAVE-10)', async () => {
    expect(await get('xnostr')).toEqual({
      // Empty: one is found, and the system's folder.
      browser_path: '',
      temp_dir: '',
      enabled: false,
      browser_pool_size: 3,
      check_interval: 30,
      concurrency: 3,
      update_interval: 24,
      nitter: { instances: [], requests_per_minute: 10, failure_threshold: 3, recovery_threshold: 2 },
      verification_intervals: {
        full_verification_interval_days: 30,
        follower_update_interval_days: 7,
        max_verification_attempts: 5,
      },
    })
  })

  it('returns every key of general and relay info (SAVE-11)', async () => {
    const { private_key, ...general } = await get('general')
    expect(typeof private_key).toBe('string')
    expect(general).toEqual({
      port: '9000',
      service_tag: 'hornet-storage-service',
      relay_stats_db: 'relay_stats.db',
      proxy: true,
      demo_mode: false,
      web: true,
    })
    const info = await get('relay_info')
    expect(Object.keys(info)).toEqual(
      expect.arrayContaining([
        'relayname',
        'relaydescription',
        'relaycontact',
        'relaypubkey',
        'relaydhtkey',
        'relaysoftware',
        'relayversion',
        'relaysupportednips',
        'relayicon',
        'relaybanner',
        'relayaddresses',
      ]),
    )
    expect(info.relaysupportednips).toEqual(expect.arrayContaining([1, 11, 42]))
  })

  it('SET-52: masks the key of the wallet and keeps it when the mask is posted (SAVE-12)', async () => {
    const key = () => relay.context.settings.get(walletGroup).api_key
    const before = key()
    expect(before).toMatch(/^[0-9a-f]{64}$/)
    // At random: of 32 bytes, hardly half are equal.
    expect(new Set(before.match(/../g)).size).toBeGreaterThan(16)
    const other = await startRelay()
    expect(other.context.settings.get(walletGroup).api_key).not.toBe(before)
    await other.close()
    const wallet = await get('wallet')
    expect(wallet).toMatchObject({ name: 'default', api_key: '********' })
    const saved = await relay.call('/api/settings/wallet', {
      token,
      body: { wallet: { wallet_api_key: wallet.api_key } },
    })
    expect(saved.status).toBe(200)
    expect(key()).toBe(before)
  })
})
