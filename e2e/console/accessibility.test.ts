import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../dev/browser.ts'
import { claim, settle, signIn } from '../support/console.ts'
import { sizes } from '../support/pages.ts'
import { fillRelay } from '../support/sample.ts'
import { newOperator, openContext, type RelayProcess, startRelay } from '../support/world.ts'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const operator = newOperator()
let relay: RelayProcess
let browser: Browser
let axe: string
/** Checked before the relay is claimed; afterwards there is no sign-up. */
let signUpViolations: string[]

beforeAll(async () => {
  ;[relay, browser, axe] = await Promise.all([startRelay(), openBrowser(), readFile(axePath, 'utf8')])
  const context = await openContext(browser, operator, { reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(relay.setupUrl)
  await page.getByText('Your key').waitFor()
  signUpViolations = await findViolations(page)
  await claim(page, relay, operator)
  await fillRelay(relay.publicUrl)
  await context.close()
})
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
})

/** Violations that axe finds against WCAG 2.2 AA and its best practices, each with the elements concerned. */
async function findViolations(page: Page): Promise<string[]> {
  // Through the debugger, which the page's content security policy does not restrict.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      preload: { assets: ['media'], timeout: 10_000 },
    })
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(node => node.target.join(' ')).join(', ')})`,
    )
  })
}

// apps/console/test/accessibility.test.ts checks every other screen in all its states.
test('axe finds nothing on the sign-up of a relay that nobody has claimed', () => {
  expect(signUpViolations).toEqual([])
})

describe.each(['en', 'de'])('in %s axe finds nothing with what opens over a page', language => {
  test('menus, dialogs, lists and messages', async () => {
    const context = await openContext(browser, operator, { reducedMotion: 'reduce', viewport: sizes.desktop })
    const page = await context.newPage()
    await page.goto(new URL('/auth/login', relay.adminUrl).href)
    await signIn(page, operator)
    await page.evaluate(code => localStorage.setItem('lng', code), language)
    const german = language === 'de'
    const found: Record<string, string[]> = {}
    const go = async (path: string) => {
      await page.goto(new URL(path, relay.adminUrl).href)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await settle(page)
    }
    const look = async (name: string, role: 'menu' | 'dialog' | 'alertdialog' | 'listbox' | 'alert') => {
      await page.getByRole(role).first().waitFor()
      await page.waitForTimeout(200)
      const violations = await findViolations(page)
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
})
