import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { Relay as Client } from 'nostr-tools/relay'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../dev/browser.ts'
import { hostileTexts } from '../strangers/hostile-texts.ts'
import { claim, signIn } from '../support/console.ts'
import { listenForTrouble, newOperator, openContext, type RelayProcess, startRelayProcess } from '../support/world.ts'

let relay: RelayProcess
let browser: Browser
let client: Client

beforeAll(async () => {
  ;[relay, browser] = await Promise.all([startRelayProcess(), openBrowser()])
  client = await Client.connect(relay.publicUrl)
})
afterAll(async () => {
  client?.close()
  await browser?.close()
  await relay?.stop()
})

const events = 40
const reports = 300
const hostile = (at: number) => (hostileTexts[at % hostileTexts.length] ?? '').replaceAll('\u0000', '')

async function publish(drafts: { kind: number; content: string; tags: string[][]; by: Uint8Array }[]) {
  const created_at = Math.floor(Date.now() / 1000)
  const signed = drafts.map(({ by, ...draft }) => finalizeEvent({ ...draft, created_at }, by))
  for (let at = 0; at < signed.length; at += 25)
    await Promise.all(signed.slice(at, at + 25).map(event => client.publish(event)))
  return signed
}

async function fill() {
  const authors = Array.from({ length: events }, generateSecretKey)
  const reporters = Array.from({ length: 60 }, generateSecretKey)
  const named = [...authors, ...reporters].map((by, at) => ({
    by,
    kind: 0,
    tags: [],
    content: JSON.stringify({ name: hostile(at) }),
  }))
  await publish(named.slice(0, 60))
  const notes = await publish(authors.map((by, at) => ({ by, kind: 1, tags: [], content: `${at} ${hostile(at)}` })))
  await publish(
    Array.from({ length: reports }, (_, at) => {
      const note = notes[at % events]
      const tags = [
        ['e', note?.id ?? '', ['spam', 'nudity', 'illegal', hostile(at)][at % 4] ?? ''],
        ['p', note?.pubkey ?? ''],
      ]
      return { by: reporters[Math.floor(at / 5) % 60] ?? generateSecretKey(), kind: 1984, tags, content: hostile(at) }
    }),
  )
  return notes
}

async function stored(ids: readonly string[]): Promise<Set<string>> {
  const again = await Client.connect(relay.publicUrl)
  const found = new Set<string>()
  await new Promise<void>(resolve => {
    again.subscribe([{ ids: [...ids] }], { onevent: ({ id }) => void found.add(id), oneose: resolve })
  })
  again.close()
  return found
}

const caseIn = (page: Page) => Number(new URL(page.url()).pathname.split('/')[2] ?? 0)

async function decide(page: Page, key: string): Promise<void> {
  const before = caseIn(page)
  await page.keyboard.press(key)
  await expect.poll(() => caseIn(page), { interval: 10 }).not.toBe(before)
}

test('300 reports on 40 events are decided by single keys, with undo, and hostile text stays text', async () => {
  const owner = newOperator()
  const context = await openContext(browser, owner, { viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const trouble = listenForTrouble(page)
  let owned = 0
  await page.exposeFunction('owned', () => {
    owned += 1
  })
  await claim(page, relay, owner)
  await signIn(page, owner)
  await page.getByRole('heading', { level: 1, name: 'Relay dashboard' }).waitFor()
  const press = (key: string) => page.keyboard.press(key)
  await press('g')
  await press('i')
  await page.getByText('Nothing to decide').waitFor()
  const notes = await fill()
  await page.getByText(`${events} open cases`).waitFor()
  await press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('Delete and block').waitFor()
  await press('Escape')
  await sheet.waitFor({ state: 'detached' })

  await page.getByRole('article', { name: 'Case' }).getByText('Reported by').waitFor()
  await press('s')
  await expect.poll(() => caseIn(page)).toBeGreaterThan(0)
  await press('p')
  await press('r')
  await page.keyboard.type('Not here')
  await press('Escape')
  await decide(page, 'x')
  await page.getByText('Deleted', { exact: true }).first().waitFor()
  await page.getByText(`${events - 1} open cases`).waitFor()
  await press('z')
  await page.getByText(`${events} open cases`).waitFor()
  await expect.poll(async () => (await stored(notes.map(({ id }) => id))).size).toBe(events)

  const keys = ['d', 'x', 'b', 'd']
  for (let at = 0; at < events - 1; at += 1) await decide(page, keys[at % keys.length] ?? 'd')
  await press('d')
  await page.getByText('Nothing to decide').waitFor()
  await page.getByText('0 open cases').waitFor()
  await expect.poll(async () => (await stored(notes.map(({ id }) => id))).size).toBe(20)
  expect([owned, trouble]).toEqual([0, []])
  await context.close()
}, 60_000)
