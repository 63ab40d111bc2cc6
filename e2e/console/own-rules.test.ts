import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { Relay } from 'nostr-tools/relay'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../dev/browser.ts'
import { claim, signIn } from '../support/console.ts'
import { listenForTrouble, newOperator, openContext, type RelayProcess, startRelay } from '../support/world.ts'

const operator = newOperator()
const author = generateSecretKey()
const noteOf = (content: string) =>
  finalizeEvent({ kind: 1, content, created_at: Math.floor(Date.now() / 1000), tags: [] }, author)

let relay: RelayProcess
let browser: Browser
let context: BrowserContext
let page: Page
let trouble: string[]

beforeAll(async () => {
  ;[relay, browser] = await Promise.all([startRelay(), openBrowser()])
  context = await openContext(browser, operator)
  page = await context.newPage()
  page.setDefaultTimeout(10_000)
  trouble = listenForTrouble(page)
  await claim(page, relay, operator)
  await signIn(page, operator)
})
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
})

const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
const ruleRows = () => page.getByRole('table').getByRole('row').locator('nth=1').innerText()
test('tries a rule before it is saved, applies it in its order, and undoes it (ACCESS-39, ACCESS-42, ACCESS-43)', async () => {
  const client = await Relay.connect(relay.publicUrl)
  for (let index = 0; index < 6; index++) await client.publish(noteOf(`note ${index}`))

  await page.goto(new URL('/blocked-pubkeys?list=rules', relay.adminUrl).href)
  await page.getByText('No rules yet').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Strangers: at most 5' }).getByRole('button').click()
  await button('Try it').click()
  await page.getByText(/Would have refused 1 event in the last 7 days by 1 person/).waitFor()
  expect(await page.getByText('By kind').locator('..').innerText()).toMatch(/Kinds 1\s+1/)
  await button('Save').click()
  await page.getByText('At most 5 an hour').waitFor()
  for (let index = 0; index < 5; index++) await client.publish(noteOf(`again ${index}`))
  await expect(client.publish(noteOf('too many'))).rejects.toThrow('rate-limited: at most 5 per hour')

  await button('Add rule').click()
  await page.getByRole('textbox', { name: 'Kinds' }).fill('7, 30000-39999')
  await button('Save').click()
  await page.getByText('Kinds 7, 30000-39999').waitFor()
  expect(await ruleRows()).toMatch(/At most 5 an hour/)
  await button('Move rule 2 up').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(ruleRows).toMatch(/30000-39999/)
  await page.reload()
  await expect.poll(ruleRows).toMatch(/30000-39999/)
  await button('Delete rule 2').click()
  await expect.poll(() => page.getByText('At most 5 an hour').count()).toBe(0)
  await button('Undo').click()
  await page.getByText('At most 5 an hour').waitFor()

  await page.getByRole('tab', { name: 'Changes' }).click()
  await page.getByRole('table').waitFor()
  expect(await page.getByRole('table').getByRole('row').count()).toBeGreaterThan(4)
  await page.getByRole('table').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('tab', { name: 'Rules' }).click()
  await expect.poll(() => page.getByRole('row').filter({ hasText: '30000-39999' }).count()).toBe(1)
  await expect.poll(() => page.getByText('At most 5 an hour').count()).toBe(0)
  expect(trouble).toEqual([])
  client.close()
})
