import { messages } from '@hornets/contract'
import { defaultsOf, email, settingsGroups, xnostr } from '@hornets/contract/admin/settings'
import { serviceGroups } from '@hornets/contract/admin/settings/services'
import { expect, it } from 'vitest'
import { chooseGerman } from '../support/visitor.ts'
import { openSettings } from './settings-visit.ts'

const site = openSettings()

it.each([
  ['off', 'Off', 'Aus'],
  ['waiting', 'On, not used yet', 'An, noch nicht benutzt'],
  ['running', 'Running', 'Läuft'],
  ['failing', 'Failing', 'Gestört'],
] as const)(
  'SERVICE-04, SERVICE-07: a service that is %s says so in either language, and never that it is not running yet',
  async (state, words, german) => {
    const idle = { group: 'query_cache', since: '2026-11-25T10:00:00.000Z', queue: 0, per_minute: 0, latency_ms: 0 }
    const fault = state === 'failing' && { error: messages.serviceStatus }
    site.relay.answers.set('GET /api/services', { body: [{ ...idle, state, ...fault }] })
    const page = await site.go('/settings/query-cache')
    await page.getByText(words, { exact: true }).waitFor()
    expect(await page.getByText('Not running yet').count()).toBe(0)
    expect(await page.getByText(messages.serviceStatus, { exact: true }).count()).toBe(fault ? 1 : 0)
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    await page.getByText(german, { exact: true }).waitFor()
  },
)

it('SERVICE-06, SERVICE-07, SERVICE-08: shows in every group how its service does and a test of it, what waits for a restart and what the environment sets', async () => {
  const idle = { state: 'failing', since: '2026-11-25T10:00:00.000Z', queue: 0, per_minute: 0, latency_ms: 0 }
  const statesOf: Partial<Record<string, { state: string }>> = { email: { state: 'off' }, s3: { state: 'waiting' } }
  const words: Partial<Record<string, string>> = { email: 'Off', s3: 'On, not used yet', query_cache: 'Running' }
  const others = serviceGroups
    .filter(group => group !== 'query_cache')
    .map(group => ({ ...idle, group, error: messages.serviceStatus, detail: `503 ${group}`, ...statesOf[group] }))
  site.relay.answers.set('GET /api/services', {
    body: [...others, { ...idle, group: 'query_cache', state: 'running' }],
  })
  for (const group of settingsGroups)
    site.relay.answers.set(`GET /api/settings/${group.name}`, { body: { [group.name]: defaultsOf(group) } })
  site.relay.answers.set('GET /api/settings/email', {
    body: { email: { ...defaultsOf(email), server: 'mail.example' } },
  })
  const fixed = [{ group: 'email', key: 'server', variable: 'SMTP_URL' }]
  site.relay.answers.set('GET /api/environment', { body: { fixed } })
  const page = await site.go('/settings')
  const button = (name: string) => page.getByRole('button', { name, exact: true }).locator('visible=true')
  const saves = () => site.relay.calls.filter(call => call.startsWith('POST /api/settings'))
  const called = ['image_moderation', 'nest_feeder', 'ollama', 'xnostr', 'email', 's3', 'outgoing']
  const services = [...called, 'content_filter', 'query_cache']
  for (const name of called)
    site.relay.answers.set(`POST /api/services/${name}/test`, { body: { ok: true, took_ms: 7, answer: `by ${name}` } })
  for (const group of settingsGroups) {
    await page
      .locator('h2')
      .getByRole('button', { name: new RegExp(`^${group.title}`, 'i') })
      .click()
    await page.waitForURL(`**/settings/${group.path}`)
    await button('Save').waitFor()
    const isService = services.includes(group.name)
    // Panels that were open stay, hidden.
    const states = page.getByText(/^(Failing|Running|Off|On, not used yet)$/).locator('visible=true')
    const shown = isService ? [words[group.name] ?? 'Failing'] : []
    await expect.poll(async () => [group.name, await states.allTextContents()]).toEqual([group.name, shown])
    expect(await page.getByText('Not running yet').count()).toBe(0)
    for (const fault of [`503 ${group.name}`, messages.serviceStatus]) {
      const told = page.getByText(fault, { exact: true }).locator('visible=true')
      expect([group.name, await told.count()]).toEqual([group.name, isService && group.name !== 'query_cache' ? 1 : 0])
    }
    const isCalled = called.includes(group.name)
    expect([group.name, await button('Test connection').count()]).toEqual([group.name, isCalled ? 1 : 0])
    if (isCalled) {
      await button('Test connection').click()
      await page.getByText(`by ${group.name}`, { exact: true }).waitFor()
    }
    const late = group.name === 'general' ? ['port', 'service_tag', 'relay_stats_db'] : []
    const marked = page
      .locator('[data-field]', { hasText: 'Takes effect after the next restart' })
      .locator('visible=true')
    const names = () => marked.evaluateAll(all => all.map(one => one.getAttribute('data-field')))
    await expect.poll(names).toEqual(late.map(key => `${group.name}.${key}`))
    if (group.name !== 'email') continue
    await page.getByText('Set by the environment (SMTP_URL).').waitFor()
    expect(await page.getByRole('textbox', { name: 'Mail server' }).isDisabled()).toBe(true)
    expect(await page.getByLabel('Sender').isDisabled()).toBe(false)
  }
  expect(saves()).toEqual([])
  await chooseGerman(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await button('Verbindung testen').waitFor()
  for (const text of ['Gestört', '503 outgoing', 'Der Dienst hat mit einem Fehler geantwortet'])
    await page.getByText(text, { exact: true }).locator('visible=true').waitFor()
  const waiting = page.locator('[data-field]', { hasText: 'Gilt nach dem nächsten Neustart.' })
  expect(await waiting.evaluateAll(all => all.map(one => one.getAttribute('data-field')))).toEqual(
    ['port', 'service_tag', 'relay_stats_db'].map(key => `general.${key}`),
  )
  // What comes back is shown without a step of the reader.
  site.relay.answers.set('GET /api/services', { body: [{ ...idle, group: 'outgoing', state: 'running' }] })
  await page.getByText('Läuft', { exact: true }).locator('visible=true').waitFor()
  await page.getByText('503 outgoing', { exact: true }).waitFor({ state: 'detached' })
}, 60_000)

it('CACHE-05, SERVICE-03: shows use and memory of the query cache', async () => {
  const cache = { entries: 12, hits: 1234, misses: 766, bytes: 2_621_440 }
  const state = { state: 'running', since: '2026-11-25T10:00:00.000Z', queue: 0, per_minute: 40, latency_ms: 0 }
  site.relay.answers.set('GET /api/services', { body: [{ ...state, group: 'query_cache', cache }] })
  const page = await site.go('/settings/query-cache')
  await page.getByText(/1,234 of 2,000.*2\.5 MB/).waitFor()
  await chooseGerman(page)
  await page.getByText('1.234 von 2.000 aus dem Zwischenspeicher beantwortet, 2,5 MB').waitFor()
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
