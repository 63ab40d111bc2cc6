import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltConsole, buildConsole } from '../../apps/console/test/support/build-console.ts'
import { goWithin, untilAtRest } from '../../apps/console/test/support/rest.ts'
import type { Operator } from '../../apps/relay/test/harness.ts'
import { putAdmin } from '../../apps/relay/test/support/people.ts'
import { openBrowser } from '../../dev/browser.ts'
import { enter } from '../support/calls.ts'
import { listenForTrouble } from '../support/world.ts'
import { introducePeople } from './known-people.ts'
import { openStrangersWorld, type StrangersWorld } from './strangers-world.ts'

let built: BuiltConsole
let world: StrangersWorld
let browser: Browser

/** A payment, and what only settings say. */
const kept = /\b12[.,]?000\b|\b101 MB/g

beforeAll(async () => {
  ;[built, browser] = await Promise.all([buildConsole(), openBrowser()])
  world = await openStrangersWorld(built.folder)
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await world?.close()
  await built?.remove()
})

/** What one reader's pages show and their calls answer on these paths. */
async function walk(operator: Operator, paths: readonly string[]) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const trouble = listenForTrouble(page)
  await enter(page, world.relay, operator)
  const told: Record<string, string[]> = {}
  const refused: string[] = []
  const reading: Promise<void>[] = []
  page.on('response', response => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/') || pathname === '/api/live') return
    if (response.status() === 403) refused.push(pathname)
    const read = async () => note(told, pathname, await response.text())
    reading.push(read().catch(() => {}))
  })
  await page.goto(new URL('/404', world.relay.adminUrl).href)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const titles: Record<string, string> = {}
  for (const path of paths) {
    await goWithin(page, path)
    await untilAtRest(page)
    note(told, `the page ${path}`, await shownOn(page))
    await Promise.all(reading)
    titles[path] = await page.locator('#content').innerText()
  }
  await Promise.all(reading)
  await context.close()
  return { told, titles, refused, trouble }
}

function note(told: Record<string, string[]>, where: string, text: string): void {
  const found = text.match(kept)
  if (found) told[where] = [...new Set([...(told[where] ?? []), ...found])].sort()
}

const shownOn = (page: Page) =>
  page.evaluate(() =>
    [document.body.innerText, ...[...document.querySelectorAll('input')].map(({ value }) => value)].join('\n'),
  )

test('a moderator works through people, events, cases and statistics, and no page or answer has money or settings', async () => {
  const known = await introducePeople(world)
  const { operator } = await putAdmin(world.relay, 'moderator')
  const { author, note: reported } = known
  const work = {
    '/people': author.name,
    [`/people/${author.npub}`]: 'Lost a pen',
    '/events': 'A note with a pen',
    [`/events/${reported.id}`]: 'A note with a pen',
    '/moderation': 'A note with a pen',
    [`/moderation/${known.case}`]: author.name,
    '/report-notifications': author.name,
    '/nostr-stats': 'Statistics',
    '/refusals': known.blocked.name,
    '/': 'Traffic',
  }
  const { told, titles, refused, trouble } = await walk(operator, Object.keys(work))
  expect(told).toEqual({})
  for (const [path, text] of Object.entries(work))
    expect([path, titles[path]]).toEqual([path, expect.stringContaining(text)])
  expect([refused, trouble]).toEqual([[], []])
  expect(titles[`/people/${author.npub}`]).not.toContain('Subscription')
  // The same walk finds both for an owner, on pages that a moderator does not have.
  const more = ['/subscribers', `/people/${author.npub}`, '/profile/payments', '/relay-settings']
  const owner = await walk(world.operator, more)
  const found = [...new Set(Object.values(owner.told).flat())]
  expect(found).toEqual(expect.arrayContaining(['12000', '12,000', '101 MB']))
  expect(owner.titles[`/people/${author.npub}`]).toContain('Subscription')
  known.close()
}, 120_000)
