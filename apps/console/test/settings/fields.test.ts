import {
  contentFilter,
  defaultsOf,
  type Group,
  general,
  imageModeration,
  nestFeeder,
  ollama,
  relayInfo,
  secretMask,
  settingsGroups,
  wallet,
} from '@hornets/contract/admin/settings'
import { expect, it } from 'vitest'
import { enter, readField } from './field-steps.ts'
import { openSettings } from './settings-visit.ts'

const site = openSettings()

/** Of every field what the server holds, and what is entered instead. */
type Samples = Readonly<Record<string, readonly [held: unknown, entered: unknown]>>

it.each<readonly [ids: string, group: Group, fields: Samples]>([
  [
    'SET-23, SET-29, SET-30',
    imageModeration,
    {
      api: ['http://a.example/judge', 'http://b.example/judge'],
      check_interval: [11, 21],
      concurrency: [12, 22],
      enabled: [true, false],
      mode: ['strict', 'full'],
      temp_dir: ['/tmp/a', '/tmp/b'],
      threshold: [0.7, 0.2],
      timeout: [13, 23],
    },
  ],
  [
    'SET-33, SET-34, SET-37',
    contentFilter,
    {
      cache_size: [101, 102],
      cache_ttl: [14, 24],
      enabled: [true, false],
      full_text_kinds: [
        [1, 7],
        [1, 7, 1984],
      ],
    },
  ],
  [
    'SET-39, SET-44',
    nestFeeder,
    {
      cache_size: [103, 104],
      cache_ttl: [15, 25],
      enabled: [false, true],
      timeout: [16, 26],
      url: ['http://a.example/feed', 'http://b.example/feed'],
    },
  ],
  [
    'SET-46, SET-49',
    ollama,
    { model: ['own:1b', 'orca-mini'], timeout: [17, 27], url: ['http://a.example/api', 'http://b.example/api'] },
  ],
  ['SET-52', wallet, { api_key: [secretMask, 'its key'], explorer_url: ['', ''], name: ['till', 'safe'] }],
  [
    'SET-56, SET-59',
    general,
    {
      demo_mode: [false, true],
      port: ['9100', '9200'],
      private_key: [secretMask, '1f'.repeat(32)],
      proxy: [true, false],
      relay_stats_db: ['traffic.db', ''],
      service_tag: ['nest', ''],
      web: [false, true],
    },
  ],
  [
    'SET-61, SET-65, SET-66',
    relayInfo,
    {
      relayaddresses: ['', ''],
      relaybanner: ['', ''],
      relaycontact: ['mailto:a@example.org', 'mailto:b@example.org'],
      relaydescription: ['For owls', 'For all'],
      relaydhtkey: ['d1', 'd2'],
      relayicon: ['', ''],
      relayname: ['Nest', 'Hive'],
      relaypostingpolicy: ['', ''],
      relayprivacypolicy: ['', ''],
      relaypubkey: ['a'.repeat(64), 'b'.repeat(64)],
      relaysoftware: ['nests', 'hives'],
      relaysupportednips: [
        [1, 11, 47],
        [1, 11, 47, 65],
      ],
      relayterms: ['', ''],
      relayversion: ['1.0', '2.0'],
    },
  ],
])('%s: a form shows all fields of its group and saves what is entered in each', async (_ids, group, samples) => {
  const call = `/api/settings/${group.name}`
  const column = (at: 0 | 1) => Object.fromEntries(Object.entries(samples).map(([key, pair]) => [key, pair[at]]))
  const [held, entered] = [column(0), column(1)]
  let stored = held
  site.relay.answers.set(`GET ${call}`, () => ({ body: { [group.name]: stored } }))
  site.relay.answers.set(`POST ${call}`, () => {
    stored = entered
    return { body: { message: 'Saved', restart: [] } }
  })
  const page = await site.go(`/settings/${group.path}`)
  const field = (key: string) => page.locator(`[data-field="${group.name}.${key}"]`)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const posted = () => site.relay.received.filter(came => came.call === `POST ${call}`).map(({ body }) => body)
  const asPosted = (values: object) => {
    const prefix = ['general', 'relay_info'].includes(group.name) ? '' : `${group.name}_`
    const renamed = Object.entries(values).map(([key, value]) => [
      key === 'full_text_kinds' ? key : prefix + key,
      value,
    ])
    return { [group.name]: Object.fromEntries(renamed) }
  }
  async function submit(): Promise<void> {
    await save.click()
    if (group === general || group === wallet)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click()
  }

  await page.getByRole('button', { name: 'Reset', exact: true }).waitFor()
  const shown = page.locator('[data-field]').evaluateAll(all => all.map(one => one.getAttribute('data-field')))
  expect((await shown).sort()).toEqual(Object.keys(samples).map(key => `${group.name}.${key}`))
  for (const [key, value] of Object.entries(held))
    expect([key, await readField(field(key), value)]).toEqual([key, value])
  for (const [key, { control, options = [] }] of Object.entries(group.fields)) {
    if (control !== 'select' && control !== 'numbers') continue
    await field(key).getByRole('combobox').click()
    const offered = () => page.getByRole('option').allInnerTexts()
    await expect.poll(offered, { message: key }).toEqual(expect.arrayContaining(options.map(String)))
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
  }
  for (const [key, value] of Object.entries(entered)) if (value !== held[key]) await enter(page, field(key), value)
  await submit()
  await expect.poll(posted).toEqual([asPosted(entered)])

  const switches = Object.keys(held).filter(key => typeof held[key] === 'boolean')
  if (switches.length === 0) return
  await expect.poll(() => save.isDisabled()).toBe(true)
  for (const key of switches) await enter(page, field(key), held[key])
  await submit()
  const back = Object.fromEntries(switches.map(key => [key, held[key]]))
  await expect.poll(posted).toEqual([asPosted(entered), asPosted({ ...entered, ...back })])
})

it('SET-01, SET-05, SET-10: every group is a form with Save and Reset, and says what has changed, also on a phone', async () => {
  for (const group of settingsGroups)
    site.relay.answers.set(`GET /api/settings/${group.name}`, { body: { [group.name]: defaultsOf(group) } })
  const page = await site.go('/settings')
  for (const { title, path } of settingsGroups) {
    await page
      .locator('h2')
      .getByRole('button', { name: new RegExp(`^${title}`, 'i') })
      .click()
    await page.waitForURL(`**/settings/${path}`)
    for (const name of ['Save', 'Reset'])
      await page.locator('form:visible').getByRole('button', { name, exact: true }).waitFor()
  }
  await page.setViewportSize({ width: 390, height: 844 })
  for (const { title } of settingsGroups)
    await page
      .locator('h2')
      .getByRole('button', { name: new RegExp(`^${title}`, 'i') })
      .waitFor()
  await page.getByRole('heading', { level: 1, name: 'Advanced Settings' }).waitFor()
  await page.locator('form:visible').getByRole('textbox').first().fill('socks5h://proxy.example:1080')
  for (const text of ['1 field changed', '1 changed']) await page.getByText(text, { exact: true }).waitFor()
  for (const name of ['Save', 'Reset'])
    await page.locator('form:visible').getByRole('button', { name, exact: true }).waitFor()
}, 60_000)

it('SET-25: the threshold moves by steps of 0.1, takes 0 and 1, and nothing below or above', async () => {
  const held = { ...defaultsOf(imageModeration), threshold: 0.4 }
  site.relay.answers.set('GET /api/settings/image_moderation', { body: { image_moderation: held } })
  site.relay.answers.set('POST /api/settings/image_moderation', { body: { message: 'Saved', restart: [] } })
  const page = await site.go('/settings/image-moderation')
  const field = page.locator('[data-field="image_moderation.threshold"]')
  const input = field.getByRole('textbox')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const posted = () =>
    site.relay.received
      .filter(({ call }) => call === 'POST /api/settings/image_moderation')
      .map(({ body }) => (body as Record<string, Record<string, unknown>>).image_moderation?.image_moderation_threshold)
  await input.press('ArrowUp')
  await expect.poll(() => input.inputValue()).toBe('0.5')
  await field.getByRole('button', { name: 'Decrease' }).click()
  await expect.poll(() => input.inputValue()).toBe('0.4')
  for (const wrong of ['-0.1', '1.1']) {
    await input.fill(wrong)
    await save.click()
    await field.getByText('Value must be between 0 and 1').waitFor()
    await input.fill('0.5')
    await field.getByText('Value must be between 0 and 1').waitFor({ state: 'detached' })
  }
  expect(posted()).toEqual([])
  for (const [at, right] of ['0', '1'].entries()) {
    await input.fill(right)
    await save.click()
    await expect.poll(() => posted().at(at)).toBe(Number(right))
  }
})

it('SET-31: the temporary folder takes any text, and none', async () => {
  const values = { ...defaultsOf(imageModeration), temp_dir: '/var/tmp' }
  site.relay.answers.set('GET /api/settings/image_moderation', { body: { image_moderation: values } })
  site.relay.answers.set('POST /api/settings/image_moderation', { body: { message: 'Saved', restart: [] } })
  const page = await site.go('/settings/image-moderation')
  const folder = page.locator('[data-field="image_moderation.temp_dir"]').getByRole('textbox')
  const posted = () =>
    site.relay.received
      .filter(({ call }) => call === 'POST /api/settings/image_moderation')
      .map(({ body }) => (body as Record<string, Record<string, unknown>>).image_moderation?.image_moderation_temp_dir)
  for (const [at, text] of ['', 'any text: ü ?'].entries()) {
    await folder.fill(text)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => posted().at(at)).toBe(text)
  }
})

it('SET-11, R-45: disables Save while a save is under way, and keeps what is edited meanwhile', async () => {
  let timeout = 17
  site.relay.answers.set('GET /api/settings/ollama', () => ({ body: { ollama: { ...defaultsOf(ollama), timeout } } }))
  const page = await site.go('/settings/ollama')
  const saved = Promise.withResolvers<void>()
  await page.route('**/api/settings/ollama', async route => {
    if (route.request().method() === 'POST') {
      await saved.promise
      // As the relay stored it.
      timeout = 28
    }
    await route.continue()
  })
  site.relay.answers.set('POST /api/settings/ollama', { body: { message: 'Saved', restart: [] } })
  await page.getByLabel('Timeout').fill('27')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await page.getByLabel('Address').fill('http://b.example/api')
  await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true')
  await save.click({ force: true })
  await page.getByLabel('Address').press('Enter')
  saved.resolve()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await page.getByText('1 field changed', { exact: true }).first().waitFor()
  const held = ['Timeout', 'Address'].map(name => page.getByLabel(name).inputValue())
  expect(await Promise.all(held)).toEqual(['28', 'http://b.example/api'])
  await expect.poll(() => save.getAttribute('aria-disabled')).toBe(null)
  expect(site.relay.calls.filter(call => call === 'POST /api/settings/ollama')).toHaveLength(1)
})

it('SET-54: a form without the API key of the wallet is not saved', async () => {
  site.relay.answers.set('GET /api/settings/wallet', { body: { wallet: defaultsOf(wallet) } })
  site.relay.answers.set('POST /api/settings/wallet', { body: { message: 'Saved', restart: [] } })
  const page = await site.go('/settings/wallet')
  const input = (key: string) => page.locator(`[data-field="wallet.${key}"] input`)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const posted = () => site.relay.received.filter(({ call }) => call === 'POST /api/settings/wallet')
  await input('name').fill('till')
  for (const blank of ['', '  ']) {
    await input('api_key').fill(blank)
    await save.click()
    await page.locator('[data-field="wallet.api_key"]').getByText('Please enter the wallet API key').waitFor()
  }
  expect(posted()).toEqual([])
  await input('api_key').fill('a key of the wallet')
  await save.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => posted().map(({ body }) => body))
    .toEqual([{ wallet: { wallet_name: 'till', wallet_api_key: 'a key of the wallet', wallet_explorer_url: '' } }])
})

it('SET-18: shows the first wrong field of the form as a notification, also in German and on a phone', async () => {
  const body = { relay_info: { ...defaultsOf(relayInfo), relaypubkey: 'a'.repeat(64) } }
  site.relay.answers.set('GET /api/settings/relay_info', { body })
  const page = await site.go('/theme.js')
  for (const [language, action, told, width] of [
    ['en', 'Save', 'Please enter the relay name', 1440],
    ['de', 'Speichern', 'Bitte geben Sie den Namen des Relays ein', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.evaluate(lng => localStorage.setItem('lng', lng), language)
    await page.goto(`${site.relay.url}/settings/relay-info`)
    for (const key of ['relaypubkey', 'relayname'])
      await page.locator(`[data-field="relay_info.${key}"] input`).fill('')
    await page.getByRole('button', { name: action, exact: true }).click()
    const titles = page.getByRole('region').locator('p[data-type=error]').locator('visible=true')
    await expect.poll(() => titles.allInnerTexts()).toEqual([told])
  }
})
