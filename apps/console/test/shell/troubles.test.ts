import { defaultsOf, relayInfo } from '@hornets/contract/admin/settings'
import type { Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { status } from '../support/stubs/stub-relay.ts'

const site = openConsole(
  relay => {
    relay.answers.set('GET /user-exist', { body: { exists: true, allowSignup: false } })
    relay.answers.set('GET /api/status', { body: status })
    relay.answers.set('GET /api/blocked-pubkeys', { body: { blocked_pubkeys: [], count: 0 } })
    const values = { ...defaultsOf(relayInfo), relayaddresses: 'wss://old.example' }
    relay.answers.set('GET /api/settings/relay_info', { body: { relay_info: values } })
    relay.answers.set('POST /api/settings/relay_info', { body: { message: 'ok', restart: [] } })
  },
  { signedIn: true },
)

const troubles = [
  { kind: 'disk_full', freeBytes: 12_000_000, reserveBytes: 512 * 2 ** 20 },
  { kind: 'database_damaged', file: 'relay.db' },
  { kind: 'database_locked', file: 'admin.db' },
  { kind: 'unknown_name', name: 'relay.example', clients: 12 },
]

it('says what is wrong above every page, and adds a name that clients use', async () => {
  const page = await site.go('/blocked-pubkeys')
  site.relay.tell('status', { ...status, troubles })
  for (const text of ['The disk is nearly full', 'relay.db is damaged', 'has locked admin.db', '12 clients connect'])
    await page.getByText(text).waitFor()
  const asked = page.waitForRequest(request => request.method() === 'POST' && request.url().includes('relay_info'))
  await page.getByRole('button', { name: 'Add relay.example' }).click()
  expect((await asked).postDataJSON()).toEqual({
    relay_info: { relayaddresses: 'wss://old.example\nwss://relay.example' },
  })
  await page.getByText('relay.example is now an address of this relay.').waitFor()
})

it('keeps a status that the relay has sent over an answer that was requested earlier', async () => {
  const { page } = await site.begin()
  const told = Promise.withResolvers<void>()
  await page.route('**/api/status', async route => {
    await told.promise
    await route.fulfill({ json: status })
  })
  const isStatus = (request: Request) => request.url().endsWith('/api/status')
  const ended = Promise.race([
    page.waitForEvent('requestfinished', isStatus),
    page.waitForEvent('requestfailed', isStatus),
  ])
  await page.goto(`${site.relay.url}/blocked-pubkeys`)
  site.relay.tell('status', { ...status, troubles })
  const trouble = page.getByText('The disk is nearly full')
  await trouble.waitFor()
  told.resolve()
  await ended
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 200)))
  expect(await trouble.isVisible()).toBe(true)
})
