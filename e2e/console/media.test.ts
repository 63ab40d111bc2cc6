import { createHash } from 'node:crypto'
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../dev/browser.ts'
import { claimAndEnter } from '../support/calls.ts'
import { sizes } from '../support/pages.ts'
import { pictureOf } from '../support/picture.ts'
import { listenForTrouble, newOperator, openContext, type RelayProcess, startRelayProcess } from '../support/world.ts'

let relay: RelayProcess
let browser: Browser
const operator = newOperator()

beforeAll(async () => {
  ;[relay, browser] = await Promise.all([startRelayProcess(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
})

const publicHttp = () => relay.publicUrl.replace(/^ws/, 'http').replace(/\/$/, '')
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function uploadAs(secretKey: Uint8Array, bytes: Buffer): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const tags = [
    ['t', 'upload'],
    ['x', hashOf(bytes)],
    ['expiration', String(now + 600)],
  ]
  const event = finalizeEvent({ kind: 24242, created_at: now - 1, content: 'Upload', tags }, secretKey)
  const answer = await fetch(`${publicHttp()}/upload`, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: {
      authorization: `Nostr ${Buffer.from(JSON.stringify(event)).toString('base64')}`,
      'content-type': 'image/png',
    },
  })
  expect([200, 201], await answer.text()).toContain(answer.status)
}
const publicStatus = async (bytes: Buffer) => (await fetch(`${publicHttp()}/${hashOf(bytes)}`)).status
const confirmDelete = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()

test("shows, opens, deletes, restores and finds clients' images by owner, and lets the operator add one", async () => {
  const context = await openContext(browser, operator, { viewport: sizes.desktop })
  const page = await context.newPage()
  await claimAndEnter(page, relay, operator)
  const trouble = listenForTrouble(page)
  await page.goto(new URL('/media-manager', relay.adminUrl).href)
  await page.getByText('No media files found').waitFor()

  // What comes in stands there by itself, newest first.
  const [red, blue] = [pictureOf(400, 300, [200, 30, 30]), pictureOf(300, 200, [30, 30, 200])]
  const client = generateSecretKey()
  await uploadAs(client, red)
  await uploadAs(client, blue)
  const cards = page.getByRole('main').getByRole('listitem')
  await expect.poll(() => cards.count(), { timeout: 15_000 }).toBe(2)
  const card = (bytes: Buffer) =>
    cards.filter({ has: page.getByRole('button', { name: new RegExp(`^${hashOf(bytes)}`) }) })
  await card(blue).locator('img[src^="data:image/webp;base64,"]').waitFor({ timeout: 30_000 })

  await card(red).locator('[data-part="open"]').click()
  const picture = page.getByRole('dialog').getByRole('img')
  await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(400)
  await page.getByRole('dialog').getByRole('button', { name: 'Details' }).click()
  await page.getByRole('dialog').getByText('400 × 300 px').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Select (0)' }).click()
  await card(red).locator('[data-part="open"]').click()
  await page.getByRole('main').getByRole('button', { name: 'Delete', exact: true }).click()
  await confirmDelete(page)
  await page.getByText('1 file deleted').waitFor()
  expect(await publicStatus(red)).toBe(404)
  await expect.poll(() => cards.count()).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => cards.count()).toBe(2)
  expect(await publicStatus(red)).toBe(200)

  await page
    .locator('main input[type=file]')
    .setInputFiles({ name: 'bee.png', mimeType: 'image/png', buffer: pictureOf(320, 320, [240, 180, 40]) })
  await page.getByText('1 file uploaded').waitFor()
  await page.getByRole('button', { name: 'bee.png', exact: true }).waitFor()
  await expect.poll(() => cards.count()).toBe(3)

  await page.getByRole('button', { name: 'Storage' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /2 files$/ })
    .last()
    .click()
  await expect.poll(() => cards.count()).toBe(2)
  expect(new URL(page.url()).searchParams.get('owner')).toMatch(/^[0-9a-f]{64}$/)
  expect(trouble).toEqual([])
  await context.close()
}, 120_000)
