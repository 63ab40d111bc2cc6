import {
  contentFilter,
  defaultsOf,
  general,
  imageModeration,
  nestFeeder,
  ollama,
  relayInfo,
  wallet,
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
