import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { colourRules, findViolations } from '../support/axe.ts'
import { playWallet } from '../support/stubs/stub-wallet.ts'
import { goesOn, walletViews } from '../support/wallet-views.ts'
import { openWalletConsole, walletWidth } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const dialogs = '[role=dialog]:not([aria-modal=false])'

/** How far the page or its dialog overflows the screen's width. */
const overflowPx = (page: Page) =>
  page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('[role=dialog]')]
    return Math.max(...boxes.map(box => box.scrollWidth - box.clientWidth))
  })

const phone = { width: 390, height: 900 }
const wide = { width: walletWidth, height: 900 }

/** The dialog stays open: loading the console and reaching the dialog happen once for both looks. */
async function dress(page: Page, theme: 'light' | 'dark', size: typeof phone): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(async theme => {
    document.documentElement.dataset.theme = theme
    // Charts measure themselves one frame later.
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  }, theme)
}

/** axe would read the style and place of all that is in it, and each change of size would draw its charts again. */
const showBehind = (page: Page, shown: boolean) =>
  page.evaluate(
    ([shown, dialogs]) => {
      const root = document.getElementById('root')
      if (root) root.hidden = !shown && !root.querySelector(dialogs)
    },
    [shown, dialogs] as const,
  )

async function close(page: Page): Promise<void> {
  await page.locator(dialogs).getByRole('button', { name: 'Close', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await page.waitForFunction(
    dialogs => !document.querySelector(dialogs) || document.querySelector('[role=alertdialog]'),
    dialogs,
  )
  if ((await question.count()) > 0) await question.getByRole('button').last().click()
  await page.locator(dialogs).waitFor({ state: 'detached' })
}

it('axe finds nothing on any dialogue of the wallet, light on a wide screen and dark on a phone, and each fits 320 px, with its buttons in sight', {
  timeout: 300_000,
}, async () => {
  const page = await world.go('/wallet', wide)
  const found: Record<string, unknown> = {}
  const views = Object.entries(walletViews)
  const look = async (name: string, options: Parameters<typeof findViolations>[1] = {}) => {
    await page.locator(dialogs).first().waitFor()
    const violations = await findViolations(page, options, dialogs)
    if (violations.length > 0) found[name] = violations
  }
  for (const [at, [name, open]] of views.entries()) {
    await open(page, world.relay)
    await showBehind(page, false)
    await look(`${name}, light`, { runOnly: colourRules })
    await dress(page, 'dark', phone)
    await look(`${name}, dark`)
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => overflowPx(page), { message: name }).toBe(0)
    if (name === 'send-review') {
      const box = await page.getByRole('button', { name: 'Send 12,000 sats' }).boundingBox()
      expect(box && box.y + box.height).toBeLessThan(640)
    }
    await dress(page, 'light', wide)
    await showBehind(page, true)
    const next = goesOn[views[at + 1]?.[0] ?? '']
    if (next !== 'in the dialog') await close(page)
    if (!next) playWallet(world.relay)
  }
  expect(found).toEqual({})
})

it.each([
  ['light', '/', 1440],
  ['dark', '/wallet', 390],
] as const)('axe finds nothing on the panel in the %s theme on %s at %d px', async (theme, path, width) => {
  const page = await world.go(path, { width, dark: theme === 'dark' })
  await page.getByText('+150,000 sats').first().waitFor()
  expect(await findViolations(page)).toEqual([])
  if (width > phone.width) return
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => overflowPx(page)).toBe(0)
})
