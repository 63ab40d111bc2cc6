import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilAtRest } from '../../apps/console/test/support/rest.ts'
import { openBrowser } from '../../dev/browser.ts'
import { claimAndEnter, enter as enterConsole } from '../support/calls.ts'
import { signOut } from '../support/console.ts'
import { listenForTrouble, newOperator, type OpenRelay, openContext, startRelay } from '../support/world.ts'
import { enter, stopsOf, tabTo, write } from './keyboard.ts'

const operator = newOperator()
let relay: OpenRelay
let browser: Browser
let context: BrowserContext
let page: Page
let trouble: string[]

beforeAll(async () => {
  ;[relay, browser] = await Promise.all([startRelay(), openBrowser()])
  context = await openContext(browser, operator, { viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  page.setDefaultTimeout(10_000)
  trouble = listenForTrouble(page)
  await claimAndEnter(page, relay, operator)
})
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const focusIsOn = (name: string) =>
  expect
    .poll(() =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent),
    )
    .toBe(name)

async function signInByKeyboard(): Promise<void> {
  await signOut(page, relay)
  await write(page, page.getByLabel('Password', { exact: true }), operator.password)
  await page.keyboard.press('Enter')
  await heading('Relay dashboard').waitFor()
}

const unseen = (stops: Awaited<ReturnType<typeof stopsOf>>) =>
  stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name)

test('one signs in, changes a setting, blocks an author and logs out by the keyboard alone', async () => {
  await signInByKeyboard()
  const links = page.getByRole('navigation', { name: 'Pages' })
  await enter(page, links.getByRole('link', { name: 'Advanced Settings' }))
  await heading('Advanced Settings').waitFor()
  // A new page starts at its content, not at the header again.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  await enter(page, page.getByRole('button', { name: /^Relay info/ }))
  await write(page, page.getByRole('textbox', { name: 'Name', exact: true }), 'Typed by hand')
  await enter(page, button('Save'))
  await page.getByText('1 field changed').waitFor({ state: 'detached' })
  await focusIsOn('Save')

  await tabTo(page, links.getByRole('link', { name: 'Access control' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await heading('Access control').waitFor()
  await enter(page, button('Block an author').first())
  // A toast is a dialog, too, but not a modal one.
  const dialog = page.locator('[role=dialog]:not([aria-modal=false])')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await focusIsOn('Block an author')
  await page.keyboard.press('Enter')
  await write(page, dialog.getByRole('textbox', { name: 'Public key' }), getPublicKey(generateSecretKey()))
  await write(page, dialog.getByRole('textbox', { name: 'Reason' }), 'keyboard')
  // The dialog traps the focus: it cycles through the dialog and the toasts, which may offer to undo.
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main, header, aside, nav')?.localName)).toBe(
      undefined,
    )
  }
  await enter(page, dialog.getByRole('button', { name: 'Block', exact: true }))
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: 'keyboard' }).waitFor()

  await tabTo(page, button('Profile menu'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await focusIsOn('Profile menu')
  await page.keyboard.press('Enter')
  // The focus follows the menu one frame later; until then the button would receive End.
  await page.locator('[role=menu]:focus-within').waitFor()
  await page.keyboard.press('End')
  await focusIsOn('Log out')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/auth/login')
  expect(trouble).toEqual([])
})

test('Tab visits a page in reading order with visible focus, and leaves it again', async () => {
  const tabbed = await context.newPage()
  await enterConsole(tabbed, relay, operator)
  const others = process.env.THOROUGH ? ['/relay-settings', '/nostr-stats'] : []
  for (const path of ['/', '/settings/relay-info', '/blocked-pubkeys', ...others]) {
    await tabbed.goto(new URL(path, relay.adminUrl).href)
    await tabbed.getByRole('heading', { level: 1 }).waitFor()
    // Parts that are fetched later hold their place with an empty box, and what is below them moves when they come.
    await tabbed.waitForFunction(() => !document.querySelector('[class*="empty:h-"]:empty'))
    await untilAtRest(tabbed)
    const stops = await stopsOf(tabbed)
    expect(stops[0]?.name, path).toBe('Skip to content')
    expect(stops.length, path).toBeGreaterThan(15)
    const inOrder = stops.toSorted((a, b) => a.order - b.order)
    expect(
      stops.map(({ name }) => name),
      path,
    ).toEqual(inOrder.map(({ name }) => name))
    expect(unseen(stops), path).toEqual([])
  }
  // When tabbing backwards, elements that enter from above must not stay under the header (WCAG 2.4.11).
  await tabbed.goto(new URL('/relay-settings', relay.adminUrl).href)
  await tabbed.getByRole('heading', { name: 'Kinds excluded' }).waitFor()
  expect(unseen(await stopsOf(tabbed, 'Shift+Tab'))).toEqual([])
  await tabbed.close()
})

test('SET-04: a group that a link has opened does not take the page away from under who has tabbed on', async () => {
  const ticking = await context.newPage()
  await ticking.clock.install()
  await enterConsole(ticking, relay, operator)
  await ticking.goto(new URL('/settings/relay-info', relay.adminUrl).href)
  const elsewhere = ticking.getByRole('button', { name: /^Image moderation/ })
  await elsewhere.focus()
  await ticking.clock.runFor(1000)
  expect((await elsewhere.boundingBox())?.y).toBeGreaterThan(56)
  await ticking.close()
})
