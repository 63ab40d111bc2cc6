import { defaultsOf, xnostr } from '@hornets/contract/admin/settings'
import { expect, it } from 'vitest'
import { readTree } from '../support/catalogues.ts'
import { openSettings } from './settings-visit.ts'

const site = openSettings()

it.each([
  ['off', 'Off', 'Aus'],
  ['waiting', 'On, not used yet', 'An, noch nicht benutzt'],
] as const)(
  'SERVICE-07: a service that is %s says so in either language, and never that it is not running yet',
  async (state, words, german) => {
    const idle = { group: 'query_cache', since: '2026-11-25T10:00:00.000Z', queue: 0, per_minute: 0, latency_ms: 0 }
    site.relay.answers.set('GET /api/services', { body: [{ ...idle, state }] })
    const page = await site.go('/settings/query-cache')
    await page.getByText(words, { exact: true }).waitFor()
    expect(await page.getByText('Not running yet').count()).toBe(0)
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    await page.getByText(german, { exact: true }).waitFor()
    const others = { running: 'Läuft', failing: 'Gestört' }
    expect(readTree('de')).toMatchObject({ settings: { service: { state: others } } })
  },
)

it('CACHE-05: shows use and memory of the query cache', async () => {
  const cache = { entries: 12, hits: 1234, misses: 766, bytes: 2_621_440 }
  const state = { state: 'running', since: '2026-11-25T10:00:00.000Z', queue: 0, per_minute: 40, latency_ms: 0 }
  site.relay.answers.set('GET /api/services', { body: [{ ...state, group: 'query_cache', cache }] })
  const page = await site.go('/settings/query-cache')
  await page.getByText(/1,234 of 2,000.*2\.5 MB/).waitFor()
})

it('XNOSTR-12: lists verified people, and checks one of them now', async () => {
  const pubkey = 'b'.repeat(64)
  const time = '2026-11-25T10:00:00.000Z'
  const handle = {
    pubkey,
    handle: 'ann_x',
    state: 'verified',
    source: 'bio',
    followers: 1234,
    attempts: 0,
    checked_at: time,
    verified_at: time,
    next_at: time,
  }
  site.relay.answers.set('GET /api/settings/xnostr', { body: { xnostr: defaultsOf(xnostr) } })
  const other = { ...handle, pubkey: 'c'.repeat(64), handle: 'ben_x', source: 'post', followers: 5 }
  site.relay.answers.set('GET /api/verified-handles', ({ query }) => {
    const handles = query.get('state') === 'verified' ? [handle, other] : []
    return { body: { handles, count: handles.length } }
  })
  site.relay.answers.set('POST /api/verified-handles/check', { body: { ...handle, state: 'failed', source: '' } })
  const page = await site.go('/settings/xnostr')
  const row = page.getByRole('row', { name: /@ann_x/ })
  for (const text of ['Bio', '1,234']) await row.getByText(text, { exact: true }).waitFor()
  await page
    .getByRole('row', { name: /@ben_x/ })
    .getByRole('button', { name: 'Check now' })
    .waitFor()
  await row.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Not confirmed, tried again').waitFor()
  const made = site.relay.received.filter(({ call }) => call === 'POST /api/verified-handles/check')
  expect(made.map(({ body }) => body)).toEqual([{ pubkey }])
  await page.evaluate(() => localStorage.setItem('lng', 'de'))
  await page.reload()
  await row.getByRole('button', { name: 'Jetzt prüfen' }).waitFor()
})
