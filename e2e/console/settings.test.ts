import { settingsGroups } from '@hornets/contract/admin/settings'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { goWithin } from '../../apps/console/test/support/rest.ts'
import { openBrowser } from '../../dev/browser.ts'
import { callRelay, claimAndEnter, enter } from '../support/calls.ts'
import { renew, settle } from '../support/console.ts'
import { newOperator, type OpenRelay, openContext, startRelay } from '../support/world.ts'

const operator = newOperator()
let relay: OpenRelay
let browser: Browser
let context: BrowserContext
let page: Page
let calls: Request[] = []

beforeAll(async () => {
  ;[relay, browser] = await Promise.all([startRelay(), openBrowser()])
  context = await openContext(browser, operator)
  page = await context.newPage()
  page.on('request', request => {
    if (request.url().includes('/api/settings/')) calls.push(request)
  })
  await claimAndEnter(page, relay, operator)
})
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
})
beforeEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** The console anew: it has fetched nothing, and knows no edits. */
async function load(path: string): Promise<void> {
  await renew(page, relay)
  calls = []
  await page.goto(new URL(path, relay.adminUrl).href)
}

/** Within the console where nothing is edited, which takes a fraction of the time. */
async function go(path: string): Promise<void> {
  const isAtRest =
    (await page.getByRole('main').count()) > 0 &&
    !(await save()
      .isEnabled({ timeout: 1000 })
      .catch(() => false))
  if (!isAtRest) return load(path)
  calls = []
  await goWithin(page, path)
}

const save = () => page.getByRole('button', { name: 'Save' })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const methods = () => calls.map(request => request.method())
const failWith = (method: string, status: number) =>
  page.route('**/api/settings/**', (route, request) =>
    request.method() === method
      ? route.fulfill({ status, json: { error: 'down', code: 'internal' } })
      : route.fallback(),
  )

test('SET-17, SET-18, SET-22: an invalid field is named, as a notification too, and nothing is sent', async () => {
  const logged: string[] = []
  page.on('console', message => logged.push(message.text()))
  await load('/settings/relay-info')
  const groups = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('button')
  await field('Name').waitFor()
  const names = await groups.allInnerTexts()
  expect(names.map(name => name.split('\n')[0])).toEqual(settingsGroups.map(({ title }) => title))
  await field('Name').fill('')
  calls = []
  await save().click()
  await expect.poll(() => page.getByText('Please enter the relay name').count()).toBeGreaterThanOrEqual(2)
  expect(methods()).toEqual([])
  expect(logged.some(line => line.includes('Validation failed'))).toBe(true)
})

test('SET-19: a group that cannot be loaded says with which status, and is loaded on trying again', async () => {
  await renew(page, relay)
  await failWith('GET', 500)
  await page.goto(new URL('/settings/general', relay.adminUrl).href)
  await page.getByText('HTTP error! status: 500').waitFor({ timeout: 15_000 })
  await page.unroute('**/api/settings/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await field('Port').waitFor()
})

test('SET-19, R-45: a save that fails says with which status and keeps what was edited', async () => {
  await go('/settings/relay-info')
  await field('Contact').fill('mailto:ops@example.com')
  await failWith('POST', 503)
  await save().click()
  await page.getByText('HTTP error! status: 503').waitFor()
  expect(await field('Contact').inputValue()).toBe('mailto:ops@example.com')
  await expect.poll(() => save().isEnabled()).toBe(true)
})

test('SET-20: when the current settings cannot be fetched before a save, nothing is posted', async () => {
  await go('/settings/ollama')
  await page.getByRole('textbox', { name: /^Timeout/ }).fill('20000')
  await failWith('GET', 500)
  calls = []
  await save().click()
  await page.getByText('Failed to fetch current settings: 500').waitFor({ timeout: 15_000 })
  expect(methods()).not.toContain('POST')
})

test('SET-02, SET-03, SET-04: opens a group by its address and returns when it closes', async () => {
  await go('/settings/relay-info')
  await field('Name').waitFor()
  await page.getByRole('button', { name: /^Relay info/ }).click()
  await page.waitForURL('**/settings')
  await expect.poll(() => field('Name').count()).toBe(0)
  await page.getByRole('button', { name: /^Relay info/ }).click()
  await page.waitForURL('**/settings/relay-info')
  await field('Name').waitFor()
})

test('SET-05, SET-16, SET-66: posts the group under its name, reloads it, and affects clients immediately', async () => {
  await go('/settings/relay-info')
  await field('Name').waitFor()
  expect(await save().isDisabled()).toBe(true)
  await field('Name').fill('A relay by the sea')
  await page.getByText('1 field changed').waitFor()
  calls = []
  await save().click()
  // The stream reports the change as well, so another read may follow.
  await expect.poll(() => methods().slice(0, 2)).toEqual(['POST', 'GET'])
  const body = calls[0]?.postDataJSON()
  expect(Object.keys(body)).toEqual(['relay_info'])
  expect(body.relay_info).toMatchObject({ relayname: 'A relay by the sea' })
  await expect.poll(() => save().isDisabled()).toBe(true)
  const headers = { accept: 'application/nostr+json' }
  const document = await (await fetch(relay.publicUrl.replace(/^ws/, 'http'), { headers })).json()
  expect(document).toMatchObject({ name: 'A relay by the sea' })
})

test('SET-14, SET-15, SET-32: fetches a prefixed group again, overlays the edits and posts it with its prefix', async () => {
  await load('/settings/image-moderation')
  await page.getByRole('textbox', { name: /^Timeout/ }).fill('90')
  calls = []
  await save().click()
  await expect.poll(() => methods().slice(0, 3)).toEqual(['GET', 'POST', 'GET'])
  const { image_moderation: sent } = calls[1]?.postDataJSON() ?? {}
  expect(sent).toMatchObject({
    image_moderation_timeout: 90,
    image_moderation_mode: 'basic',
    image_moderation_concurrency: 5,
  })
  expect(Object.keys(sent).every(key => key.startsWith('image_moderation_'))).toBe(true)
})

test("SET-10, SET-12: each change marks the group as changed and keeps the others; Reset restores the server's values", async () => {
  await load('/settings/relay-info')
  await field('Software').fill('something else')
  await page.getByText('1 field changed').waitFor()
  await field('Version').fill('another')
  await page.getByText('2 fields changed').waitFor()
  // Beside the name of the group, which shows it when the group is closed as well.
  await page.getByText('2 changed', { exact: true }).waitFor()
  expect([await field('Software').inputValue(), await save().isEnabled()]).toEqual(['something else', true])
  calls = []
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => field('Software').inputValue()).toBe('hornets-console')
  expect(await field('Version').inputValue()).not.toBe('another')
  expect(methods()).toEqual(['GET'])
  expect(await save().isDisabled()).toBe(true)
})

test('SET-11, R-45: leaving with edits asks first; staying keeps them', async () => {
  await go('/settings/relay-info')
  await field('Contact').fill('unsaved')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Relay dashboard' }).click()
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Escape')
  expect(await field('Contact').inputValue()).toBe('unsaved')
  expect(new URL(page.url()).pathname).toBe('/settings/relay-info')
})

test('IDENT-06, SERVICE-08, SET-58, R-48: a stored secret never reaches the browser; saving the group leaves it as it is; a field says that it waits for a restart', async () => {
  // What an open page still asks for is gone with it.
  await renew(page, relay)
  const keys: unknown[] = []
  // Before the console has it: it may cancel a call that it repeats, whose body the browser then drops.
  await page.route('**/api/settings/general', async (route, request) => {
    if (request.method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    keys.push((await response.json()).general.private_key)
    await route.fulfill({ response })
  })
  await page.goto(new URL('/settings/general', relay.adminUrl).href)
  await page.getByText('A secret is set').waitFor()
  await page.locator('[data-field="general.service_tag"]').getByText('Takes effect after the next restart').waitFor()
  await page.getByRole('button', { name: 'Replace' }).click()
  calls = []
  await save().click()
  await page.getByText('Please enter the private key').first().waitFor()
  expect(methods()).toEqual([])
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  await field('Service tag').fill('my-relay')
  await save().click()
  await page.getByText('After the next restart of the relay: Service tag.').waitFor()
  const posted = calls.find(request => request.method() === 'POST')?.postDataJSON()
  expect(posted).toMatchObject({ general: { private_key: '********', service_tag: 'my-relay' } })
  expect(new Set(keys)).toEqual(new Set(['********']))
})

test('R-77, ROUTE-12: a group address that does not exist leads to the settings, with no group open', async () => {
  await load('/settings/no-such-group')
  await page.getByRole('heading', { level: 1, name: 'Advanced Settings' }).waitFor()
  const groups = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('button')
  await expect.poll(() => groups.count()).toBe(12)
  expect(await groups.and(page.locator('[aria-expanded=true]')).count()).toBe(0)
})

test('SET-06, SET-74, R-39: lists X verification as the ninth entry with its own path, and limits a group to 2000 px', async () => {
  await go('/settings')
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect.poll(() => headings.count()).toBe(12)
  await headings
    .nth(8)
    .getByRole('button', { name: /^X verification/ })
    .click()
  await page.waitForURL('**/settings/xnostr')
  const fields = page.locator('form > fieldset').first()
  await fields.waitFor()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    expect(await fields.evaluate(element => getComputedStyle(element).maxHeight)).toBe('2000px')
  }
})

test('SET-04: a link to the last group scrolls to it, and a group opened from further down stays in view', async () => {
  await page.setViewportSize({ width: 1280, height: 700 })
  const topOf = (name: RegExp) => page.getByRole('button', { name }).evaluate(it => it.getBoundingClientRect().top)
  await load('/settings/xnostr')
  await expect.poll(() => topOf(/^X verification/)).toBeLessThan(100)
  await page.getByRole('button', { name: /^Query cache/ }).click()
  await page.waitForURL('**/settings/query-cache')
  await settle(page)
  await expect.poll(() => topOf(/^Query cache/)).toBeGreaterThanOrEqual(56)
  await expect.poll(() => topOf(/^Query cache/)).toBeLessThan(500)
})

test('ERR-07: shows the generic message for an empty number', async () => {
  await go('/settings/ollama')
  await page.getByRole('textbox', { name: /^Timeout/ }).fill('')
  await save().click()
  await page.getByText('This field is required!').first().waitFor()
  onTestFinished(async () => {
    await page.evaluate(() => localStorage.setItem('lng', 'en'))
    await page.reload()
  })
  await page.evaluate(() => localStorage.setItem('lng', 'de'))
  await page.reload()
  await page.getByRole('textbox', { name: /^Zeitlimit/ }).fill('')
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await page.getByText('Dieses Feld ist erforderlich!').first().waitFor()
})

test('R-01, R-46: applies the demo switch immediately, and confirms the save', async () => {
  await go('/settings/general')
  await page.getByRole('switch', { name: /^Demo/ }).click()
  await save().click()
  await page.getByText('In effect now: Demo.').waitFor()
  const isOn = async () => (await (await fetch(new URL('/user-exist', relay.adminUrl))).json()).demo
  expect(await isOn()).toBe(true)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Save')
  await page.getByRole('switch', { name: /^Demo/ }).click()
  await save().click()
  await expect.poll(isOn).toBe(false)
})

test('MODE-01, MODE-09, CONST-19: the mode is blacklist at first; kinds and six groups of media types belong to it', async () => {
  await go('/relay-settings')
  await page.getByRole('radio', { name: 'Blacklist' }).waitFor()
  expect(await page.getByRole('radio', { name: 'Blacklist' }).isChecked()).toBe(true)
  await page.getByRole('region', { name: 'Kinds excluded' }).waitFor()
  const media = page.getByRole('region', { name: 'Media types excluded' })
  for (const name of ['Images', 'Videos', 'Audio', 'Documents', 'Compressed files', 'Other files'])
    await media.getByRole('checkbox', { name: new RegExp(`^${name}`) }).waitFor()
  for (const [name, some, family] of [
    ['Images', ['image/jpeg', 'image/png', 'image/gif', 'image/webp'], /^image\//],
    ['Videos', ['video/mp4', 'video/webm', 'video/quicktime'], /^video\//],
    ['Audio', ['audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/flac'], /^audio\//],
    [
      'Documents',
      ['application/pdf', 'text/plain', 'text/csv', 'application/json', 'application/epub+zip'],
      /^(application|text)\//,
    ],
    ['Compressed files', ['application/zip', 'application/gzip', 'application/x-tar'], /^application\//],
    ['Other files', ['application/octet-stream', 'application/wasm'], /^(application|font|model)\//],
  ] as const) {
    const [, ...types] = await media.getByRole('group', { name }).locator('label').allInnerTexts()
    expect(types).toEqual(expect.arrayContaining([...some]))
    expect(types.filter(type => !family.test(type))).toEqual([])
    for (const type of types)
      expect([type, await media.getByRole('checkbox', { name: type }).count()]).toEqual([type, 1])
  }
  expect(await page.getByText('9372').count(), 'a kind without a common name is called by its number once').toBe(1)
  expect(await page.getByText(/9372.*9372/).count()).toBe(0)

  const token = (await page.evaluate(() => localStorage.getItem('accessToken'))) ?? ''
  const stored = async () => {
    const { relay_settings } = (await callRelay(relay, '/api/relay-settings', { token })) as {
      relay_settings: Record<string, unknown>
    }
    const { mode, KindBlacklist, MimeTypeBlacklist, KindWhitelist, MimeTypeWhitelist } = relay_settings
    return { mode, KindBlacklist, MimeTypeBlacklist, KindWhitelist, MimeTypeWhitelist }
  }
  const none = { KindBlacklist: [], MimeTypeBlacklist: [], KindWhitelist: [], MimeTypeWhitelist: [] }
  expect(await stored()).toEqual({ ...none, mode: 'blacklist' })
  await page.getByRole('checkbox', { name: /9372/ }).first().click()
  await media.getByRole('checkbox', { name: 'audio/flac' }).click()
  await save().click()
  await expect
    .poll(stored)
    .toEqual({ ...none, mode: 'blacklist', KindBlacklist: ['kind9372'], MimeTypeBlacklist: ['audio/flac'] })
  await page.getByRole('radio', { name: 'Whitelist' }).click()
  await page.getByRole('checkbox', { name: /^Text note/ }).click()
  await page.getByRole('checkbox', { name: 'image/png' }).click()
  await save().click()
  await expect
    .poll(stored)
    .toMatchObject({ mode: 'whitelist', KindWhitelist: ['kind1'], MimeTypeWhitelist: ['image/png'] })
  const relay_settings = { ...none, mode: 'blacklist' }
  await callRelay(relay, '/api/relay-settings', { token, body: { relay_settings } })
})

test('lists versions of settings with their difference, undoes one, exports and imports all of them', async () => {
  await go('/settings/relay-info')
  await field('Name').fill('Hive')
  await save().click()
  await page.getByText('In effect now: Name.').first().waitFor()
  await go('/settings-history/relay_info')
  await page
    .getByRole('button', { name: /^Relay info.*Current/ })
    .first()
    .click()
  const difference = page.getByRole('table', { name: 'What has changed' })
  await expect.poll(() => difference.first().innerText()).toMatch(/Name[\s\S]*Hive/)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await (await downloading).path()
  await page.getByRole('list', { name: 'Settings history' }).getByRole('button', { name: 'Undo' }).click()
  const restoring = page.getByRole('dialog', { name: 'Restore: Relay info' })
  await restoring.getByText('Hive').waitFor()
  await restoring.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Restored: Relay info').first().waitFor()

  await page.locator('input[type=file]').setInputFiles(file)
  const importing = page.getByRole('dialog', { name: 'Import settings' })
  await importing.getByText('Hive').waitFor()
  await importing.getByRole('button', { name: 'Import one section' }).click()
  await page.getByText('One section was imported').first().waitFor()
  await go('/settings/relay-info')
  await expect.poll(() => field('Name').inputValue()).toBe('Hive')
})

test('asks to keep a change that could lock out, and puts it back', async () => {
  await go('/settings/general')
  const access = page.getByRole('switch', { name: 'Public access' })
  await access.click()
  await save().click()
  await page.getByRole('alertdialog').getByRole('button').last().click()
  const banner = page.getByRole('region', { name: 'Keep these settings?' })
  await banner.getByRole('button', { name: 'Put back' }).click()
  await page.getByText('Settings put back').first().waitFor()
  await expect.poll(() => access.isChecked()).toBe(true)
})

test('asks to sign in over the page when a save is refused with 401, and logs out there', async () => {
  await go('/settings/relay-info')
  await field('Contact').fill('x')
  await page.route('**/api/settings/**', (route, request) =>
    request.method() === 'POST'
      ? route.fulfill({ status: 401, json: { error: 'Invalid or expired token' } })
      : route.fallback(),
  )
  await save().click()
  await page.getByRole('alertdialog', { name: 'Sign in again' }).getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/auth/login')
  await enter(page, relay, operator)
})
