import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { Relay as Client } from 'nostr-tools/relay'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../dev/browser.ts'
import { claimAndEnter } from '../support/calls.ts'
import { overflowing } from '../support/overflow.ts'
import { newOperator, openContext, type RelayProcess, startRelayProcess } from '../support/world.ts'

let relay: RelayProcess
let browser: Browser
beforeAll(async () => {
  ;[relay, browser] = await Promise.all([
    startRelayProcess({ supervised: true, env: { LOG_LEVEL: 'info' } }),
    openBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
})

const sign = (kind: number, content: string, tags: string[][], by: Uint8Array) =>
  finalizeEvent({ kind, content, tags, created_at: Math.floor(Date.now() / 1000) }, by)

async function fits(page: Page, where: string): Promise<void> {
  expect([where, await page.evaluate(overflowing)]).toEqual([where, []])
}

/** By the menu, as somebody does who was woken: two taps a page. */
async function walkTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('dialog').getByRole('link', { name, exact: true }).tap()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

test('on a phone, cases from a push are understood and decided by a tap each; refusals, the restart and the log are as near', async () => {
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
  const report = async (note: ReturnType<typeof sign>, type: string, words: string) => {
    await client.publish(note)
    const about = [
      ['e', note.id, type],
      ['p', note.pubkey],
    ]
    await client.publish(sign(1984, words, about, generateSecretKey()))
  }
  const note = sign(1, 'Buy these coins now', [], author)
  await report(note, 'spam', 'It comes every minute')
  await report(sign(1, 'You are all fools', [], generateSecretKey()), 'profanity', 'Rude')

  // Where a push that tells of several leads.
  await page.goto(new URL('/moderation', relay.adminUrl).href)
  const queue = page.getByRole('region', { name: 'Open cases' })
  await fits(page, 'the inbox')
  await queue.getByRole('link', { name: /Spam/ }).tap()
  const one = page.getByRole('article', { name: 'Case' })
  await one.getByText('Buy these coins now').waitFor()
  await one.getByText('It comes every minute').waitFor()
  await fits(page, 'the case')
  const verdict = one.getByRole('button', { name: /^Delete and block/ })
  const place = await verdict.boundingBox()
  expect((place?.y ?? Number.NaN) + (place?.height ?? 0)).toBeLessThan(844)
  await verdict.tap()
  await one.getByText('You are all fools').waitFor()
  await fits(page, 'the next case')
  await one.getByRole('button', { name: /^Dismiss/ }).tap()
  await page.getByText('Nothing to decide').waitFor()
  await fits(page, 'the empty inbox')
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
  await page.getByText(/The relay is back after/).waitFor({ timeout: 30_000 })
  await fits(page, 'after the restart')

  await walkTo(page, 'Logs')
  const lines = page.getByRole('list', { name: 'Logs' })
  await lines.getByText('the public server is open').waitFor()
  await fits(page, 'the log')
  await context.close()
}, 120_000)
