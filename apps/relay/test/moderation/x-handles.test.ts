import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messages } from '@hornets/contract'
import { xnostr } from '@hornets/contract/admin/settings'
import { npubEncode } from 'nostr-tools/nip19'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Relay, startRelay } from '../harness.ts'
import { startHttpService } from '../support/http-service.ts'
import { putAdmin } from '../support/people.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

// Real Chromium; the mirrors are doubles on loopback with pages in the shape of Nitter's.

const dayMs = 86_400_000
const soon = { timeout: 1000, interval: 20 }
const clock = { ms: Date.now() }
let relay: Relay
let token: string
let folder: string
let browser: string
let client: RawClient
const bios = new Map<string, string>()
const posts = new Map<string, string>()
let isFirstDown = false
const page = (handle: string) => `<!doctype html><html><body><script>
  document.write('<div class="profile-card"><a class="profile-card-username">@${handle}</a></div>')</script>
  <div class="profile-bio"><p dir="auto">${bios.get(handle) ?? 'hello'}</p></div>
  <ul class="profile-statlist"><li class="followers"><span class="profile-stat-num">1,234</span></li></ul>
  <div class="timeline-item"><a class="username">@${handle}</a>
  <div class="tweet-content">${posts.get(handle) ?? 'a post'}</div></div><img src="${inside.url}/seen.png"><img src="${inside.url.replace('127.0.0.1', 'localhost')}/seen.png"></body></html>`
const inside = await startHttpService((_request, response) => response.end())
const first = await startHttpService(({ url }, response) =>
  isFirstDown
    ? response.writeHead(503).end('overloaded')
    : response.setHeader('content-type', 'text/html').end(page(url?.slice(1) ?? '')),
)
const second = await startHttpService(({ url }, response) =>
  response.setHeader('content-type', 'text/html').end(page(url?.slice(1) ?? '')),
)
const checks = () => relay.context.xnostr.checks
const uses = async () => (await readFile(join(folder, 'uses'), 'utf8').catch(() => '')).length

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hornets-browser-test-'))
  browser = join(folder, 'browser')
  await writeFile(browser, `#!/bin/sh\necho used >> ${folder}/uses\nexec "${process.env.CHROMIUM_PATH}" "$@"\n`)
  await chmod(browser, 0o755)
  relay = await startRelay({ now: () => clock.ms })
  await signIn()
  client = await RawClient.connect(relay.publicUrl)
})
afterAll(async () => {
  client.close()
  await relay.close()
  await Promise.all([first.close(), second.close(), inside.close()])
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  isFirstDown = false
  // Mirrors that failed in an earlier test are tried again.
  clock.ms += 3_600_000
  await signIn()
  await save({ enabled: true })
  await round()
  // Each further look-up of their handles would cost the other tests a start of the browser.
  await relay.context.adminDatabase.transact(tx => tx.updateTable('x_handles').set({ next_at: null }).execute())
})

async function signIn() {
  token = (await putAdmin(relay, 'operator')).token
}
async function save(values: Record<string, unknown>) {
  const nitter = {
    instances: [
      { url: first.url, priority: 1 },
      { url: second.url, priority: 2 },
    ],
    requests_per_minute: 100,
    failure_threshold: 2,
    recovery_threshold: 1,
  }
  const verification_intervals = {
    full_verification_interval_days: 30,
    follower_update_interval_days: 60,
    max_verification_attempts: 2,
  }
  const all = {
    browser_path: browser,
    check_interval: 3600,
    update_interval: 24,
    nitter,
    verification_intervals,
    ...values,
  }
  const prefixed = Object.fromEntries(Object.entries(all).map(([key, value]) => [`xnostr_${key}`, value]))
  const { status, body } = await relay.call('/api/settings/xnostr', { token, body: { xnostr: prefixed } })
  expect(body).toMatchObject({ message: expect.any(String) })
  expect(status).toBe(200)
}
async function round() {
  await checks().settled()
  await checks().round()
}
async function named() {
  const author = signer()
  const handle = `H${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const event = author.sign({ kind: 0, content: JSON.stringify({ name: 'ann', x: `@${handle}` }) })
  expect((await client.publish(event)).accepted).toBe(true)
  return { author, handle, npub: npubEncode(author.pubkey), result: () => resultOf(author.pubkey) }
}
async function resultOf(pubkey: string) {
  const ids = await client.stored({ kinds: [555], '#p': [pubkey] })
  expect(ids.length).toBeLessThan(2)
  const [, , event] =
    client.heard.findLast(([type, , one]) => type === 'EVENT' && (one as { id: string }).id === ids[0]) ?? []
  if (ids.length === 0) return null
  const { pubkey: by, tags } = event as { pubkey: string; tags: string[][] }
  return { by, ...Object.fromEntries(tags) } as Record<string, string>
}

describe('an X handle', () => {
  it('is verified by the npub in its bio or in a post, by the browser of the settings, and listed (XNOSTR-06, XNOSTR-07, XNOSTR-12)', async () => {
    const [inBio, inPost, nowhere] = [await named(), await named(), await named()]
    bios.set(inBio.handle, `I am ${inBio.npub}`)
    posts.set(inPost.handle, `me: ${inPost.npub}`)
    // Of another key that begins alike.
    bios.set(nowhere.handle, nowhere.npub.slice(0, -6))
    posts.set(nowhere.handle, inPost.npub)
    await round()
    expect(await inBio.result()).toEqual({
      by: relay.context.relay.pubkey(),
      p: inBio.author.pubkey,
      x: inBio.handle,
      verified: 'true',
      verification_source: 'bio',
    })
    expect(await inPost.result()).toMatchObject({ verified: 'true', verification_source: 'post' })
    expect(await nowhere.result()).toMatchObject({ verified: 'false', verification_source: '' })
    expect((await readFile(join(folder, 'uses'), 'utf8')).length).toBeGreaterThan(0)
    // What a page shows from elsewhere is not fetched: it could be inside the operator's network.
    expect(inside.asked).toHaveLength(0)
    const { body } = await relay.call('/api/verified-handles?state=verified', { token })
    expect(body.handles.map(({ handle }: { handle: string }) => handle)).not.toContain(nowhere.handle)
    expect(body.handles).toContainEqual(
      expect.objectContaining({ handle: inBio.handle, state: 'verified', source: 'bio', followers: 1234 }),
    )
  })

  it('is tried again after the update interval, and given up after the last attempt, until it is checked by hand (XNOSTR-08, XNOSTR-09, XNOSTR-12)', {
    timeout: 60_000,
  }, async () => {
    const attempts = 3
    expect(xnostr.fields.update_interval).toMatchObject({ default: 24, unit: 'h' })
    const days = { full_verification_interval_days: 30, follower_update_interval_days: 60 }
    const verification_intervals = { ...days, max_verification_attempts: attempts }
    await save({ enabled: true, update_interval: 36, verification_intervals })
    const { handle, npub, result } = await named()
    await round()
    const asked = () => first.asked.filter(({ url }) => url === `/${handle}`).length
    for (let attempt = 1; attempt < attempts; attempt++) {
      clock.ms += 1.5 * dayMs - 60_000
      await round()
      expect(asked()).toBe(attempt)
      clock.ms += 60_000
      await round()
      expect(asked()).toBe(attempt + 1)
    }
    bios.set(handle, npub)
    clock.ms += 300 * dayMs
    await round()
    expect([asked(), (await result())?.verified]).toEqual([attempts, 'false'])
    await signIn()
    const { author } = { author: (await result())?.p }
    const { status, body } = await relay.call('/api/verified-handles/check', { token, body: { pubkey: author } })
    expect([status, body.state, (await result())?.verified]).toEqual([200, 'verified', 'true'])
  })

  it.each([60, 6])(
    'that is verified is checked again after its interval, with followers counted every %d days (XNOSTR-10)',
    async days => {
      const others = { follower_update_interval_days: days, max_verification_attempts: 2 }
      await save({ enabled: true, verification_intervals: { full_verification_interval_days: 20, ...others } })
      const { handle, npub, result } = await named()
      bios.set(handle, npub)
      await round()
      bios.delete(handle)
      for (const waited of [10 * dayMs, 10 * dayMs - 60_000]) {
        clock.ms += waited
        await round()
        expect((await result())?.verified).toBe('true')
      }
      clock.ms += 61_000
      await round()
      expect((await result())?.verified).toBe('false')
    },
  )

  it('is looked up at the mirror that is first by priority, and only if that fails at the next (XNOSTR-02)', async () => {
    const limits = { requests_per_minute: 100, failure_threshold: 9, recovery_threshold: 1 }
    const instances = [
      { url: second.url, priority: 2 },
      { url: first.url, priority: 1 },
    ]
    await save({ nitter: { ...limits, instances } })
    for (const [isDown, asked] of [
      [false, [1, 0]],
      [true, [1, 1]],
    ] as const) {
      isFirstDown = isDown
      const { handle, npub, result } = await named()
      bios.set(handle, npub)
      await round()
      expect((await result())?.verified).toBe('true')
      const askedAt = (mirror: typeof first) => mirror.asked.filter(({ url }) => url === `/${handle}`).length
      expect([askedAt(first), askedAt(second)]).toEqual(asked)
    }
  })

  it('is looked up at the next mirror if one fails, and stays unanswered while all of them fail (SERVICE-03, SERVICE-04)', async () => {
    const state = async () => {
      const { body } = await relay.call('/api/services', { token })
      return body.find(({ group }: { group: string }) => group === 'xnostr')
    }
    isFirstDown = true
    const { handle, npub, result } = await named()
    bios.set(handle, npub)
    await checks().settled()
    expect(await state()).toMatchObject({ queue: 1 })
    await round()
    expect((await result())?.verified).toBe('true')
    const { error, ...running } = await state()
    expect([running, error]).toMatchObject([{ state: 'running', queue: 0 }, undefined])
    await save({ browser_path: join(folder, 'missing') })
    const { result: unknown } = await named()
    await round()
    expect(await unknown()).toBeNull()
    expect(await state()).toMatchObject({ state: 'failing', error: messages.browserMissing })
  })

  it('is not looked up at a mirror that failed as often as is set, until it answered as often (XNOSTR-04)', {
    timeout: 60_000,
  }, async () => {
    /** How often the first mirror is asked for a new handle. */
    const asked = async (isDown: boolean) => {
      isFirstDown = isDown
      const { handle } = await named()
      await round()
      return first.asked.filter(({ url }) => url === `/${handle}`).length
    }
    expect(await asked(false)).toBe(1)
    const instances = [first, second].map(({ url }, at) => ({ url, priority: at + 1 }))
    await save({ nitter: { instances, requests_per_minute: 100, failure_threshold: 2, recovery_threshold: 2 } })
    expect([await asked(true), await asked(true), await asked(true)]).toEqual([1, 1, 0])
    clock.ms += 60_000
    expect([await asked(false), await asked(false)]).toEqual([1, 0])
    clock.ms += 60_000
    expect([await asked(false), await asked(false)]).toEqual([1, 1])
  })

  it('is looked up at the interval and at the mirrors that were saved last (XNOSTR-11)', async () => {
    const { handle, npub, result } = await named()
    bios.set(handle, npub)
    await checks().settled()
    const before = await uses()
    await save({
      check_interval: 1,
      nitter: {
        instances: [{ url: second.url, priority: 1 }],
        requests_per_minute: 100,
        failure_threshold: 2,
        recovery_threshold: 1,
      },
    })
    // The interval, and the second in which it applies.
    await vi.waitFor(async () => expect(await uses()).toBeGreaterThan(before), { timeout: 2000, interval: 20 })
    await vi.waitFor(async () => expect((await result())?.verified).toBe('true'), { timeout: 30_000, interval: 200 })
    const askedAt = (mirror: typeof first) => mirror.asked.filter(({ url }) => url === `/${handle}`).length
    expect([askedAt(first), askedAt(second)]).toEqual([0, 1])
  })

  it('is looked up as soon as the setting is switched on (XNOSTR-11)', async () => {
    await named()
    await checks().settled()
    // Only the switch changes then.
    await save({ enabled: false, check_interval: 1 })
    const before = await uses()
    await save({ enabled: true, check_interval: 1 })
    await vi.waitFor(async () => expect(await uses()).toBeGreaterThan(before), { timeout: 2000, interval: 20 })
  })

  it('waits while its mirror has had the requests of a minute, among them tests of the connection (XNOSTR-03)', {
    timeout: 60_000,
  }, async () => {
    clock.ms += 60_000
    const nitter = { requests_per_minute: 2, failure_threshold: 2, recovery_threshold: 1 }
    await save({ nitter: { ...nitter, instances: [{ url: first.url, priority: 1 }] } })
    const before = first.asked.length
    const asked = () => first.asked.length - before
    const handles = [await named(), await named(), await named(), await named()]
    for (const waitedMs of [0, 59_000]) {
      clock.ms += waitedMs
      await round()
      expect(asked()).toBe(2)
    }
    clock.ms += 1000
    const testConnection = async () => {
      const { body } = await relay.call('/api/services/xnostr/test', { token, body: { xnostr: {} } })
      return [body.ok, body.error]
    }
    expect(await testConnection()).toEqual([true, undefined])
    await round()
    expect(asked()).toBe(4)
    expect(await testConnection()).toEqual([false, messages.rateLimited])
    expect(asked()).toBe(4)
    clock.ms += 60_000
    await round()
    expect(asked()).toBe(5)
    for (const { result } of handles) expect(await result()).not.toBeNull()
  })

  it('is looked up only while the setting is on and the profile names one (XNOSTR-01)', async () => {
    const [{ author, handle, result }, kept] = [await named(), await named()]
    await checks().settled()
    const gone = author.sign({ kind: 0, content: '{"name":"ann"}', created_at: Math.floor(Date.now() / 1000) + 1 })
    await client.publish(gone)
    await round()
    expect([await result(), first.asked.some(({ url }) => url === `/${handle}`)]).toEqual([null, false])
    expect([(await kept.result())?.verified, first.asked.some(({ url }) => url === `/${kept.handle}`)]).toEqual([
      'false',
      true,
    ])
    const [renamed, content] = [`${kept.handle}2`, JSON.stringify({ x: `${kept.handle}2` })]
    await client.publish(kept.author.sign({ kind: 0, content, created_at: Math.floor(Date.now() / 1000) + 1 }))
    await round()
    expect([(await kept.result())?.x, first.asked.some(({ url }) => url === `/${renamed}`)]).toEqual([renamed, true])
    await save({ enabled: false })
    const off = await named()
    await round()
    expect([await off.result(), first.asked.some(({ url }) => url === `/${off.handle}`)]).toEqual([null, false])
  })

  it('has its followers counted again after the saved interval, and stays verified without its npub until then (XNOSTR-10)', async () => {
    const { handle, npub, result } = await named()
    const intervals = {
      full_verification_interval_days: 30,
      follower_update_interval_days: 7,
      max_verification_attempts: 2,
    }
    await save({ verification_intervals: intervals })
    bios.set(handle, npub)
    await round()
    expect((await result())?.verified).toBe('true')
    bios.delete(handle)
    const asked = () => first.asked.filter(({ url }) => url === `/${handle}`).length
    const before = asked()
    clock.ms += 7 * dayMs - 60_000
    await round()
    expect(asked()).toBe(before)
    clock.ms += 120_000
    await round()
    expect([asked(), (await result())?.verified]).toEqual([before + 1, 'true'])
  })

  it('is looked up beside as many others, and by as many browsers, as were saved last, in the saved folder (XNOSTR-11)', async () => {
    const [program, log, gate, temporary] = ['slow', 'log', 'gate', 'temporary'].map(name => join(folder, name)) as [
      string,
      string,
      string,
      string,
    ]
    await mkdir(temporary)
    const wait = `until [ -e ${gate} ]; do sleep 0.02; done`
    await writeFile(program, `#!/bin/sh\necho "$@" >> ${log}\n${wait}\n`)
    await chmod(program, 0o755)
    const opened = async () => (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean)
    const shared = { browser_path: program, temp_dir: temporary }
    await save({ ...shared, concurrency: 1, browser_pool_size: 5 })
    for (let at = 0; at < 6; at += 1) await named()
    const rounds = round()
    await vi.waitFor(async () => expect(await opened()).toHaveLength(1), { timeout: 20_000 })
    await save({ ...shared, concurrency: 3, browser_pool_size: 5 })
    await vi.waitFor(async () => expect(await opened()).toHaveLength(3), soon)
    await save({ ...shared, concurrency: 6, browser_pool_size: 4 })
    await vi.waitFor(async () => expect(await opened()).toHaveLength(4), soon)
    await save({ ...shared, concurrency: 6, browser_pool_size: 5 })
    await vi.waitFor(async () => expect(await opened()).toHaveLength(5), soon)
    expect((await opened()).every(flags => flags.includes(`--user-data-dir=${temporary}/`))).toBe(true)
    await writeFile(gate, '')
    await rounds
  })
})
