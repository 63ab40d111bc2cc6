import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StatementSync } from 'node:sqlite'
import { relayInfo } from '@hornets/contract/admin/settings'
import { bytesToHex } from '@noble/hashes/utils.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeDataDir, type Relay, startRelay } from '../harness.ts'
import { RawClient } from '../support/raw-client.ts'

const saves = {
  content_filter: { cache_size: 4321, cache_ttl: 77, full_text_kinds: [1, 30_023] },
  general: { service_tag: 'owls-nest', private_key: '12'.repeat(32), demo_mode: true },
  relay_settings: { mode: 'whitelist', KindWhitelist: ['kind1'], moderationMode: 'passive' },
  access: { write: 'listed', read: 'signed-in', min_pow: 3 },
}
const paths: Readonly<Record<string, string>> = { relay_settings: '/api/relay-settings', access: '/api/access' }

it.each(Object.keys(saves) as (keyof typeof saves)[])(
  'kill -9 at any step of a save of %s leaves all of it with its audit entry, or nothing (SAVE-05)',
  { timeout: 90_000 },
  async group => {
    const path = paths[group] ?? `/api/settings/${group}`
    const dataDir = await makeDataDir()
    const relay = await startRelay({ dataDir })
    const { token } = await relay.signedIn()
    const stateOf = async ({ call, context }: Relay) => ({
      shown: (await call(path, { token })).body[group],
      key: bytesToHex(context.settings.relayKey()),
      entries: (await call('/api/audit', { token })).body.entries.filter(({ action }: { action: string }) =>
        action.endsWith('.save'),
      ),
    })
    const before = await stateOf(relay)
    // What a killed relay leaves is what is in its files: a copy before each statement, and at the answer.
    const left = new Map<string, string>()
    const copy = () => {
      const files = ['admin.db', 'admin.db-wal'].map(name => readFileSync(join(dataDir, name)))
      const hash = createHash('sha256')
        .update(files[0] ?? '')
        .update(files[1] ?? '')
        .digest('hex')
      if (left.has(hash)) return
      const folder = mkdtempSync(`${dataDir}-killed-`)
      left.set(hash, folder)
      for (const name of ['admin.db', 'admin.db-wal', 'secret.key', 'relay.db', 'relay.db-wal'])
        if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(folder, name))
    }
    const { all, run } = StatementSync.prototype
    for (const [name, usual] of Object.entries({ all, run }))
      vi.spyOn(StatementSync.prototype, name as 'run').mockImplementation(function (this: StatementSync, ...values) {
        copy()
        return (usual as typeof run).apply(this, values)
      })
    const saved = await relay.call(path, { token, body: { [group]: saves[group] } })
    copy()
    vi.restoreAllMocks()
    expect(saved.status).toBe(200)
    const after = await stateOf(relay)
    expect(after.entries).toHaveLength(before.entries.length + 1)
    await relay.close()
    const found: unknown[] = []
    for (const folder of left.values()) {
      const again = await startRelay({ dataDir: folder })
      found.push(await stateOf(again))
      await again.close()
      await rm(folder, { recursive: true })
    }
    await rm(dataDir, { recursive: true })
    expect(found[0]).toEqual(before)
    expect(found.at(-1)).toEqual(after)
    for (const state of found) expect([before, after]).toContainEqual(state)
  },
)

describe('across a restart', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await makeDataDir()
  })
  afterEach(async () => {
    await rm(dataDir, { recursive: true })
  })

  it('values, the claim and the key of the first start are there again (IDENT-05, MODE-10)', async () => {
    const first = await startRelay({ dataDir })
    const { token } = await first.signedIn()
    const body = { relay_info: { relayname: 'Nest' } }
    await first.call('/api/settings/relay_info', { token, body })
    const relay_settings = { mode: 'whitelist', KindWhitelist: ['kind1'] }
    await first.call('/api/relay-settings', { token, body: { relay_settings } })
    const key = bytesToHex(first.context.settings.relayKey())
    await first.close()

    const second = await startRelay({ dataDir })
    expect(bytesToHex(second.context.settings.relayKey())).toBe(key)
    expect(second.context.settings.get(relayInfo).relayname).toBe('Nest')
    expect((await second.call('/api/relay-settings', { token })).body).toMatchObject({ relay_settings })
    expect((await second.call('/user-exist')).body.exists).toBe(true)
    expect((await second.call('/api/status', { token })).status).toBe(200)
    await second.close()
    const another = await startRelay()
    expect(bytesToHex(another.context.settings.relayKey())).not.toBe(key)
    await another.close()
  })

  it('the query cache keeps the saved number of answers, and options that it does not know (CACHE-02, CACHE-03)', async () => {
    const first = await startRelay({ dataDir })
    const { token } = await first.signedIn()
    const query_cache = { enabled: true, max_entries: 2, shards: 7, mine: 'kept' }
    await first.call('/api/settings/query_cache', { token, body: { query_cache } })
    await first.close()

    const second = await startRelay({ dataDir })
    const client = await RawClient.connect(second.publicUrl)
    for (const kind of [1, 2, 3]) await client.stored({ kinds: [kind] })
    expect((await second.call('/api/settings/query_cache', { token })).body).toEqual({ query_cache })
    const services = (await second.call('/api/services', { token })).body
    expect(services).toContainEqual(
      expect.objectContaining({ group: 'query_cache', cache: expect.objectContaining({ entries: 2 }) }),
    )
    client.close()
    await second.close()
  })

  it('the public server is still closed, and opens when that is saved (GENERAL-02)', async () => {
    const first = await startRelay({ dataDir })
    const { operator, token } = await first.signedIn()
    await first.call('/api/settings/general', { token, body: { general: { proxy: false } } })
    await first.close()

    const second = await startRelay({ dataDir })
    const ask = () => fetch(second.publicUrl.replace('ws', 'http')).then(({ status }) => status)
    await expect(ask()).rejects.toThrow('fetch failed')
    const again = await second.login(operator)
    expect((await second.call('/api/status', { token: again })).status).toBe(200)
    await second.call('/api/settings/general', { token: again, body: { general: { proxy: true } } })
    await expect.poll(() => ask().catch(() => 0)).toBe(200)
    await second.close()
  })

  it('secrets whose key file has been replaced are not overwritten: the start says so', async () => {
    await (await startRelay({ dataDir })).close()
    await writeFile(join(dataDir, 'secret.key'), Buffer.alloc(32, 1))
    await expect(startRelay({ dataDir })).rejects.toThrow('secret.key in the data folder is not the key that sealed it')
  })
})
