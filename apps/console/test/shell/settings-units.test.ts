import {
  contentFilter,
  defaultsOf,
  imageModeration,
  nestFeeder,
  ollama,
  xnostr,
} from '@hornets/contract/admin/settings'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openSettings } from '../settings/settings-visit.ts'
import { readTree } from '../support/catalogues.ts'

const site = openSettings()

it('SAVE-13: shows its unit beside each number that has one', async () => {
  const groups = [imageModeration, contentFilter, nestFeeder, ollama, xnostr]
  const units: Record<string, string> = {}
  const readUnits = async (page: Page) => {
    const fields = page.locator('[data-field]:has(input[aria-roledescription])')
    await fields.first().waitFor()
    for (const field of await fields.all()) {
      const name = (await field.getAttribute('data-field')) ?? ''
      const shown = await field.locator('input[aria-roledescription] + span').allInnerTexts()
      if (shown.length === 1) units[name] = shown[0] ?? ''
    }
  }
  for (const group of groups) {
    site.relay.answers.set(`GET /api/settings/${group.name}`, { body: { [group.name]: defaultsOf(group) } })
    const page = await site.go(`/settings/${group.path}`)
    await page.getByRole('button', { name: 'Save', exact: true }).locator('visible=true').waitFor()
    await readUnits(page)
  }
  const intervals = 'xnostr.verification_intervals'
  expect(units).toEqual({
    'image_moderation.check_interval': 's',
    'image_moderation.timeout': 's',
    'content_filter.cache_size': 'entries',
    'content_filter.cache_ttl': 'min',
    'nest_feeder.cache_size': 'entries',
    'nest_feeder.cache_ttl': 'min',
    'nest_feeder.timeout': 'ms',
    'ollama.timeout': 'ms',
    'xnostr.check_interval': 's',
    'xnostr.update_interval': 'h',
    [`${intervals}.full_verification_interval_days`]: 'days',
    [`${intervals}.follower_update_interval_days`]: 'days',
  })
  const page = await site.go('/settings/content-filter')
  await page.evaluate(() => localStorage.setItem('lng', 'de'))
  await page.reload()
  await readUnits(page)
  expect(units).toMatchObject({ 'content_filter.cache_size': 'Einträge', 'content_filter.cache_ttl': 'min' })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const unit of ['Einträge', 'min']) await page.locator('input + span', { hasText: unit }).first().waitFor()
  const words = { s: 's', ms: 'ms', min: 'min', h: 'h', entries: 'Einträge', days: 'Tage' }
  expect(readTree('de')).toMatchObject({ settings: { units: words } })
})
