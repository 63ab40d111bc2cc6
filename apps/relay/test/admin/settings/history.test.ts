import { rm } from 'node:fs/promises'
import { general, relayInfo, settingsGroups, wallet } from '@hornets/contract/admin/settings'
import type { SettingsFile, SettingsVersion } from '@hornets/contract/admin/settings/history'
import { bytesToHex } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDataDir, type Relay, startRelay } from '../../harness.ts'
import { auditOf, putAdmin } from '../../support/people.ts'

const clock = { now: Date.now() }
let relay: Relay
let token: string
let operator: string
beforeAll(async () => {
  relay = await startRelay({ now: () => clock.now })
  token = (await relay.signedIn()).token
  operator = (await putAdmin(relay, 'operator', { userName: 'Ada' })).token
})
afterAll(() => relay?.close())

const saveInfo = (values: object, by = operator) =>
  relay.call('/api/settings/relay_info', { token: by, body: { relay_info: values } })
const versions = async (section = 'relay_info', query = ''): Promise<SettingsVersion[]> =>
  (await relay.call(`/api/settings-history?section=${section}${query}`, { token: operator })).body.versions
const compare = async (id: number, side: string) =>
  (await relay.call(`/api/settings-history/${id}?side=${side}`, { token: operator })).body
const restore = (id: number, side: string, newest: number, by = operator) =>
  relay.call(`/api/settings-history/${id}/restore`, { token: by, body: { side, newest } })
const info = () => relay.context.settings.get(relayInfo)

describe('the history of settings', () => {
  test('refuses moderators', async () => {
    const { token: moderator } = await putAdmin(relay, 'moderator')
    for (const path of ['/api/settings-history', '/api/settings-file', '/api/provisional-settings'])
      expect((await relay.call(path, { token: moderator })).status).toBe(403)
  })

  test('lists each save with who, when and what, and restores any of them as a new save (DESK-09)', async () => {
    const first = info()
    await saveInfo({ relayname: 'Nest', relaydescription: 'One' })
    await saveInfo({ relaydescription: 'Two' })
    await saveInfo({ relayname: 'Hive' })
    const [third, second, one] = (await versions()) as [SettingsVersion, SettingsVersion, SettingsVersion]
    expect(third).toMatchObject({
      section: 'relay_info',
      actor_name: 'Ada',
      before: { relayname: 'Nest' },
      after: { relayname: 'Hive' },
      is_newest: true,
    })
    expect([second.is_newest, one.is_newest]).toEqual([false, false])
    expect(await versions('relay_info', `&before=${second.id}&limit=1`)).toMatchObject([{ id: one.id }])
    expect((await versions('general')).map(({ id }) => id)).not.toContain(third.id)

    const difference = await compare(second.id, 'before')
    expect(difference).toMatchObject({
      now: { relayname: 'Hive', relaydescription: 'Two' },
      restored: { relayname: 'Nest', relaydescription: 'One' },
      newest: third.id,
    })
    expect((await restore(second.id, 'before', third.id)).body.changed.sort()).toEqual([
      'relaydescription',
      'relayname',
    ])
    expect(info()).toMatchObject({ relayname: 'Nest', relaydescription: 'One' })
    const [fourth] = (await versions()) as [SettingsVersion]
    expect(fourth).toMatchObject({ after: { relayname: 'Nest', relaydescription: 'One' }, is_newest: true })
    expect((await auditOf(relay, 'settings.restore')).at(-1)?.target).toBe(`relay_info ${second.id}`)

    await restore(one.id, 'before', fourth.id)
    expect(info()).toMatchObject({ relayname: first.relayname, relaydescription: first.relaydescription })
    const [fifth] = (await versions()) as [SettingsVersion]
    expect((await restore(one.id, 'before', fifth.id)).body.changed).toEqual([])
  })

  test('has versions of each group with their difference, undoes them, and takes all groups from a file (DESK-09)', async () => {
    const read = async (): Promise<SettingsFile> => (await relay.call('/api/settings-file', { token })).body
    const before = await read()
    const texts: Readonly<Record<string, object>> = {
      query_cache: { max_entries: 7 },
      relay_info: { relaydescription: 'Another' },
      wallet: { name: 'second' },
      general: { service_tag: 'another' },
      s3: { region: 'eu-west-1' },
      outgoing: { fetch_ports: '443' },
    }
    const changes = settingsGroups.map(({ name, fields }) => {
      const [key, field] = Object.entries(fields).find(([, { default: value }]) => Number.isInteger(value)) ?? []
      return [name, texts[name] ?? { [key as string]: Number(field?.default) + 1 }] as const
    })
    for (const [name, change] of changes) {
      const body = { [name]: change }
      expect([name, (await relay.call(`/api/settings/${name}`, { token, body })).status]).toEqual([name, 200])
      const [saved] = (await versions(name)) as [SettingsVersion]
      expect([name, saved.after]).toEqual([name, change])
    }
    const after = await read()
    for (const [name] of changes) {
      const [saved] = (await versions(name)) as [SettingsVersion]
      expect([name, (await restore(saved.id, 'before', saved.id, token)).status]).toEqual([name, 200])
    }
    expect((await read()).settings).toEqual(before.settings)
    const sections = changes.map(([name]) => name)
    const imported = await relay.call('/api/settings-file', { token, body: { file: after, sections } })
    expect(imported.body.saved.toSorted()).toEqual(sections.toSorted())
    expect((await read()).settings).toEqual(after.settings)
    expect((await relay.call('/api/settings-file', { token, body: { file: before, sections } })).status).toBe(200)
  })

  test('refuses to restore over a later save, by other ids, and values of owners by operators', async () => {
    await saveInfo({ relayname: 'Earlier' })
    const [newest] = (await versions()) as [SettingsVersion]
    await saveInfo({ relayname: 'Meanwhile' })
    const { status, body } = await restore(newest.id, 'after', newest.id)
    expect([status, body.code, info().relayname]).toEqual([409, 'conflict', 'Meanwhile'])
    expect((await restore(999_999, 'after', 1)).status).toBe(404)
    const signIn = await relay.context.adminDatabase.reads
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'session.login')
      .executeTakeFirstOrThrow()
    expect((await restore(signIn.id, 'after', 1)).status).toBe(404)

    await relay.call('/api/settings/general', { token, body: { general: { port: '9777' } } })
    const [port] = (await versions('general')) as [SettingsVersion]
    expect((await restore(port.id, 'before', port.id)).status).toBe(403)
    expect((await restore(port.id, 'before', port.id, token)).status).toBe(200)
    expect(relay.context.settings.get(general).port).toBe('9000')
  })

  test('restores the free map, the relay settings and the rights as a whole (DESK-09)', async () => {
    const cache = (values: object) =>
      relay.call('/api/settings/query_cache', { token: operator, body: { query_cache: values } })
    await cache({ enabled: true, old: 'kept' })
    await cache({ enabled: false, added: 1 })
    const [newest] = (await versions('query_cache')) as [SettingsVersion]
    await restore(newest.id, 'before', newest.id)
    const { body } = await relay.call('/api/settings/query_cache', { token: operator })
    expect(body.query_cache).toEqual({ enabled: true, old: 'kept' })

    const relaySettings = { mode: 'blacklist', KindBlacklist: ['kind7'] }
    await relay.call('/api/relay-settings', { token: operator, body: { relay_settings: relaySettings } })
    await relay.call('/api/access', { token: operator, body: { access: { write: 'listed', min_pow: 3 } } })
    for (const section of ['relay_settings', 'access']) {
      const [latest] = (await versions(section)) as [SettingsVersion]
      expect((await restore(latest.id, 'before', latest.id)).status).toBe(200)
    }
    expect(relay.context.relaySettings.current().KindBlacklist).toEqual([])
    expect(relay.context.rights.current()).toMatchObject({ write: 'everyone', min_pow: 0 })
  })

  test('says that a secret was changed, never what it is, and leaves it as it is', async () => {
    const secret = 'c'.repeat(64)
    await relay.call('/api/settings/wallet', {
      token,
      body: { wallet: { wallet_api_key: secret, wallet_name: 'One' } },
    })
    const [version] = (await versions('wallet')) as [SettingsVersion]
    expect(JSON.stringify(version)).not.toContain(secret)
    const difference = await compare(version.id, 'before')
    expect([difference.secrets, JSON.stringify(difference).includes(secret)]).toEqual([['api_key'], false])
    await restore(version.id, 'before', version.id)
    expect(relay.context.settings.get(wallet).api_key).toBe(secret)
  })
})

describe('the settings as a file', () => {
  const read = async (): Promise<SettingsFile> => (await relay.call('/api/settings-file', { token: operator })).body
  const importFile = (file: unknown, sections: string[], by = operator) =>
    relay.call('/api/settings-file', { token: by, body: { file, sections } })

  test('has every section without secrets, and says which are left out (IDENT-06)', async () => {
    const file = await read()
    expect(Object.keys(file.settings)).toHaveLength(14)
    expect(file.left_out).toEqual(
      expect.arrayContaining(['general.private_key', 'wallet.api_key', 'relay_info.relaypubkey']),
    )
    expect(JSON.stringify(file.settings)).not.toMatch(/"private_key"|"api_key"|\*{8}/)
    const secrets = [bytesToHex(relay.context.settings.relayKey()), relay.context.settings.get(wallet).api_key]
    expect(secrets.filter(secret => JSON.stringify(file).includes(secret))).toEqual([])
  })

  test('is imported section by section, after all of it was checked', async () => {
    const { relayname } = info()
    const file = await read()
    await saveInfo({ relayname: 'Changed since' })
    await relay.call('/api/access', { token: operator, body: { access: { min_pow: 9 } } })
    const comparison = await relay.call('/api/settings-file/comparison', { token: operator, body: { file } })
    expect(comparison.body.changes.map(({ section }: { section: string }) => section)).toEqual(['relay_info', 'access'])
    expect((await importFile(file, ['relay_info'])).body).toEqual({ saved: ['relay_info'] })
    expect([info().relayname, relay.context.rights.current().min_pow]).toEqual([relayname, 9])
    expect((await importFile(file, ['access'])).body).toEqual({ saved: ['access'] })

    const broken = { ...file, settings: { relay_info: { relayname: 'Never' }, access: { min_pow: 999 } } }
    const refused = await importFile(broken, ['relay_info', 'access'])
    expect([refused.status, Object.keys(refused.body.fields), info().relayname]).toEqual([
      400,
      ['access.min_pow'],
      relayname,
    ])
    const secret = { ...file, settings: { wallet: { api_key: 'd'.repeat(64) } } }
    expect(Object.keys((await importFile(secret, ['wallet'], token)).body.fields)).toEqual(['wallet.api_key'])
    const ofOwners = { ...file, settings: { general: { port: '9555' } } }
    expect((await importFile(ofOwners, ['general'])).status).toBe(403)
    expect((await importFile({ format: 'else', version: 1, settings: {} }, ['general'])).status).toBe(400)
  })
})

describe('a change that could lock out', () => {
  const begin = (section: string, keys: string[], by = token) =>
    relay.call('/api/provisional-settings', { token: by, body: { section, keys } })
  async function tryAccess(access: object): Promise<void> {
    expect((await begin('access', Object.keys(access))).status).toBe(200)
    expect((await relay.call('/api/access', { token, body: { access } })).status).toBe(200)
  }
  const change = async () => (await relay.call('/api/provisional-settings', { token })).body.change
  const tick = () => relay.context.settingsHistory.provisional.tick()
  const write = () => relay.context.rights.current().write

  test('is put back by the relay unless an admin keeps it within 60 s', async () => {
    await tryAccess({ write: 'listed', read: 'signed-in' })
    expect(await change()).toMatchObject({ section: 'access', left_seconds: 60, after: { write: 'listed' } })
    expect((await begin('access', ['write'])).status).toBe(409)
    clock.now += 59_000
    await tick()
    expect([write(), (await change()).left_seconds]).toEqual(['listed', 1])
    clock.now += 1000
    await tick()
    expect([write(), relay.context.rights.current().read, await change()]).toEqual(['everyone', 'everyone', null])
    expect((await auditOf(relay, 'settings.put-back')).at(-1)).toMatchObject({ target: 'access', actor: null })
    expect((await relay.call('/api/provisional-settings/keep', { token, body: {} })).status).toBe(409)
  })

  test('stays once it is kept, and can be put back at any time before', async () => {
    await tryAccess({ min_pow: 5 })
    await relay.call('/api/provisional-settings/put-back', { token, body: {} })
    expect(relay.context.rights.current().min_pow).toBe(0)
    await begin('relay_info', ['relayaddresses'], operator)
    await saveInfo({ relayaddresses: 'wss://relay.example' })
    await relay.call('/api/provisional-settings/keep', { token, body: {} })
    clock.now += 120_000
    await tick()
    expect(info().relayaddresses).toBe('wss://relay.example')
    await saveInfo({ relayaddresses: '' })
  })

  test('leaves a later save of the same value alone', async () => {
    await tryAccess({ write: 'listed' })
    await relay.call('/api/access', { token, body: { access: { write: 'paying' } } })
    clock.now += 60_000
    await tick()
    expect([write(), await change()]).toEqual(['paying', null])
    await relay.call('/api/access', { token, body: { access: { write: 'everyone' } } })
  })

  test('ends by itself when nothing was saved', async () => {
    await begin('access', ['write'])
    expect(await change()).toBeNull()
    clock.now += 60_000
    await tick()
    expect((await begin('access', ['write'])).status).toBe(200)
    await relay.call('/api/provisional-settings/put-back', { token, body: {} })
  })
})

test('a restarted relay puts back a change that was not kept, and gives a new port 300 s', async () => {
  const dataDir = await makeDataDir()
  const time = { now: Date.now() }
  const start = () => startRelay({ dataDir, now: () => time.now })
  const first = await start()
  const { token: owner } = await first.signedIn()
  await first.call('/api/provisional-settings', { token: owner, body: { section: 'general', keys: ['proxy'] } })
  await first.call('/api/settings/general', { token: owner, body: { general: { proxy: false } } })
  await first.close()
  time.now += 61_000

  const second = await start()
  await second.context.settingsHistory.provisional.tick()
  expect(second.context.settings.get(general).proxy).toBe(true)
  await second.call('/api/provisional-settings', { token: owner, body: { section: 'general', keys: ['port'] } })
  await second.call('/api/settings/general', { token: owner, body: { general: { port: '9333' } } })
  expect((await second.context.settingsHistory.provisional.show())?.ends_at).toBeNull()
  time.now += 3_600_000
  await second.context.settingsHistory.provisional.tick()
  expect(second.context.settings.get(general).port).toBe('9333')
  await second.close()

  const third = await start()
  expect((await third.context.settingsHistory.provisional.show())?.left_seconds).toBe(300)
  time.now += 300_000
  await third.context.settingsHistory.provisional.tick()
  expect(third.context.settings.get(general).port).toBe('9000')
  await third.close()
  await rm(dataDir, { recursive: true })
})
