import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { Relay as Client } from 'nostr-tools/relay'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../dev/browser.ts'
import { claimAndEnter } from '../support/calls.ts'
import { overflowing } from '../support/overflow.ts'
import { newOperator, openContext, type RelayProcess, startRelay } from '../support/world.ts'

let relay: RelayProcess
let browser: Browser
beforeAll(async () => {
  // The test is what starts it again.
  ;[relay, browser] = await Promise.all([startRelay({ env: { RESTARTS: 'on' } }), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
})

const sign = (kind: number, content: string, tags: string[][], by: Uint8Array) =>
  finalizeEvent({ kind, content, tags, created_at: Math.floor(Date.now() / 1000) }, by)

const isUp = () =>
  fetch(new URL('/health', relay.adminUrl)).then(
    () => true,
    () => false,
  )

async function fits(page: Page, where: string): Promise<void> {
  expect([where, await page.evaluate(overflowing)]).toEqual([where, []])
}

/** By the menu, as somebody does who was woken: two taps a page. */
async function walkTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('dialog').getByRole('link', { name, exact: true }).tap()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

test('on a phone, a case from its notification is understood and decided in one tap; refusals, a restart and the log are as near', async () => {
  const owner = newOperator()
  const phone = {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  } as const
  const context = await openContext(browser, owner, phone)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await claimAndEnter(page, relay, owner)
  const author = generateSecretKey()
  const client = await Client.connect(relay.publicUrl)
  const note = sign(1, 'Buy these coins now', [], author)
  await client.publish(note)
  const about = [
    ['e', note.id, 'spam'],
    ['p', note.pubkey],
  ]
  await client.publish(sign(1984, 'It comes every minute', about, generateSecretKey()))

  // Where the notification leads.
  await page.goto(new URL('/moderation/1', relay.adminUrl).href)
  const one = page.getByRole('article', { name: 'Case' })
  await one.getByText('Buy these coins now').waitFor()
  await one.getByText('It comes every minute').waitFor()
  await fits(page, 'the case')
  const verdict = one.getByRole('button', { name: /^Delete and block/ })
  const place = await verdict.boundingBox()
  expect((place?.y ?? Number.NaN) + (place?.height ?? 0)).toBeLessThan(844)
  await verdict.tap()
  await page.getByText('Nothing to decide').waitFor()
  await fits(page, 'the inbox')
  // The block has ended the author's connection.
  const again = await Client.connect(relay.publicUrl)
  await expect(again.publish(sign(1, 'And again', [], author))).rejects.toThrow('blocked')
  const found: string[] = []
  await new Promise<void>(resolve => {
    again.subscribe([{ ids: [note.id] }], { onevent: ({ id }) => void found.push(id), oneose: resolve })
  })
  expect(found).toEqual([])
  again.close()

  await walkTo(page, 'Refusals')
  await page.locator('#content [data-person]').first().waitFor()
  await fits(page, 'refusals')

  await walkTo(page, 'Health')
  await page.getByRole('button', { name: 'Restart', exact: true }).tap()
  const sure = page.getByRole('alertdialog')
  await sure.waitFor()
  await fits(page, 'the restart')
  await sure.getByRole('button', { name: 'Restart', exact: true }).tap()
  await expect.poll(isUp, { timeout: 20_000 }).toBe(false)
  await relay.restart()
  await page.getByText(/The relay is back after/).waitFor({ timeout: 30_000 })
  await fits(page, 'after the restart')

  await walkTo(page, 'Logs')
  await page.getByLabel('Level').waitFor()
  await fits(page, 'the log')
  await context.close()
}, 120_000)
