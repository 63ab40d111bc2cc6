import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { Relay as Client } from 'nostr-tools/relay'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../dev/browser.ts'
import { claim, signIn } from '../support/console.ts'
import { sizes } from '../support/pages.ts'
import { newOperator, openContext, type RelayProcess, startRelay } from '../support/world.ts'

let relay: RelayProcess
let browser: Browser

beforeAll(async () => {
  ;[relay, browser] = await Promise.all([startRelay(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
})

const author = generateSecretKey()

/** The relay's answer to a new event; a block closes connections, so each has its own. */
async function answerTo(kind: number): Promise<string> {
  const client = await Client.connect(relay.publicUrl)
  const template = { kind, tags: [], content: `note ${Math.random()}`, created_at: Math.floor(Date.now() / 1000) }
  const answer = await client.publish(finalizeEvent(template, author)).catch((error: Error) => error.message)
  client.close()
  return answer
}

test('shows refusals as they happen, leads to their rule, and allows an author from now on (REFUSE-08, REFUSE-09)', async () => {
  const operator = newOperator()
  const context = await openContext(browser, operator, { viewport: sizes.desktop })
  const page = await context.newPage()
  await claim(page, relay, operator)
  await signIn(page, operator)
  await page.getByText('No paying subscribers yet.').waitFor()
  const blocked = await page.evaluate(async pubkey => {
    const authorization = `Bearer ${localStorage.getItem('accessToken')}`
    const headers = { authorization, 'content-type': 'application/json' }
    const body = JSON.stringify({ pubkey, reason: 'spam' })
    return (await fetch('/api/blocked-pubkeys', { method: 'POST', headers, body })).status
  }, getPublicKey(author))
  expect(blocked).toBeLessThan(300)
  await page.getByRole('link', { name: /refused/ }).click()
  await page.getByText('Refused events, uploads, sign-ins, connections and reads').waitFor()

  const rows = page.getByRole('list', { name: 'Refusals' }).getByRole('button', { expanded: false })
  expect(await answerTo(1)).toMatch(/^blocked: /)
  await rows.filter({ hasText: 'blocked: this public key is blocked here' }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await answerTo(1)
  await page.getByRole('button', { name: 'Resume 1 new' }).waitFor()
  expect(await rows.count()).toBe(1)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => rows.count()).toBe(2)

  await page.getByRole('combobox', { name: 'Cause' }).click()
  await page.getByRole('option', { name: 'Blocked word' }).click()
  await page.waitForURL('**/refusals?cause=word')
  await page.getByText('No refusal matches these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await rows.first().click()
  const rule = page.getByRole('link', { name: 'Show the rule' })
  expect(await rule.getAttribute('href')).toContain(`/blocked-pubkeys?q=`)
  await page.getByRole('button', { name: 'Allow from now on' }).click()
  await page.getByText('Key unblocked').waitFor()
  expect(await answerTo(1)).toBe('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  expect(await answerTo(1)).toMatch(/^blocked: /)
  await page.getByRole('button', { name: 'All from this key' }).click()
  await page.waitForURL(/\/refusals\?key=npub1/)
  await context.close()
}, 60_000)
