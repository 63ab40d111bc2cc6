import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { walletViews } from './support/wallet-views.ts'
import { openWalletConsole } from './support/wallet-visit.ts'

const world = openWalletConsole()
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What axe finds against WCAG 2.2 AA and its best practices. */
async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axePath, 'utf8'))
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
  })
}

/** How far the page or its dialogue reaches over the width of the screen. */
const overflowPx = (page: Page) =>
  page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('[role=dialog]')]
    return Math.max(...boxes.map(box => box.scrollWidth - box.clientWidth))
  })

describe.each([
  ['light', false],
  ['dark', true],
] as const)('in the %s theme', (_, dark) => {
  it.each(Object.keys(walletViews))('axe finds nothing on %s, and it fits 320 px', async name => {
    const page = await world.go(dark ? '/wallet' : '/', { dark, width: dark ? 390 : 1440 })
    await walletViews[name]?.(page, world.relay)
    expect(await findFaults(page)).toEqual([])
    if (!dark) return
    await page.setViewportSize({ width: 320, height: 640 })
    // Charts measure themselves in the frame after.
    await expect.poll(() => overflowPx(page)).toBe(0)
  })
})
