import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations } from '../../apps/console/test/support/axe.ts'
import { type BuiltConsole, buildConsole } from '../../apps/console/test/support/build-console.ts'
import { goWithin, untilAtRest } from '../../apps/console/test/support/rest.ts'
import { routes, subpages } from '../../apps/console/test/support/routes.ts'
import { fullOperation } from '../../apps/console/test/support/stubs/operation-answers.ts'
import { playState } from '../../apps/console/test/support/stubs/relay-states.ts'
import { type StubRelay, startStubRelay } from '../../apps/console/test/support/stubs/stub-relay.ts'
import { user } from '../../apps/console/test/support/visitor.ts'
import { openBrowser } from '../../dev/browser.ts'
import { overflowing } from '../support/overflow.ts'

type Texts = typeof import('../../apps/console/src/i18n/en.json')
const textsOf = (language: string) => {
  const file = new URL(`../../apps/console/src/i18n/${language}.json`, import.meta.url)
  return JSON.parse(readFileSync(fileURLToPath(file), 'utf8')) as Texts
}

/** What opens over a page, by the page and the button that opens it. */
const opened = [
  [subpages['a person'], ({ people }: Texts) => people.one.block],
  [subpages['a person'], ({ people }: Texts) => people.one.quota],
  [subpages['a person'], ({ people }: Texts) => people.one.write],
  [`${routes.BlockedPubkeysPage}?list=roles`, ({ access }: Texts) => access.roles.new],
  [`${routes.BlockedPubkeysPage}?list=rules`, ({ access }: Texts) => access.rules.add],
  [routes.AlertsPage, ({ alerts }: Texts) => alerts.add],
  [routes.BackupPage, ({ backup }: Texts) => backup.now.test],
  [subpages['the versions of a group'], ({ settingsHistory }: Texts) => settingsHistory.undo],
] as const

const looks = [
  { language: 'en', width: 1440, colorScheme: 'light' },
  { language: 'de', width: 320, colorScheme: 'dark' },
] as const

let built: BuiltConsole
let browser: Browser
let relay: StubRelay
beforeAll(async () => {
  ;[built, browser] = await Promise.all([buildConsole(), openBrowser()])
  relay = await startStubRelay(built.folder)
  playState(relay, 'busy')
  const { plan, runs, next_at } = fullOperation['/api/backup']
  const backup = { plan: { ...plan, encryption: 'recipient' }, runs: runs.slice(1), progress: null, next_at }
  relay.answers.set('GET /api/backup', { body: backup })
  const name = 'spam'.repeat(40)
  const difference = { section: 'relay_info', now: { relayname: name }, restored: { relayname: 'Nest' } }
  for (const { id } of fullOperation['/api/settings-history'].versions)
    relay.answers.set(`GET /api/settings-history/${id}`, { body: { ...difference, secrets: [name], newest: id } })
})
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
  await built?.remove()
})

async function openOver(page: Page, path: string, button: string): Promise<void> {
  await goWithin(page, path)
  const version = page.locator('main li button[aria-expanded=false]').first()
  if (path === subpages['the versions of a group']) await version.click()
  await page.locator('main').getByRole('button', { name: button, exact: true }).first().click()
  await page.getByRole('dialog').waitFor()
  await untilAtRest(page)
}

it.each(looks)('axe finds nothing in what opens over subpages, and all of it fits %o', async look => {
  const { language, width, colorScheme } = look
  const still = { reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC' } as const
  const context = await browser.newContext({ ...still, viewport: { width, height: 700 }, colorScheme })
  await context.addInitScript(
    ([person, code]) => {
      localStorage.setItem('accessToken', 'token')
      localStorage.setItem('user', person)
      localStorage.setItem('lng', code)
    },
    [JSON.stringify(user), language] as const,
  )
  const page = await context.newPage()
  await page.goto(`${relay.url}${routes.NotFoundPage}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const found: Record<string, string[]> = {}
  for (const [path, buttonOf] of opened) {
    const button = buttonOf(textsOf(language))
    await openOver(page, path, button)
    const faults = [...(await page.evaluate(overflowing)), ...(await findViolations(page, {}, '[role=dialog]'))]
    if (faults.length > 0) found[`${path} ${button}`] = faults
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  expect(found).toEqual({})
  await context.close()
})
