import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { Relay as Client } from 'nostr-tools/relay'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../dev/browser.ts'
import { claimAndEnter, claimByCalls } from '../support/calls.ts'
import { sizes } from '../support/pages.ts'
import { listenForTrouble, newOperator, openContext, type RelayProcess, startRelayProcess } from '../support/world.ts'

const operator = newOperator()
const spammer = generateSecretKey()

let first: RelayProcess
let second: RelayProcess
let browser: Browser
let page: Page
let trouble: string[]

beforeAll(async () => {
  ;[first, second, browser] = await Promise.all([startRelayProcess(), startRelayProcess(), openBrowser()])
  const context = await openContext(browser, operator, { viewport: sizes.desktop })
  page = await context.newPage()
  page.setDefaultTimeout(10_000)
  trouble = listenForTrouble(page)
  await Promise.all([claimAndEnter(page, first, operator), claimByCalls(second, operator)])
  await page.goto(`${first.adminUrl}/404`)
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([first?.stop(), second?.stop()])
})

async function answerOf({ publicUrl }: RelayProcess): Promise<string> {
  const client = await Client.connect(publicUrl)
  const note = { kind: 1, tags: [], content: `note ${Math.random()}`, created_at: Math.floor(Date.now() / 1000) }
  const answer = await client.publish(finalizeEvent(note, spammer)).catch((error: Error) => error.message)
  client.close()
  return answer
}

/** As a relay would that can neither block addresses nor change its image. */
const withoutSome = async (route: Route) => {
  if (!route.request().postData()?.includes('supportedmethods')) return route.fallback()
  const response = await route.fetch()
  const { result } = (await response.json()) as { readonly result: readonly string[] }
  await route.fulfill({ response, json: { result: result.filter(method => !/ips?$|icon$/.test(method)) } })
}

test('bans a key on another relay by NIP-86, shows only what that relay offers, and switches between both (ADMIN86-06)', async () => {
  await page.route(`${second.publicUrl.replace('ws', 'http')}/**`, withoutSome)
  await page.getByRole('button', { name: 'Switch relay' }).click()
  await page.getByRole('menuitem', { name: 'Add or remove relays' }).click()
  await page.getByLabel('Address of the relay').fill('ws://192.168.0.9')
  await page.getByRole('button', { name: 'Add relay' }).click()
  await page.getByText('Enter an encrypted address').waitFor()
  await page.getByLabel('Address of the relay').fill(second.publicUrl)
  await page.getByRole('button', { name: 'Add relay' }).click()
  const sections = page.getByRole('navigation', { name: 'Pages of the other relay' })
  await sections.getByRole('link', { name: 'Banned keys' }).click()
  const lists = ['Banned keys', 'Allowed keys', 'Waiting for a decision', 'Banned events', 'Allowed events']
  const offered = ['Back to this relay', 'About the relay', ...lists, 'Allowed kinds', 'Refused kinds']
  expect(await sections.getByRole('link').allTextContents()).toEqual(offered)
  await page.getByText('No keys are banned').waitFor()
  expect(await page.getByRole('navigation', { name: 'Pages', exact: true }).count()).toBe(0)

  await page.getByLabel('Public key').fill('nobody')
  await page.getByRole('button', { name: 'Ban key' }).click()
  await page.getByText('Enter an npub').waitFor()
  await page.getByLabel('Public key').fill(getPublicKey(spammer))
  await page.getByLabel('Reason').fill('spam')
  await page.getByRole('button', { name: 'Ban key' }).click()
  await page.getByText('Key banned').waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'spam' }).count()).toBe(1)
  expect(await answerOf(second)).toMatch(/^blocked: /)
  expect(await answerOf(first)).toBe('')

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('No keys are banned').waitFor()
  expect(await answerOf(second)).toBe('')

  await sections.getByRole('link', { name: 'About the relay' }).click()
  const fields = page.getByRole('main').getByRole('textbox')
  expect([await fields.count(), await page.getByRole('button', { name: /^Save: / }).count()]).toEqual([2, 2])
  await page.getByRole('textbox', { name: 'Name' }).fill('Second relay')
  await page.getByRole('button', { name: 'Save: Name' }).click()
  await page.getByRole('heading', { name: 'Second relay', level: 1 }).waitFor()
  const document = await fetch(second.publicUrl.replace('ws', 'http'), {
    headers: { accept: 'application/nostr+json' },
  })
  expect(await document.json()).toMatchObject({ name: 'Second relay' })

  await page.reload()
  await page.getByRole('heading', { name: 'Second relay', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Switch relay' }).click()
  await page.getByRole('menuitemradio', { name: 'This relay' }).click()
  await page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Switch relay' }).click()
  await page.getByRole('menuitemradio', { name: 'Second relay' }).click()
  await sections.getByRole('link', { name: 'Banned keys' }).waitFor()
  await page.goto(new URL('/relays?at=wss://elsewhere.example', first.adminUrl).href)
  await page.getByText('This relay is not in your list').waitFor()
  expect(trouble).toEqual([])
}, 30_000)
