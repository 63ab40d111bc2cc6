import { Actions, createUploadAuth } from 'blossom-client-sdk'
import { type EventTemplate, finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Relay, startRelay } from '../../apps/relay/test/harness.ts'
import { openBrowser } from '../../dev/browser.ts'
import { claimAndEnter } from '../support/calls.ts'
import { sizes } from '../support/pages.ts'
import { pictureOf } from '../support/picture.ts'
import { listenForTrouble, newOperator, openContext } from '../support/world.ts'

/** `MEDIA_FILES=5000` for the whole journey of the specification. */
const files = Number(process.env.MEDIA_FILES ?? 120)
const months = 5
const consoleDir = process.env.CONSOLE_DIST
const atOnce = 6
const uploaded = new Intl.NumberFormat('en-US')

let clock = Date.now()
let relay: Relay
let browser: Browser
const operator = newOperator()
const owner = generateSecretKey()

beforeAll(async () => {
  ;[relay, browser] = await Promise.all([
    startRelay({ now: () => clock, ...(consoleDir && { config: { consoleDir } }) }),
    openBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await relay?.close()
})

const publicUrl = () => relay.publicUrl.replace(/^ws/, 'http').replace(/\/$/, '')

function monthBack(count: number): Date {
  const today = new Date()
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - count, 1))
}
const nameOf = (month: Date) => month.toLocaleString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

async function sign(template: EventTemplate) {
  const now = Math.floor(clock / 1000)
  const tags = template.tags.map(tag => (tag[0] === 'expiration' ? ['expiration', String(now + 600)] : tag))
  return finalizeEvent({ ...template, created_at: now - 1, tags }, owner)
}

async function uploadPicture(number: number): Promise<string> {
  const colour = [(number * 37) % 256, Math.floor(number / 256), (number * 91) % 256] as const
  const blob = new Blob([new Uint8Array(pictureOf(32 + (number % 9), 24, colour))], { type: 'image/png' })
  const onAuth = (_server: string, hash: string) => createUploadAuth(sign, hash)
  return (await Actions.uploadBlob(publicUrl(), blob, { onAuth })).sha256
}

async function uploadAll(): Promise<void> {
  for (let back = months - 1; back >= 0; back -= 1) {
    clock = back === 0 ? Date.now() : monthBack(back).getTime() + 3_600_000
    const first = (months - 1 - back) * (files / months)
    const numbers = Array.from({ length: files / months }, (_, at) => first + at)
    const work = async () => {
      for (let next = numbers.shift(); next !== undefined; next = numbers.shift()) await uploadPicture(next)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }
}

function seconds(what: string, begun: number): void {
  if (process.env.MEDIA_FILES) process.stdout.write(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
}

const status = (page: Page, count: number) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: `${uploaded.format(count)} files` })

test("finds a Blossom client's images by month, deletes and restores twenty, and reports a full quota to the client", async () => {
  const began = performance.now()
  await uploadAll()
  seconds(`${files} uploads`, began)

  const context = await openContext(browser, operator, { viewport: sizes.desktop })
  const page = await context.newPage()
  const setupToken = new URL(relay.app.setupUrl() ?? '').searchParams.get('setup') ?? ''
  await claimAndEnter(page, { adminUrl: relay.adminUrl, setupToken }, operator)
  const trouble = listenForTrouble(page)
  const opened = performance.now()
  await page.goto(`${relay.adminUrl}/media-manager`)
  await status(page, files).waitFor()
  await page.getByRole('heading', { level: 2, name: nameOf(monthBack(0)) }).waitFor()
  seconds('the list', opened)

  const there = performance.now()
  await page.getByRole('slider', { name: 'Month' }).focus()
  for (let back = 0; back < 3; back += 1) await page.keyboard.press('ArrowDown')
  const month = page.getByRole('heading', { level: 2, name: nameOf(monthBack(3)) })
  await month.getByText(`${uploaded.format(files / months)} files`).waitFor()
  const cards = page.getByRole('main').locator('[data-part="open"]')
  const inMonth = async () => {
    const top = (await month.boundingBox())?.y ?? 0
    const boxes = await Promise.all((await cards.all()).map(card => card.boundingBox()))
    return boxes.findIndex(box => (box?.y ?? 0) > top)
  }
  await expect.poll(inMonth).toBeGreaterThanOrEqual(0)
  seconds('the month', there)

  await cards.nth(await inMonth()).focus()
  await page.keyboard.press('x')
  for (let step = 1; step < 20; step += 1) await page.keyboard.press('Shift+ArrowRight')
  await page.getByRole('button', { name: 'Select (20)' }).waitFor()
  const begun = performance.now()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('20 files deleted').waitFor()
  await status(page, files - 20).waitFor()
  seconds('twenty deleted', begun)
  const trashed = await relay.context.relayDatabase.reads
    .selectFrom('files')
    .select(['hash', 'received_at'])
    .where('trashed', '=', 1)
    .execute()
  expect(new Set(trashed.map(({ received_at }) => new Date(received_at * 1000).getUTCMonth()))).toEqual(
    new Set([monthBack(3).getUTCMonth()]),
  )
  const isServed = async () => (await fetch(`${publicUrl()}/${trashed[0]?.hash}`)).status
  expect([trashed.length, await isServed()]).toEqual([20, 404])
  const undone = performance.now()
  await page.getByRole('button', { name: 'Undo' }).click()
  await status(page, files).waitFor()
  expect(await isServed()).toBe(200)
  seconds('undone', undone)

  // The client shows why it can keep no more.
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const limits = { relay_settings: { fileLimits: { free: { files }, paid: {}, member: {}, blocked: {} } } }
  expect((await relay.call('/api/relay-settings', { token: token ?? '', body: limits })).status).toBe(200)
  await expect(uploadPicture(files)).rejects.toThrow(
    `restricted: free uploads can keep ${files} files here, please delete some first`,
  )
  expect(trouble).toEqual([])
  await context.close()
}, 600_000)
