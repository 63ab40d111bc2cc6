import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { playWallet } from './support/stub-wallet.ts'
import { walletViews } from './support/wallet-views.ts'
import { openWalletConsole } from './support/wallet-visit.ts'

const world = openWalletConsole()
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const dialogs = '[role=dialog]:not([aria-modal=false])'

/** What axe finds against WCAG 2.2 AA and its best practices: in the open dialogue, or on the page. */
async function findFaults(page: Page, axe: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async selector => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document.querySelector(selector) ?? document)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
  }, dialogs)
}

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
    const axe = await readFile(axePath, 'utf8')
    const page = await world.go(look.dark ? '/wallet' : '/', look)
    const found: Record<string, unknown> = {}
    for (const [name, open] of Object.entries(walletViews)) {
      await open(page, world.relay)
      const faults = await findFaults(page, axe)
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
      await page.locator(dialogs).waitFor({ state: 'detached' })
      playWallet(world.relay)
    }
    expect(found).toEqual({})
  })
})
