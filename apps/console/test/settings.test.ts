import { defaultsOf, general, imageModeration, ollama, relayInfo } from '@hornets/contract/admin/settings'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openSettings } from './settings/settings-visit.ts'
import { chooseGerman } from './support/visitor.ts'

const site = openSettings(relay => {
  relay.answers.set('GET /api/settings/ollama', { body: { ollama: { ...defaultsOf(ollama), keep_alive: '5m' } } })
  relay.answers.set('GET /api/settings/general', { body: { general: defaultsOf(general) } })
  relay.answers.set('GET /api/settings/relay_info', {
    body: { relay_info: { ...defaultsOf(relayInfo), relaypubkey: 'a'.repeat(64) } },
  })
  relay.answers.set('GET /api/settings/query_cache', { body: { query_cache: { enabled: true, max_entries: 5 } } })
  relay.answers.set('GET /api/services/ollama/models', { body: { models: ['mine:7b', 'other', 'llama2'] } })
  for (const group of ['ollama', 'general', 'query_cache'])
    relay.answers.set(`POST /api/settings/${group}`, { body: { message: 'Saved', restart: [] } })
})
const { go } = site
const settingsCalls = () => site.relay.calls.filter(call => call.includes('/api/settings'))
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).locator('visible=true')

async function save(page: Page): Promise<unknown> {
  const [post] = await Promise.all([
    page.waitForRequest(request => request.method() === 'POST'),
    button(page, 'Save').click(),
  ])
  return post.postDataJSON()
}

/** Shown at the field and as a notification beside the form. */
async function toldTwice(page: Page, message: string): Promise<void> {
  const all = page.getByText(message, { exact: true })
  const inline = page.locator('form').getByText(message, { exact: true })
  await inline.waitFor()
  await expect.poll(async () => (await all.count()) > (await inline.count())).toBe(true)
}

describe('the accordion', () => {
  it('SET-01, SET-02, ROUTE-13: a path opens its group, a click closes it and another opens the next; fields show their default with its unit, except for secrets and empty ones', async () => {
    const page = await go('/settings/ollama')
    await page.getByLabel('Address').waitFor()
    const titles = (await page.locator('h2').allInnerTexts()).map(text => text.split('\n')[0]?.toLowerCase())
    expect(titles).toHaveLength(12)
    expect(titles.slice(0, 9).join()).toBe(
      'image moderation,content filter,nest feeder,ollama,relay info,wallet,general,query cache,x verification',
    )
    await page.getByRole('button', { name: /^Ollama/ }).click()
    await page.waitForURL('**/settings')
    await page.getByRole('button', { name: /^General/ }).click()
    await page.waitForURL('**/settings/general')
    await page.getByRole('textbox', { name: 'Port' }).waitFor()

    const note = (field: string) => page.locator(`[data-field="${field}"] span`).filter({ hasText: /\.$/ }).last()
    const ends = async (field: string) => (await note(field).textContent())?.match(/Default: .*/)?.[0]
    expect(await ends('general.port')).toBe('Default: 9000.')
    expect(await ends('general.proxy')).toBe('Default: on.')
    expect(await ends('general.private_key')).toBeUndefined()
    await page.getByRole('button', { name: /^Ollama/ }).click()
    await page.getByLabel('Address').waitFor()
    expect(await ends('ollama.timeout')).toBe('Default: 10,000 ms.')
  })

  it("R-45, R-86, SET-11, SET-12, SET-49: offers the models of Ollama's server first, disables Save until something has changed, keeps edits when groups change, asks when the page is left, and takes them back on Reset until Undo", async () => {
    const page = await go('/settings/ollama')
    await page.getByLabel('Address').waitFor()
    expect(await button(page, 'Save').isDisabled()).toBe(true)

    await page.getByRole('combobox', { name: 'Model' }).click()
    const offered = () => page.getByRole('option').allTextContents()
    await expect.poll(async () => (await offered()).slice(0, 4)).toEqual(['mine:7b', 'other', 'llama2', 'llama2:13b'])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('option').count()).toBe(0)

    await page.getByLabel('Address').fill('http://other/api')
    await page.getByRole('button', { name: /^General/ }).click()
    await page.waitForURL('**/settings/general')
    await page.getByRole('button', { name: /^Ollama/ }).click()
    expect(await page.getByLabel('Address').inputValue()).toBe('http://other/api')
    await page.getByRole('link', { name: 'Nostr Statistics' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
    expect(new URL(page.url()).pathname).toBe('/settings/ollama')

    // Somebody else has saved another address meanwhile.
    site.relay.answers.set('GET /api/settings/ollama', {
      body: { ollama: { ...defaultsOf(ollama), url: 'http://new' } },
    })
    await button(page, 'Reset').click()
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('http://new')
    await page.getByText('Edits discarded').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('http://other/api')
    await page.getByText('1 field changed').waitFor()

    await page.getByRole('button', { name: /^General/ }).click()
    await page.locator('input[type=password]').fill('nsec1secret')
    await button(page, 'Reset').click()
    await expect.poll(() => page.locator('input[type=password]').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect.poll(() => page.locator('input[type=password]').inputValue()).toBe('nsec1secret')

    await page.getByRole('button', { name: /^Query cache/i }).click()
    const held = page.getByRole('textbox', { name: 'Value', exact: true }).locator('visible=true')
    await held.fill('7')
    await button(page, 'Reset').click()
    await expect.poll(() => held.inputValue()).toBe('5')
  })
})

it('SERVICE-01, SERVICE-02, SERVICE-03: shows the state, figures and last error of services, and the result of a test with unsaved values', async () => {
  const fault = { error: 'The service answered with an error', detail: '503 busy' }
  const report = { group: 'ollama', state: 'failing', since: '2026-11-25T10:00:00.000Z', ...fault }
  site.relay.answers.set('GET /api/services', { body: [{ ...report, queue: 4, per_minute: 2, latency_ms: 310 }] })
  const page = await go('/settings/ollama')
  for (const text of [
    'Failing',
    /^since .*\d/,
    '4 waiting',
    '2 calls in the last minute',
    '310 ms per answer',
    ...Object.values(fault),
  ])
    await page.getByText(text, { exact: true }).waitFor()

  const call = 'POST /api/services/ollama/test'
  site.relay.answers.set(call, { body: { ok: true, took_ms: 1234, answer: 'true' } })
  await page.getByLabel('Address').fill('http://other/api')
  await button(page, 'Test connection').click()
  const shown = page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: 'Answered in 1,234 ms' })
  await shown.getByText('true', { exact: true }).waitFor()
  const [test] = site.relay.received.filter(received => received.call === call)
  expect(test?.body).toMatchObject({ ollama: { ollama_url: 'http://other/api' } })
  expect(settingsCalls().filter(made => made.startsWith('POST'))).toEqual([])

  site.relay.answers.set(call, { body: { ok: false, took_ms: 5, error: 'The service cannot be reached' } })
  await button(page, 'Test connection').click()
  await page.getByText('The service cannot be reached').waitFor()
})

it('FILTER-17, MODERATE-31, SERVICE-05: shows installed models first, and before saving what the last judged images would become', async () => {
  const page = await go('/settings/ollama')
  await page.getByRole('combobox', { name: 'Model' }).click()
  const offered = () => page.getByRole('option').allTextContents()
  await expect.poll(async () => (await offered()).slice(0, 4)).toEqual(['mine:7b', 'other', 'llama2', 'llama2:13b'])
  await page.keyboard.press('Escape')
  site.relay.answers.set('GET /api/settings/image_moderation', {
    body: { image_moderation: { ...defaultsOf(imageModeration), mode: 'strict' } },
  })
  const now = { allow: 480, flag: 12, block: 8 }
  const preview = 'GET /api/moderation/preview'
  site.relay.answers.set(preview, { body: { judged: 500, now, changed: { ...now, unknown: 0 } } })
  await page.getByRole('button', { name: /^Image moderation/i }).click()
  await page.getByText('of the last 500 judged images 480 would be shown, 12 shown and flagged, 8 blocked').waitFor()
  expect(await page.getByText('As judged').count()).toBe(0)
  const changed = { allow: 430, flag: 40, block: 20, unknown: 10 }
  site.relay.answers.set(preview, { body: { judged: 500, now, changed } })
  await page.getByLabel('Threshold').fill('0.2')
  await page.getByText('430 would be shown, 40 shown and flagged, 20 blocked').waitFor()
  await page.getByText('As judged: 480 shown, 12 shown and flagged, 8 blocked').waitFor()
  await page.getByText('10 cannot be predicted').waitFor()
  const { query } = site.relay.received.findLast(({ call }) => call === preview) ?? {}
  expect(Object.fromEntries(query ?? [])).toEqual({ mode: 'strict', threshold: '0.2' })
  await chooseGerman(page)
  await page.getByText('von den letzten 500 beurteilten Bildern 430 gezeigt, 40 gezeigt und gemeldet, 20').waitFor()
  for (const text of [
    'So wurde geurteilt: 480 gezeigt, 12 gezeigt und gemeldet, 8 ',
    '10 lassen sich nicht vorhersagen',
  ])
    await page.getByText(text).waitFor()
})

describe('API-30: reading and saving a group', () => {
  it('SET-17, SET-18, SET-20: sends nothing if a field is invalid, shows it inline and as a notification, and logs it; posts nothing and keeps the edits when the current settings cannot be read again', async () => {
    const page = await go('/settings/ollama')
    const logged: string[] = []
    page.on('console', message => logged.push(message.text()))
    await page.getByLabel('Address').fill('abc')
    await button(page, 'Save').click()
    await toldTwice(page, 'Please enter a valid URL')
    // The notification must not cover the bar with the next Save, which may be at the lower edge.
    const tops = () =>
      Promise.all([page.getByLabel('Messages'), button(page, 'Save').locator('xpath=..')].map(one => one.boundingBox()))
    const bar = (await tops())[1]
    await page.setViewportSize({ width: 1440, height: Math.round((bar?.y ?? 0) + (bar?.height ?? 0)) + 100 })
    await expect
      .poll(async () => {
        const [told, bar] = await tops()
        return told && bar && told.y + told.height <= bar.y
      })
      .toBe(true)
    expect(settingsCalls()).toEqual(['GET /api/settings/ollama'])
    expect(logged.join()).toContain('Validation failed')

    await page.getByLabel('Address').fill('http://other/api')
    site.relay.answers.set('GET /api/settings/ollama', { status: 503, body: { error: 'busy', code: 'unavailable' } })
    await button(page, 'Save').click()
    await page.getByText(/Failed to fetch current settings: 503\. /).waitFor()
    expect(settingsCalls().filter(call => call.startsWith('POST'))).toEqual([])
    expect(await page.getByLabel('Address').inputValue()).toBe('http://other/api')
    await chooseGerman(page)
    await button(page, 'Speichern').click()
    await page.getByText(/Die aktuellen Einstellungen konnten nicht geladen werden: 503\. /).waitFor()
  })

  it("SET-19, ERR-10, IDENT-08: shows a refused save above the form and a named field's error at the field, and posts no grave change before its consequence is accepted", async () => {
    site.relay.answers.set('GET /api/settings/general', {
      body: { general: { ...defaultsOf(general), private_key: '********' } },
    })
    const stored = site.relay.answers.get('GET /api/settings/ollama') as object
    site.relay.answers.set('GET /api/settings/ollama', { status: 403, body: { error: 'Not you', code: 'forbidden' } })
    const page = await go('/settings/ollama')
    const unread = page.getByRole('alert').filter({ hasText: 'HTTP error! status: 403. Not you' })
    await unread.getByText('Error', { exact: true }).waitFor()
    site.relay.answers.set('GET /api/settings/ollama', stored)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Address').fill('http://other/api')
    site.relay.answers.set('POST /api/settings/ollama', {
      status: 400,
      body: {
        error: 'Some fields are not valid',
        code: 'invalid_fields',
        fields: { ollama_url: 'Nobody answers there' },
      },
    })
    await button(page, 'Save').click()
    const alert = page.getByRole('alert').filter({ hasText: /HTTP error! status: 400\. / })
    await alert.getByText('Error', { exact: true }).waitFor()
    await page.getByText('Nobody answers there', { exact: true }).waitFor()
    const fields = page.getByRole('main').locator('fieldset')
    const top = (part: Locator) => part.evaluate(element => element.getBoundingClientRect().top)
    expect(await top(alert)).toBeLessThan(await top(fields))
    // And seen from the end of a form that is longer than the screen.
    await page.setViewportSize({ width: 390, height: 280 })
    await fields.evaluate(form => form.scrollIntoView({ block: 'end' }))
    expect(await top(fields)).toBeLessThan(50)
    expect(await top(alert)).toBeGreaterThan(50)
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await button(page, 'Save').isEnabled()).toBe(true)

    const posts = () => settingsCalls().filter(call => call.startsWith('POST'))
    expect(posts()).toHaveLength(1)
    await page.getByRole('button', { name: /^General/ }).click()
    await page.getByRole('switch', { name: 'Public access' }).click()
    await button(page, 'Save').click()
    const question = page.getByRole('alertdialog')
    await question.getByText('no client can connect').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('switch', { name: 'Public access' }).click()
    await page.getByRole('switch', { name: 'Serve the console' }).click()
    await button(page, 'Save').click()
    await question.getByText('npm run admin -- console-on').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('switch', { name: 'Serve the console' }).click()
    await button(page, 'Replace').click()
    await page.getByLabel('Private key').fill('1f'.repeat(32))
    await page.setViewportSize({ width: 390, height: 844 })
    await button(page, 'Save').click()
    await question.getByText("Replacing it changes the relay's identity").waitFor()
    expect(posts()).toHaveLength(1)
    await question.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => posts()).toHaveLength(2)
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(site.relay.received.findLast(({ call }) => call === 'POST /api/settings/general')?.body).toMatchObject({
      general: { private_key: '1f'.repeat(32) },
    })
    await page.getByRole('button', { name: /^Ollama/ }).click()
    await chooseGerman(page)
    await button(page, 'Speichern').click()
    const german = page.getByRole('alert').filter({ hasText: /HTTP-Fehler! Status: 400\. / })
    await german.getByText('Fehler', { exact: true }).waitFor()
  })

  it('SET-19: keeps the edits and shows the error of a Reset that cannot load the settings', async () => {
    const page = await go('/settings/ollama')
    await page.getByLabel('Address').fill('http://other/api')
    site.relay.answers.set('GET /api/settings/ollama', { status: 503, body: { error: 'busy', code: 'unavailable' } })
    await button(page, 'Reset').click()
    await page
      .getByRole('alert')
      .filter({ hasText: /^Error.*HTTP error! status: 503\. / })
      .waitFor()
    expect(await page.getByLabel('Address').inputValue()).toBe('http://other/api')
    expect(await button(page, 'Save').isEnabled()).toBe(true)
  })

  it('SET-11, SET-13, API-31: reads again, posts everything prefixed, shows what the server then holds, and is clean; every group posts itself alone', async () => {
    const page = await go('/settings/ollama')
    site.relay.answers.set('POST /api/settings/ollama', () => {
      const held = { ...defaultsOf(ollama), url: 'http://other/as-stored', keep_alive: '5m' }
      site.relay.answers.set('GET /api/settings/ollama', { body: { ollama: held } })
      return { body: { message: 'Saved', restart: [] } }
    })
    await page.getByLabel('Address').fill('http://other/api')
    expect(await save(page)).toEqual({
      ollama: {
        ollama_url: 'http://other/api',
        ollama_model: 'llama2',
        ollama_timeout: 10_000,
        ollama_keep_alive: '5m',
      },
    })
    await expect
      .poll(settingsCalls)
      .toEqual([
        'GET /api/settings/ollama',
        'GET /api/settings/ollama',
        'POST /api/settings/ollama',
        'GET /api/settings/ollama',
      ])
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('http://other/as-stored')
    await expect.poll(() => button(page, 'Save').isDisabled()).toBe(true)

    await page.getByRole('button', { name: /^General/ }).click()
    await page.getByLabel('Private key').fill('1f'.repeat(32))
    await page.locator('[data-field="general.service_tag"] input').fill('another')
    await button(page, 'Save').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /^Query cache/i }).click()
    await page.getByRole('button', { name: 'Remove max_entries' }).click()
    await save(page)
    const posted = site.relay.received.filter(({ call }) => call.startsWith('POST /api/settings/'))
    expect(posted.map(({ body }) => Object.keys(body as object))).toEqual([['ollama'], ['general'], ['query_cache']])
  })

  it('SET-69, SET-71, R-49: trims a new key, refuses a duplicate one, and sends the map as edited', async () => {
    const page = await go('/settings/query-cache')
    await page.getByRole('button', { name: 'Add an option' }).click()
    await page.getByLabel('Name').last().fill(' enabled ')
    await button(page, 'Save').click()
    await toldTwice(page, 'This key already exists')
    await page.getByLabel('Name').last().fill(' extra ')
    await page.getByLabel('Value').last().fill(' 12 ')
    expect(await save(page)).toEqual({ query_cache: { enabled: true, max_entries: 5, extra: ' 12 ' } })
  })

  it('SET-67: a pair that is there already can be edited: its name, its value and its type', async () => {
    const answer = { body: { query_cache: { enabled: true, max_entries: 5, policy: 'lru' } } }
    site.relay.answers.set('GET /api/settings/query_cache', answer)
    const page = await go('/settings/query-cache')
    const box = (name: string) => page.getByRole('textbox', { name, exact: true })
    await box('Name').nth(1).fill('entries')
    await box('Value').first().fill('7')
    await page.getByRole('combobox', { name: 'Value' }).click()
    await page.getByRole('option', { name: 'No', exact: true }).click()
    await page.getByRole('combobox', { name: 'Type' }).nth(2).click()
    await page.getByRole('option', { name: 'Number' }).click()
    await box('Value').nth(1).fill('1.5')
    expect(await save(page)).toEqual({ query_cache: { enabled: false, entries: 7, policy: 1.5 } })
  })

  it('SET-67, SET-68, SET-70: omits a removed pair and one without a key, and sends each value in its type', async () => {
    const page = await go('/settings/query-cache')
    await page.getByRole('button', { name: 'Add an option' }).click()
    await page.getByLabel('Name').last().fill('extra')
    await page.getByRole('combobox', { name: 'Type' }).last().click()
    await page.getByRole('option', { name: 'Number' }).click()
    await page.getByLabel('Value').last().fill('12')
    await page.getByRole('button', { name: 'Add an option' }).click()
    await page.getByLabel('Name').last().fill('flag')
    await page.getByRole('combobox', { name: 'Type' }).last().click()
    await page.getByRole('option', { name: 'Yes or no' }).click()
    await page.getByRole('button', { name: 'Remove max_entries' }).click()
    for (const blank of ['', '   ']) {
      await page.getByRole('button', { name: 'Add an option' }).click()
      await page.getByLabel('Name').last().fill(blank)
      await page.getByLabel('Value').last().fill('lost')
    }
    expect(await save(page)).toEqual({ query_cache: { enabled: true, extra: 12, flag: false } })
  })
})
