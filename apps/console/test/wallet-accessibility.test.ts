import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findFaults } from './support/axe.ts'
import { playWallet } from './support/stub-wallet.ts'
import { walletViews } from './support/wallet-views.ts'
import { openWalletConsole } from './support/wallet-visit.ts'

const world = openWalletConsole()
const dialogs = '[role=dialog]:not([aria-modal=false])'

/** How far the page or its dialogue reaches over the width of the screen. */
const overflowPx = (page: Page) =>
  page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('[role=dialog]')]
    return Math.max(...boxes.map(box => box.scrollWidth - box.clientWidth))
  })

/** On one page after the other, since most of the time goes by until a console stands. */
describe.each([
  ['light', { dark: false, width: 1440 }],
  ['dark', { dark: true, width: 390 }],
] as const)('in the %s theme', (_, look) => {
  it('axe finds nothing on any dialogue of the wallet, and each fits 320 px, with its buttons in sight', {
    timeout: 120_000,
  }, async () => {
    const page = await world.go(look.dark ? '/wallet' : '/', look)
    const found: Record<string, unknown> = {}
    for (const [name, open] of Object.entries(walletViews)) {
      await open(page, world.relay)
      const faults = await findFaults(page, {}, name === 'panel' ? ':root' : dialogs)
      if (faults.length > 0) found[name] = faults
      if (look.dark) {
        await page.setViewportSize({ width: 320, height: 640 })
        // Charts measure themselves in the frame after.
        await expect.poll(() => overflowPx(page), { message: name }).toBe(0)
        if (name === 'send-review') {
          const box = await page.getByRole('button', { name: 'Send 12,000 sats' }).boundingBox()
          expect(box && box.y + box.height).toBeLessThan(640)
        }
        await page.setViewportSize({ width: look.width, height: 900 })
      }
      if (name !== 'panel') await page.locator(dialogs).getByRole('button', { name: 'Close', exact: true }).click()
      // What was entered does not go unasked.
      const leave = page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true })
      await leave
        .or(page.locator(`body:not(:has(${dialogs}))`))
        .first()
        .waitFor()
      if ((await leave.count()) > 0) await leave.click()
      await page.locator(dialogs).waitFor({ state: 'detached' })
      playWallet(world.relay)
    }
    expect(found).toEqual({})
  })
})
