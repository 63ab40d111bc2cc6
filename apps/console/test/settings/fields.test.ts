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
  wireKey,
} from '@hornets/contract/admin/settings'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
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
    { cache_size: [101, 102], cache_ttl: [14, 24], enabled: [true, false], full_text_kinds: [[1], [1, 1984]] },
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
    'SET-61, SET-65',
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
        [1, 11],
        [1, 11, 65],
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
    await expect.poll(offered, key).toEqual(expect.arrayContaining(options.map(String)))
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

/** What a field shows, in the type of `sample`. */
async function readField(field: Locator, sample: unknown): Promise<unknown> {
  if (typeof sample === 'boolean') return (await field.getByRole('switch').getAttribute('aria-checked')) === 'true'
  if (sample === secretMask) return (await field.getByText('A secret is set').count()) === 1 ? secretMask : ''
  const choice = field.getByRole('combobox')
  if (Array.isArray(sample)) {
    await choice.waitFor()
    const names = await field
      .getByRole('button', { name: /^Remove / })
      .evaluateAll(all => all.map(one => one.ariaLabel))
    return names.map(name => Number.parseInt(name?.replace('Remove ', '') ?? '', 10))
  }
  if ((await choice.count()) === 1) return choice.innerText()
  const open = field.page().locator('input:not([type=password]), textarea')
  const text = await field.getByRole('textbox').and(open).inputValue()
  return typeof sample === 'number' ? Number(text) : text
}

async function enter(page: Page, field: Locator, value: unknown): Promise<void> {
  if (typeof value === 'boolean') return field.getByRole('switch').click()
  const choice = field.getByRole('combobox')
  if (Array.isArray(value)) {
    await choice.pressSequentially(String(value.at(-1)))
    await choice.press('Enter')
    return choice.press('Escape')
  }
  if ((await choice.count()) === 1) {
    await choice.click()
    return page.getByRole('option', { name: String(value), exact: true }).click()
  }
  const replace = field.getByRole('button', { name: 'Replace' })
  if ((await replace.count()) === 1) await replace.click()
  await field.locator('input, textarea').first().fill(String(value))
}

it('SET-05: every group is a form with Save and Reset', async () => {
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
})

const atLeast = (least: number) => [`Value must be at least ${least}`, `mindestens ${least} sein`] as const
/** What a field refuses (null: what it holds) and takes, and the words of the refusal in English and German. */
type Refusal = readonly [key: string, wrong: string | null, right: string, english: string, german: string]

it.each<readonly [ids: string, group: Group, refusals: readonly Refusal[]]>([
  [
    'SET-24, SET-26, SET-27',
    imageModeration,
    [
      ['api', ' ', 'http://a.example', 'Please enter the API endpoint', 'Bitte geben Sie den API-Endpunkt ein'],
      ['check_interval', '0', '1', ...atLeast(1)],
      ['concurrency', '0', '1', ...atLeast(1)],
    ],
  ],
  ['SET-28', imageModeration, [['timeout', '0', '1', ...atLeast(1)]]],
  [
    'SET-35, SET-36',
    contentFilter,
    [
      ['cache_size', '99', '100', ...atLeast(100)],
      ['cache_ttl', '0', '1', ...atLeast(1)],
    ],
  ],
  [
    'SET-40, SET-41',
    nestFeeder,
    [
      ['url', ' ', 'http://a.example', 'This field is required!', 'Dieses Feld ist erforderlich!'],
      ['cache_size', '99', '100', ...atLeast(100)],
    ],
  ],
  [
    'SET-42, SET-43',
    nestFeeder,
    [
      ['cache_ttl', '0', '1', ...atLeast(1)],
      ['timeout', '0', '1', ...atLeast(1)],
    ],
  ],
  [
    'SET-47, SET-48, SET-50',
    ollama,
    [
      ['url', 'abc', 'http://a.example', 'Please enter a valid URL', 'Bitte geben Sie eine gültige URL ein'],
      ['model', null, 'mixtral:8x7b', 'Please select an Ollama model', 'Bitte wählen Sie ein Ollama-Modell'],
      ['timeout', '0', '1', ...atLeast(1)],
    ],
  ],
  ['SET-53', wallet, [['name', ' ', 'till', 'Please enter a wallet name', 'einen Namen für das Wallet']]],
  ['SET-57', general, [['port', '90a0', '9100', 'Port must be a number', 'Der Port muss eine Zahl sein']]],
  [
    'SET-62, SET-63',
    relayInfo,
    [
      ['relayname', '', 'Nest', 'Please enter the relay name', 'den Namen des Relays'],
      ['relaypubkey', '', 'a'.repeat(64), 'Please enter the relay public key', 'den öffentlichen Schlüssel'],
    ],
  ],
])(
  '%s: a form refuses wrong values, in either language, and saves the least that is right',
  async (_ids, group, refusals) => {
    const held: Readonly<Record<string, object>> = {
      general: { private_key: secretMask },
      ollama: { model: '' },
      relay_info: { relaypubkey: 'b'.repeat(64) },
      wallet: { api_key: secretMask },
    }
    const values = { ...defaultsOf(group), ...held[group.name] }
    site.relay.answers.set(`GET /api/settings/${group.name}`, { body: { [group.name]: values } })
    site.relay.answers.set(`POST /api/settings/${group.name}`, { body: { message: 'Saved', restart: [] } })
    const page = await site.go(`/settings/${group.path}`)
    const field = (key: string) => page.locator(`[data-field="${group.name}.${key}"]`)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const posted = () => site.relay.received.filter(({ call }) => call === `POST /api/settings/${group.name}`)
    const fillWrong = async (isEmpty = false) => {
      for (const [key, wrong] of refusals)
        if (wrong !== null)
          await field(key)
            .getByRole('textbox')
            .fill(isEmpty ? '' : wrong)
    }
    for (const [key] of refusals) {
      const { unit } = group.fields[key] ?? {}
      if (unit) await field(key).getByText(unit, { exact: true }).waitFor()
    }
    await fillWrong()
    await save.click()
    for (const [key, , , english] of refusals) await field(key).getByText(english).waitFor()
    await fillWrong(true)
    await save.click()
    for (const [key, , , english] of refusals)
      await field(key)
        .getByText(english.startsWith('Value') ? 'This field is required!' : english)
        .waitFor()
    expect(posted()).toEqual([])
    for (const [key, , right] of refusals) await enter(page, field(key), right)
    await save.click()
    if (group === general) await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => posted().length).toBe(1)
    const [body] = posted().map(({ body }) => (body as Record<string, Record<string, unknown>>)[group.name])
    for (const [key, , right] of refusals) expect([key, String(body?.[wireKey(group, key)])]).toEqual([key, right])
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    await field(refusals[0]?.[0] ?? '').waitFor()
    await fillWrong()
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    for (const [key, , , , german] of refusals) await field(key).getByText(german).waitFor()
  },
)

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

it('keeps what is edited while a save is under way', async () => {
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
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('Address').fill('http://b.example/api')
  saved.resolve()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await page.getByText('1 field changed', { exact: true }).first().waitFor()
  const held = ['Timeout', 'Address'].map(name => page.getByLabel(name).inputValue())
  expect(await Promise.all(held)).toEqual(['28', 'http://b.example/api'])
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

it('SET-18: shows the first wrong field of the form as a notification, also in German', async () => {
  const body = { relay_info: { ...defaultsOf(relayInfo), relaypubkey: 'a'.repeat(64) } }
  site.relay.answers.set('GET /api/settings/relay_info', { body })
  const page = await site.go('/theme.js')
  for (const [language, action, told] of [
    ['en', 'Save', 'Please enter the relay name'],
    ['de', 'Speichern', 'Bitte geben Sie den Namen des Relays ein'],
  ] as const) {
    await page.evaluate(lng => localStorage.setItem('lng', lng), language)
    await page.goto(`${site.relay.url}/settings/relay-info`)
    for (const key of ['relaypubkey', 'relayname'])
      await page.locator(`[data-field="relay_info.${key}"] input`).fill('')
    await page.getByRole('button', { name: action, exact: true }).click()
    const titles = page.getByRole('region').locator('p[data-type=error]')
    await expect.poll(() => titles.allInnerTexts()).toEqual([told])
  }
})
