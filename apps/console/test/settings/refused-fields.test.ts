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
  wallet,
  wireKey,
} from '@hornets/contract/admin/settings'
import { expect, it } from 'vitest'
import { enter } from './field-steps.ts'
import { openSettings } from './settings-visit.ts'

const site = openSettings()

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
    const isNumber = (key: string) => /^(check_interval|concurrency|timeout|cache_size|cache_ttl)$/.test(key)
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
    for (const [key, , right] of refusals)
      expect([key, body?.[wireKey(group, key)]]).toEqual([key, isNumber(key) ? Number(right) : right])
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    await field(refusals[0]?.[0] ?? '').waitFor()
    await fillWrong()
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    for (const [key, , , , german] of refusals) await field(key).getByText(german).waitFor()
  },
)
