import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTree } from '../../apps/console/test/support/catalogues.ts'
import { goWithin, untilAtRest } from '../../apps/console/test/support/rest.ts'
import { openBrowser } from '../../dev/browser.ts'
import { fillSignUp, openPage, signIn } from '../support/console.ts'
import { listenForTrouble, newOperator, openContext, type RelayProcess, startRelayProcess } from '../support/world.ts'

const operator = newOperator()
let relay: RelayProcess
let browser: Browser
let context: BrowserContext
let page: Page
let trouble: string[]
/** Calls that were not marked as the demo's. */
const strays: string[] = []

beforeAll(async () => {
  ;[relay, browser] = await Promise.all([startRelayProcess(), openBrowser()])
  context = await openContext(browser, operator)
  page = await context.newPage()
  trouble = listenForTrouble(page)
  page.on('request', request => {
    const { authorization } = request.headers()
    const isCall =
      request.resourceType() === 'fetch' && !/^\/(assets|demo$|user-exist$)/.test(new URL(request.url()).pathname)
    if (isCall && !authorization?.startsWith('Bearer demo.')) strays.push(`${request.method()} ${request.url()}`)
  })
})
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
})

const at = (path: string) => new URL(path, relay.adminUrl).href
const banner = () => page.getByRole('complementary', { name: 'Demo' })
const stored = (key: string) => page.evaluate(name => localStorage.getItem(name), key)
const main = () => page.getByRole('main').innerText()

/** As somebody who plays with the demo. */
async function blockInDemo(reason: string): Promise<void> {
  const { token } = (await (await fetch(at('/demo'), { method: 'POST' })).json()) as { token: string }
  const answer = await fetch(at('/api/blocked-pubkeys'), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ pubkey: operator.pubkey, reason, expires_at: null }),
  })
  expect(answer.status).toBe(200)
}

describe('one journey from the first start to a demo beside a claimed relay', { shuffle: false }, () => {
  /** The steps form one test: each starts where the previous one left the relay. */
  test('AUTH-03, AUTH-06, HOUSE-01: a fresh relay opens into a marked demo full of data with no sign-in, which is new after a restart and dies with the claim that it leads to', {
    timeout: 240_000,
  }, async () => {
    await blockInDemo('blocked before the restart')
    await relay.restart()
    await page.goto(at('/nostr-stats'))
    await page.getByRole('heading', { name: 'Nostr Statistics', level: 1 }).waitFor({ timeout: 60_000 })
    await banner().getByText('This is demo data.').first().waitFor()
    const text = 'Das sind Demodaten. Nichts, was Sie hier tun, erreicht das echte Relay.'
    expect(readTree('de')).toMatchObject({ demo: { text, claim: 'Relay übernehmen' } })
    expect(await stored('accessToken')).toMatch(/^demo\./)
    expect(JSON.parse((await stored('user')) ?? '{}')).toMatchObject({ firstName: 'Demo' })
    await expect.poll(main).toMatch(/Text note/)

    await openPage(page, 'Relay dashboard')
    await expect.poll(main).toMatch(/Notes\s+\d{3}\b/)
    await expect.poll(main).toMatch(/\d+ connections/)
    // The demo's wallet answers, and pays no one.
    await page.getByRole('button', { name: 'Send', exact: true }).first().waitFor()

    await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).first().isEnabled()).toBe(true)
    const tour = page.getByRole('region', { name: 'Tour of the demo' })
    for (const stop of ['1', '2', '3', '4', '5']) {
      await tour.getByText(`Stop ${stop} of 6`).waitFor()
      await tour.getByRole('link', { name: /^Next: / }).click()
    }
    await tour.getByText('Stop 6 of 6').waitFor()
    await page.waitForURL('**/relay-settings')
    expect(await tour.getByRole('link', { name: /^Next: / }).count()).toBe(0)
    await tour.getByRole('button', { name: 'Close the tour' }).click()
    await tour.waitFor({ state: 'detached' })

    await openPage(page, 'Access control')
    await page.getByRole('cell', { name: 'Phishing for seed words' }).waitFor({ timeout: 60_000 })
    expect(await main()).not.toContain('blocked before the restart')
    await page.getByRole('button', { name: 'Block an author' }).first().click()
    await page.getByRole('textbox', { name: 'Public key' }).fill(operator.pubkey)
    await page.getByRole('textbox', { name: 'Reason' }).fill('played with')
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
    await page.getByRole('cell', { name: 'played with' }).waitFor()

    const marked = async (path: string) => {
      await banner().getByText('This is demo data.').first().waitFor()
      expect(new URL(page.url()).pathname).toBe(path)
    }
    for (const path of ['/settings/general', '/profile/security-settings', '/moderation', '/clients', '/moving']) {
      await goWithin(page, path)
      await marked(path)
    }
    for (const path of ['/settings', '/blocked-pubkeys', '/audit-log']) {
      await page.goto(at('/theme.js'))
      await page.evaluate(() => localStorage.clear())
      await page.goto(at(path))
      await marked(path)
    }

    // In print, every sheet has the mark.
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('aside p.fixed').isVisible()).toBe(true)
    await page.emulateMedia({ media: null })

    expect(strays, 'nothing of the real node is asked while the demo is on screen').toEqual([])

    // The printed address leads to the claim in one click, also from within the demo, and back with its token.
    const signUp = `**/auth/sign-up?setup=${relay.setupToken}`
    await page.goto(at(`/?setup=${relay.setupToken}`))
    await page.waitForURL(signUp)
    await page.getByRole('link', { name: 'Open the demo' }).click()
    await banner().getByRole('link', { name: 'Claim this relay' }).click()
    await page.waitForURL(signUp)

    const demoToken = await stored('accessToken')
    const ask = () => fetch(at('/api/relaycount'), { headers: { authorization: `Bearer ${demoToken}` } })
    expect((await ask()).status).toBe(200)
    await fillSignUp(page, operator)
    expect((await ask()).status, 'the claim ends the demo at once').toBe(401)
    expect((await fetch(at('/demo'), { method: 'POST' })).status).toBe(404)

    await untilAtRest(page)
    // The demo's remains in the browser open nothing.
    await page.evaluate(token => localStorage.setItem('accessToken', token ?? ''), demoToken)
    // A page that learns that its demo has ended leaves by itself, which cuts off a visit elsewhere.
    await page.goto(at('/')).catch(() => page.goto(at('/')))
    await page.getByText('This demo has ended').waitFor()
    expect(await stored('accessToken')).toBeNull()
    await signIn(page, operator)
    expect(await banner().count()).toBe(0)
    expect(await stored('accessToken')).not.toMatch(/^demo\./)
    await openPage(page, 'Access control')
    expect(await main()).not.toContain('played with')
    expect(trouble.filter(line => !/503 .*\/wallet\/health$/.test(line))).toEqual([])
  })

  test('AUTH-05, GENERAL-04, R-01: continues an expired demo in the next one beside a claimed relay, with the sign-in one click away', async () => {
    const token = await stored('accessToken')
    await fetch(at('/api/settings/general'), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ general: { demo_mode: true } }),
    })
    const other = await openContext(browser, operator)
    const visitor = await other.newPage()
    await visitor.goto(at('/blocked-pubkeys'))
    await visitor.getByRole('cell', { name: 'Phishing for seed words' }).waitFor({ timeout: 60_000 })
    // With an expired token the page gets a new one and says so.
    await visitor.evaluate(() => localStorage.setItem('accessToken', 'demo.gone'))
    await visitor.reload()
    await visitor.getByText('The demo has been reset').waitFor({ timeout: 30_000 })
    await visitor.getByRole('cell', { name: 'Phishing for seed words' }).waitFor({ timeout: 60_000 })
    await visitor.getByRole('link', { name: 'Sign in' }).click()
    await visitor.waitForURL('**/auth/login')
    await signIn(visitor, operator)
    expect(await visitor.evaluate(() => localStorage.getItem('accessToken'))).not.toMatch(/^demo\./)
    // If it ends just then, the sign-in still leads back.
    await visitor.route('**/demo', route => route.fulfill({ status: 404, json: { error: 'Off', code: 'not_found' } }))
    await visitor.goto(at('/theme.js'))
    await visitor.evaluate(() => localStorage.clear())
    await visitor.goto(at('/audit-log'), { waitUntil: 'commit' })
    await visitor.waitForURL('**/auth/login')
    expect(await visitor.evaluate(() => sessionStorage.getItem('origin'))).toBe('/audit-log')
    await other.close()
  })
})
