import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations, withoutColours } from '../../apps/console/test/support/axe.ts'
import { untilAtRest } from '../../apps/console/test/support/rest.ts'
import { openBrowser } from '../../dev/browser.ts'
import { claimByCalls, enter } from '../support/calls.ts'
import { sizes } from '../support/pages.ts'
import { fillRelay } from '../support/sample.ts'
import { newOperator, type OpenRelay, openContext, startRelay } from '../support/world.ts'

const operator = newOperator()
/** axe measures colours, which motion lets fade in. */
const still = { reducedMotion: 'reduce' } as const
let relay: OpenRelay
let browser: Browser
/** Checked before the relay is claimed; afterwards there is no sign-up. */
let signUpViolations: string[]

beforeAll(async () => {
  ;[relay, browser] = await Promise.all([startRelay(), openBrowser()])
  const context = await openContext(browser, operator, still)
  const page = await context.newPage()
  await page.goto(relay.setupUrl)
  await page.getByText('Your key').waitFor()
  signUpViolations = await findViolations(page)
  await claimByCalls(relay, operator)
  await fillRelay(relay.publicUrl)
  await context.close()
})
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
})

// apps/console/test/accessibility.test.ts checks every other screen in all its states.
test('axe finds nothing on the sign-up of an unclaimed relay', () => {
  expect(signUpViolations).toEqual([])
})

// Both languages have the same structure.
describe.each(process.env.THOROUGH ? ['en', 'de'] : ['en'])(
  'in %s axe finds nothing with what opens over a page',
  language => {
    test('menus, dialogs, lists and messages', async () => {
      const context = await openContext(browser, operator, { ...still, viewport: sizes.desktop })
      const page = await context.newPage()
      await enter(page, relay, operator)
      await page.evaluate(code => localStorage.setItem('lng', code), language)
      const german = language === 'de'
      const found: Record<string, string[]> = {}
      const go = async (path: string) => {
        await page.goto(new URL(path, relay.adminUrl).href)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await untilAtRest(page)
      }
      const look = async (name: string, role: 'menu' | 'dialog' | 'alertdialog' | 'listbox' | 'alert') => {
        await page.getByRole(role).first().waitFor()
        await untilAtRest(page)
        // German has the colours of English.
        const violations = await findViolations(page, german ? withoutColours : {})
        if (violations.length > 0) found[name] = violations
      }

      await go('/')
      await page.getByRole('button', { name: german ? 'Profilmenü' : 'Profile menu' }).click()
      await look('profile menu', 'menu')

      await go('/blocked-pubkeys')
      await page
        .getByRole('button', { name: german ? 'Autor sperren' : 'Block an author' })
        .first()
        .click()
      await page.getByRole('dialog').locator('button[type=submit]').click()
      await page.getByRole('dialog').getByRole('alert').waitFor()
      await look('block dialog with an error', 'dialog')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: german ? 'Importieren' : 'Import' }).click()
      await page.getByRole('dialog').locator('textarea').fill('nonsense')
      await look('import dialog with an error', 'dialog')

      await go('/settings/image-moderation')
      await page.getByRole('combobox').first().click()
      await look('list of choices', 'listbox')

      await go('/settings/relay-info')
      await page.getByRole('textbox').first().fill('')
      await page.locator('form').getByRole('button').last().click()
      await look('a refused save', 'alert')
      await page
        .getByRole('link', { name: german ? 'Zugangskontrolle' : 'Access control' })
        .first()
        .click()
      await look('the question before leaving', 'alertdialog')

      expect(found).toEqual({})
      await context.close()
    })
  },
)
