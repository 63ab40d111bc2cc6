import { expect, it } from 'vitest'
import { openSettings } from './settings-visit.ts'

const site = openSettings()

it.each([
  ['off', 'Off'],
  ['waiting', 'On, not used yet'],
] as const)('SERVICE-07: a service that is %s says so, and never that it is not running yet', async (state, words) => {
  const idle = { group: 'query_cache', since: '2026-11-25T10:00:00.000Z', queue: 0, per_minute: 0, latency_ms: 0 }
  site.relay.answers.set('GET /api/services', { body: [{ ...idle, state }] })
  const page = await site.go('/settings/query-cache')
  await page.getByText(words, { exact: true }).waitFor()
  expect(await page.getByText('Not running yet').count()).toBe(0)
})
