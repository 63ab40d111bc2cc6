import {
  contentFilter,
  defaultsOf,
  general,
  imageModeration,
  nestFeeder,
  ollama,
  relayInfo,
  wallet,
  wireKey,
} from '@hornets/contract/admin/settings'
import { expect, it } from 'vitest'
import { openSettings } from './settings-visit.ts'

const site = openSettings()

it.each([
  [
    'SET-05, SET-23, SET-29',
    imageModeration,
    'enabled:switch mode:choice api check_interval concurrency temp_dir threshold timeout',
  ],
  ['SET-33, SET-34, SET-37', contentFilter, 'enabled:switch full_text_kinds:choice cache_size cache_ttl'],
  ['SET-39, SET-44', nestFeeder, 'enabled:switch cache_size cache_ttl timeout url'],
  ['SET-46, SET-49', ollama, 'model:choice timeout url'],
  ['SET-52', wallet, 'api_key explorer_url name'],
  ['SET-56, SET-59', general, 'demo_mode:switch proxy:switch web:switch port private_key relay_stats_db service_tag'],
  [
    'SET-61, SET-65',
    relayInfo,
    'relaysupportednips:choice relayaddresses relaybanner relaycontact relaydescription relaydhtkey relayicon relayname relaypostingpolicy relayprivacypolicy relaypubkey relaysoftware relayterms relayversion',
  ],
] as const)('%s: a form has all fields of its group', async (_ids, group, fields) => {
  site.relay.answers.set(`GET /api/settings/${group.name}`, { body: { [group.name]: defaultsOf(group) } })
  const page = await site.go(`/settings/${group.path}`)
  for (const name of ['Save', 'Reset']) await page.getByRole('button', { name, exact: true }).waitFor()
  const shown = page.locator('[data-field]').evaluateAll(all =>
    all.map(one => {
      const key = one.getAttribute('data-field')?.split('.')[1]
      if (one.querySelector('[role=switch]')) return `${key}:switch`
      return one.querySelector('[role=combobox]') ? `${key}:choice` : key
    }),
  )
  expect((await shown).sort()).toEqual(fields.split(' ').sort())
})

it.each([
  ['SET-26', imageModeration, 'check_interval', '0', '1', 'Value must be at least 1', 'mindestens 1 sein'],
  ['SET-27', imageModeration, 'concurrency', '0', '1', 'Value must be at least 1', 'mindestens 1 sein'],
  ['SET-28', imageModeration, 'timeout', '0', '1', 'Value must be at least 1', 'mindestens 1 sein'],
  ['SET-35', contentFilter, 'cache_size', '99', '100', 'Value must be at least 100', 'mindestens 100 sein'],
  ['SET-36', contentFilter, 'cache_ttl', '0', '1', 'Value must be at least 1', 'mindestens 1 sein'],
  ['SET-41', nestFeeder, 'cache_size', '99', '100', 'Value must be at least 100', 'mindestens 100 sein'],
  ['SET-42', nestFeeder, 'cache_ttl', '0', '1', 'Value must be at least 1', 'mindestens 1 sein'],
  ['SET-43', nestFeeder, 'timeout', '0', '1', 'Value must be at least 1', 'mindestens 1 sein'],
  ['SET-53', wallet, 'name', ' ', 'till', 'Please enter a wallet name', 'einen Namen für das Wallet'],
  ['SET-62', relayInfo, 'relayname', '', 'Nest', 'Please enter the relay name', 'den Namen des Relays'],
  [
    'SET-63',
    relayInfo,
    'relaypubkey',
    '',
    'a'.repeat(64),
    'Please enter the relay public key',
    'Bitte geben Sie den öffentlichen Schlüssel',
  ],
] as const)(
  '$0: a form refuses $3 as $2, in either language',
  async (_id, group, key, wrong, right, english, german) => {
    const held = { relay_info: { relaypubkey: 'b'.repeat(64) }, wallet: { api_key: '********' } }[
      group.name as 'wallet'
    ]
    const values = { ...defaultsOf(group), ...held }
    site.relay.answers.set(`GET /api/settings/${group.name}`, { body: { [group.name]: values } })
    site.relay.answers.set(`POST /api/settings/${group.name}`, { body: { message: 'Saved', restart: [] } })
    const page = await site.go(`/settings/${group.path}`)
    const field = page.locator(`[data-field="${group.name}.${key}"]`)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const posted = () => site.relay.received.filter(({ call }) => call === `POST /api/settings/${group.name}`)
    for (const given of [wrong, '']) {
      await field.getByRole('textbox').fill(given)
      await save.click()
      await field.getByText(given === wrong ? english : /Please enter|This field is required!/).waitFor()
    }
    expect(posted()).toEqual([])
    await field.getByRole('textbox').fill(right)
    await save.click()
    await expect.poll(() => posted().length).toBe(1)
    const [body] = posted().map(({ body }) => body as Record<string, Record<string, unknown>>)
    expect(String(body?.[group.name]?.[wireKey(group, key)])).toBe(right)
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    await field.getByRole('textbox').fill(wrong)
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    await field.getByText(german).waitFor()
  },
)

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
