import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { Relay as Client } from 'nostr-tools/relay'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../dev/browser.ts'
import { claimAndEnter } from '../support/calls.ts'
import { sizes } from '../support/pages.ts'
import { newOperator, type OpenRelay, openContext, startRelay } from '../support/world.ts'

let relay: OpenRelay
let browser: Browser

beforeAll(async () => {
  ;[relay, browser] = await Promise.all([startRelay(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
})

const publish = async (client: Client, kind: number, tags: string[][], content: string) => {
  const event = finalizeEvent({ kind, tags, content, created_at: Math.floor(Date.now() / 1000) }, generateSecretKey())
  await client.publish(event)
  return event
}

test("NOTIF-24: a user's report appears under the bell, is reviewed, and deleted permanently with its author blocked", async () => {
  const operator = newOperator()
  const context = await openContext(browser, operator, { viewport: sizes.desktop })
  const page = await context.newPage()
  await claimAndEnter(page, relay, operator)
  await page.goto(`${relay.adminUrl}/404`)
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

  const client = await Client.connect(relay.publicUrl)
  const note = await publish(client, 1, [], 'Buy my coins')
  const tags = [
    ['e', note.id, 'spam'],
    ['p', note.pubkey],
  ]
  await publish(client, 1984, tags, 'This is everywhere')
  await publish(client, 1984, tags, '')

  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByText('2 reports').waitFor()
  await panel.getByRole('button', { name: 'Mark as read' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await panel.getByRole('link', { name: 'Review' }).click()

  const dialog = page.getByRole('dialog', { name: 'Reported event' })
  await dialog.getByText('Buy my coins').waitFor()
  await dialog.getByRole('button', { name: 'Delete event' }).click()
  await dialog.getByRole('checkbox', { name: 'Also block its author' }).click()
  await dialog.getByRole('button', { name: 'Delete event' }).click()
  await page.getByText('The event is deleted and its author blocked').waitFor()
  await page.locator('#content').getByText('Event deleted').waitFor()

  // The connection that the author wrote on is closed with the block.
  const again = await Client.connect(relay.publicUrl)
  const left = await new Promise<number>(resolve => {
    let found = 0
    again.subscribe([{ ids: [note.id] }], {
      onevent: () => {
        found += 1
      },
      oneose: () => resolve(found),
    })
  })
  expect(left).toBe(0)
  await expect(again.publish(note)).rejects.toThrow(/blocked/)
  client.close()
  again.close()
  await context.close()
}, 60_000)
