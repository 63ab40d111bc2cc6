import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Relay, startRelay } from '../harness.ts'
import { person, png, sha256 } from '../media/media-world.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

let uploader = person()
let clock = Date.now()
let relay: Relay
let token: string
let firstRead: unknown
let auditedBefore = 0
beforeAll(async () => {
  relay = await startRelay({ now: () => clock })
  ;({ token } = await relay.signedIn())
  firstRead = await get()
})
afterAll(() => relay.close())
beforeEach(async () => {
  await save(relaySettingsDefaults)
  auditedBefore = (await auditRows()).at(-1)?.id ?? auditedBefore
})

const get = async () => (await relay.call('/api/relay-settings', { token })).body.relay_settings
const save = (relay_settings: unknown) => relay.call('/api/relay-settings', { token, body: { relay_settings } })

const uploads = () => `${relay.publicUrl.replace('ws', 'http')}/upload`
const seconds = () => Math.floor(clock / 1000)
const allowing = (file: Uint8Array) =>
  uploader.header('upload', [sha256(file)], template => {
    template.created_at = seconds() - 1
    template.tags[1] = ['expiration', String(seconds() + 600)]
  })
/** Asks whether a file would be taken. */
const announce = (file: Uint8Array, facts: Record<string, string>) =>
  fetch(uploads(), { method: 'HEAD', headers: { authorization: allowing(file), 'x-sha-256': sha256(file), ...facts } })

const auditRows = () =>
  relay.context.adminDatabase.reads
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'relay_settings.save')
    .where('id', '>', auditedBefore)
    .orderBy('id')
    .execute()

describe('relay settings', () => {
  it.each([
    ['a mode of neither value', { mode: 'greylist' }],
    ['a kind without its number', { KindWhitelist: ['kind'] }],
    ['a kind with a leading zero, which no event has', { KindWhitelist: ['kind01'] }],
    ['a kind above 65535', { KindWhitelist: ['kind65536'] }],
    ['a kind as a number', { KindBlacklist: [1] }],
    ['a media type without a slash', { MimeTypeWhitelist: ['image'] }],
    ['a price with decimals', { subscription_tiers: [{ datalimit: '1 GB per month', price: '1.5' }] }],
    ['a limit without its unit', { freeTierLimit: '100' }],
    ['a file size of nothing', { maxfilesize: 0 }],
    ['a unit that there is not', { maxfilesizeunit: 'PB' }],
  ])('MODE-02, MODE-10, R-50: %s is refused, and nothing of the body is saved (SAVE-03)', async (_name, wrong) => {
    const before = await get()
    const answer = await save({ moderationMode: 'passive', ...wrong })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_fields'])
    expect(Object.keys(answer.body.fields)[0]).toMatch(/^relay_settings\./)
    expect(await get()).toEqual(before)
  })

  it('accepts everything on a new relay, and reports that the settings were never changed', () => {
    expect(firstRead).toMatchObject({ ...relaySettingsDefaults, lastUpdated: '0001-01-01T00:00:00Z' })
  })

  it('SAVE-14, MODE-10: have every member that clients know, in its type', async () => {
    const values = {
      mode: 'whitelist',
      KindWhitelist: ['kind1', 'kind30023'],
      MimeTypeGroups: { images: ['image/png'], videos: ['video/mp4'], audio: ['audio/ogg'], documents: ['text/plain'] },
      MimeTypeWhitelist: ['image/png'],
      subscription_tiers: [{ datalimit: '1 GB per month', price: '10000' }],
      freeTierEnabled: true,
      freeTierLimit: '100 MB per month',
      moderationMode: 'passive',
      maxfilesize: 5,
      maxfilesizeunit: 'GB',
    }
    expect((await save(values)).status).toBe(200)
    const { MimeTypeWhitelist, ...saved } = values
    const read = await get()
    expect(read).toMatchObject({ ...saved, lastUpdated: new Date(clock).toISOString() })
    expect(read.MimeTypeWhitelist).toEqual(expect.arrayContaining(MimeTypeWhitelist))
    await save({ subscription_tiers: [], freeTierEnabled: false })
  })

  it('MODE-05, MODE-06, MODE-10: each of both modes can be saved, and decides immediately which kinds and media types are taken', async () => {
    const client = await RawClient.connect(relay.publicUrl)
    onTestFinished(() => client.socket.close())
    const author = signer()
    const taken = async (kind: number, content: string) =>
      (await client.publish(author.sign({ kind, content, created_at: seconds() }))).accepted
    const statusOf = async (type: string) =>
      (await announce(png(100), { 'x-content-length': '100', 'x-content-type': type })).status
    for (const [settings, kinds, types] of [
      [{ mode: 'whitelist', KindWhitelist: ['kind1'], MimeTypeWhitelist: ['image/png'] }, [true, false], [200, 415]],
      [{ mode: 'whitelist', KindWhitelist: ['kind7'], MimeTypeWhitelist: ['image/gif'] }, [false, true], [415, 200]],
      [{ mode: 'blacklist', KindBlacklist: ['kind1'], MimeTypeBlacklist: ['image/png'] }, [false, true], [415, 200]],
    ] as const) {
      await save(settings)
      expect((await get()).mode).toBe(settings.mode)
      expect(await Promise.all([1, 7].map(kind => taken(kind, JSON.stringify(settings))))).toEqual(kinds)
      expect(await Promise.all(['image/png', 'image/gif'].map(statusOf))).toEqual(types)
      const file = png(100)
      const sent = await fetch(uploads(), { method: 'PUT', headers: { authorization: allowing(file) }, body: file })
      expect(sent.status).toBe(types[0] === 200 ? 201 : 415)
    }
  })

  it('only keys that are there change: switching the mode keeps both lists (fault 20, MODE-07, SAVE-02)', async () => {
    await save({ mode: 'whitelist', KindWhitelist: ['kind1', 'kind7'], MimeTypeWhitelist: ['image/png'] })
    await save({ mode: 'blacklist', KindBlacklist: ['kind4'] })
    expect(await get()).toMatchObject({
      mode: 'blacklist',
      KindWhitelist: ['kind1', 'kind7'],
      MimeTypeWhitelist: ['image/png'],
      KindBlacklist: ['kind4'],
    })
  })

  it('stores media types in lower case without duplicates', async () => {
    await save({ MimeTypeWhitelist: ['Image/PNG', ' image/png ', 'video/*'], KindWhitelist: ['kind1', 'kind1'] })
    expect(await get()).toMatchObject({ MimeTypeWhitelist: ['image/png', 'video/*'], KindWhitelist: ['kind1'] })
  })

  it('the time of the last change is the server’s to write, and only for a change', async () => {
    clock = Date.parse('2026-11-20T10:00:00Z')
    await save({ mode: 'whitelist', lastUpdated: '1999-01-01T00:00:00Z' })
    expect((await get()).lastUpdated).toBe('2026-11-20T10:00:00.000Z')
    clock += 60_000
    await save(await get())
    expect((await get()).lastUpdated).toBe('2026-11-20T10:00:00.000Z')
  })

  describe('groups of media types', () => {
    const upload = (mime: string) => relay.context.policy.judgeFile({ pubkey: '', mime, bytes: 1 })?.status ?? 200

    it('are given as arrays of the active list (FAMILY-13)', async () => {
      await save({ mode: 'whitelist', MimeTypeWhitelist: ['image/png', 'video/*', 'application/pdf', 'font/woff2'] })
      expect((await get()).MimeTypeGroups).toEqual({
        images: ['image/png'],
        videos: ['video/*'],
        audio: [],
        documents: ['application/pdf'],
      })
      await save({ mode: 'blacklist' })
      expect((await get()).MimeTypeGroups).toEqual({ images: [], videos: [], audio: [], documents: [] })
    })

    it('refuse and accept uploads, whether arrays or booleans are posted (FAMILY-13)', async () => {
      expect(upload('image/png')).toBe(200)
      await save({ MimeTypeGroups: { images: false } })
      expect([upload('image/png'), upload('video/mp4')]).toEqual([415, 200])
      await save({ MimeTypeGroups: { images: true, videos: ['video/mp4'] } })
      expect([upload('image/png'), upload('video/mp4'), upload('video/webm')]).toEqual([200, 415, 200])
      await save({ mode: 'whitelist', MimeTypeGroups: { audio: true, documents: ['text/plain'] } })
      expect(['audio/ogg', 'text/plain', 'application/pdf', 'image/png'].map(upload)).toEqual([200, 200, 415, 415])
      await save({ MimeTypeGroups: { audio: false } })
      expect(['audio/ogg', 'text/plain'].map(upload)).toEqual([415, 200])
      expect(await save({ MimeTypeGroups: { images: 'all' } })).toMatchObject({ status: 400 })
    })

    it('change nothing as null, or as they were read beside a changed list', async () => {
      await save({ mode: 'whitelist', MimeTypeWhitelist: ['image/png'] })
      const { MimeTypeGroups } = await get()
      await save({ MimeTypeGroups: null, lastUpdated: 1_700_000_000 })
      await save({ MimeTypeGroups: { images: null } })
      expect((await get()).MimeTypeWhitelist).toEqual(['image/png'])
      await save({ MimeTypeWhitelist: ['image/gif'], MimeTypeGroups })
      expect((await get()).MimeTypeWhitelist).toEqual(['image/gif'])
    })
  })

  it.each([
    [3, 'KB', 3 * 1024],
    [1, 'MB', 2 ** 20],
    [2, 'GB', 2 ** 31],
  ])(
    'takes files of up to %i %s and answers one byte more with 413 (SAVE-15)',
    async (maxfilesize, maxfilesizeunit, bytes) => {
      await save({ maxfilesize, maxfilesizeunit })
      // One whose bytes of the day are not spent.
      uploader = person()
      const isSent = bytes <= 2 ** 20
      const put = (size: number, isChunked = false) => {
        const file = png(isSent ? size : 100)
        // Without a declared length, as a stream has none.
        const chunked = { body: new Blob([new Uint8Array(file)]).stream(), duplex: 'half' } as RequestInit
        if (!isSent) return announce(file, { 'x-content-length': String(size) })
        const headers = { authorization: allowing(file) }
        return fetch(uploads(), { method: 'PUT', headers, ...(isChunked ? chunked : { body: file }) })
      }
      expect([(await put(bytes)).status, (await put(bytes + 1)).status]).toEqual([isSent ? 201 : 200, 413])
      if (isSent) expect((await put(bytes + 1, true)).status).toBe(413)
    },
  )

  it('notifies subscribers of the settings immediately, and records the changes in the audit log', async () => {
    const heard: string[] = []
    relay.context.relaySettings.onChange(({ mode }) => heard.push(mode))
    await save({ mode: 'whitelist', KindWhitelist: [] })
    await save({ mode: 'whitelist' })
    expect(heard).toEqual(['whitelist'])
    expect((await auditRows()).map(({ before, after }) => [before, after])).toEqual([
      ['{"mode":"blacklist"}', '{"mode":"whitelist"}'],
    ])
  })
})
