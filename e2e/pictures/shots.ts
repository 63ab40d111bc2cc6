import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Relay } from 'nostr-tools/relay'
import type { Page } from 'playwright-core'
import { liveThrough } from '../../apps/relay/src/demo/history/live-through.ts'
import { openBrowser } from '../../dev/browser.ts'
import { claim, settle, signIn } from '../support/console.ts'
import { pagesOn, signedOutPages, sizes, themes } from '../support/pages.ts'
import { fillRelay } from '../support/sample.ts'
import { makeDataDir, newOperator, openContext, startRelayProcess } from '../support/world.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'shots')
const operator = newOperator()

async function shoot(page: Page, name: string): Promise<void> {
  await settle(page)
  await page.evaluate(() => scrollTo(0, 0))
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

await mkdir(folder, { recursive: true })
const dataDir = await makeDataDir()
await liveThrough(dataDir, { until: Date.now(), days: 365, claimed: false })
const [relay, browser] = await Promise.all([startRelayProcess({ filled: dataDir }), openBrowser()])
try {
  const first = await openContext(browser, operator)
  const page = await first.newPage()
  await page.goto(relay.setupUrl)
  await page.getByText('Your key').waitFor()
  await shoot(page, 'sign-up-light-desktop')
  await claim(page, relay, operator)
  await first.close()
  // Clients connect and write, as on a relay in use.
  const guests = await Promise.all(Array.from({ length: 7 }, () => Relay.connect(relay.publicUrl)))
  await fillRelay(relay.publicUrl, 3)
  for (const theme of themes) {
    for (const [size, viewport] of Object.entries(sizes)) {
      // A full-page picture resizes the page for a moment and must not catch it in motion.
      const context = await openContext(browser, operator, { colorScheme: theme, viewport, reducedMotion: 'reduce' })
      const page = await context.newPage()
      for (const [name, path] of Object.entries(signedOutPages)) {
        await page.goto(new URL(path, relay.adminUrl).href)
        await page.getByText('Your key').waitFor()
        await shoot(page, `${name}-${theme}-${size}`)
      }
      await signIn(page, operator)
      for (const [name, path] of Object.entries(pagesOn(size))) {
        await page.goto(new URL(path, relay.adminUrl).href)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await shoot(page, `${name}-${theme}-${size}`)
      }
      await context.close()
      process.stdout.write(`${theme} ${size}: done\n`)
    }
  }
  for (const guest of guests) guest.close()
  process.stdout.write(`The pictures are in ${folder}\n`)
} finally {
  await browser.close()
  await relay.stop()
}
