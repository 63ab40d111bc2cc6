import { type Fields, settingsGroups } from '@hornets/contract/admin/settings'
import { kindNames } from '@hornets/contract/text/kinds'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../../../../dev/browser.ts'
import { type BuiltConsole, buildChangedConsole } from '../support/build-console.ts'
import { findViolations, readTree, type Tree, toCatalogue } from '../support/catalogues.ts'
import { goWithin } from '../support/rest.ts'
import { playState } from '../support/stubs/relay-states.ts'
import { type StubRelay, startStubRelay } from '../support/stubs/stub-relay.ts'
import { visit } from '../support/visitor.ts'

const mark = (text: string) => `⟦${text}⟧`

function translate(tree: Tree): Tree {
  const entries = Object.entries(tree).flatMap(([key, value]): [string, Tree | string][] => {
    if (typeof value !== 'string') return [[key, translate(value)]]
    const many = key.endsWith('_other') ? [[key.replace('_other', '_many'), mark(value)] as [string, string]] : []
    return [[key, mark(value)], ...many]
  })
  return Object.fromEntries(entries)
}

const fieldTexts = (fields: Fields): Tree =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { title, description, fields: inner = {} }]) => [
      key,
      { title: mark(title), description: mark(description), fields: fieldTexts(inner) },
    ]),
  )

/** English needs no entries for contract texts: the contract itself contains them. */
const contractTexts: Tree = {
  groups: Object.fromEntries(
    settingsGroups.map(({ name, title, description, fields }) => [
      name,
      { title: mark(title), description: mark(description), fields: fieldTexts(fields) },
    ]),
  ),
  kinds: Object.fromEntries([...kindNames].map(([kind, name]) => [String(kind), mark(name)])),
  kind: mark('Kind {{kind}}'),
}

const english = readTree('en')
const french: Tree = { ...translate(english), contract: contractTexts }

let built: BuiltConsole
let browser: Browser
let relay: StubRelay

beforeAll(async () => {
  ;[built, browser] = await Promise.all([
    buildChangedConsole({ 'src/i18n/fr.json': JSON.stringify(french) }),
    openBrowser(),
  ])
  relay = await startStubRelay(built.folder)
  playState(relay, 'full')
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
  await built?.remove()
})

it('accepts a complete translation', () => {
  expect(findViolations(toCatalogue('en', english), toCatalogue('fr', french))).toEqual([])
})

it('I18N-01, I18N-04: one more file is one more language, on the sign-in and on every page', async () => {
  const signedOut = await visit(browser)
  await signedOut.page.goto(`${relay.url}/auth/login`)
  await signedOut.page.getByRole('button', { name: 'français' }).click()
  await signedOut.page.getByRole('heading', { name: '⟦Sign in⟧' }).waitFor()
  expect(await unmarked(signedOut.page)).toEqual([])
  await signedOut.context.close()

  const { page, context, complaints } = await visit(browser, { signedIn: true })
  page.setDefaultTimeout(10_000)
  await page.goto(`${relay.url}/settings`)
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitemradio', { name: 'français' }).click()
  await page.getByRole('heading', { level: 1, name: '⟦Advanced Settings⟧' }).waitFor()
  expect(await page.getAttribute('html', 'lang')).toBe('fr')
  const links = page.getByRole('navigation', { name: '⟦Pages⟧' }).getByRole('link')
  const paths = await links.evaluateAll(found => found.map(link => link.getAttribute('href') ?? ''))
  expect(paths.length).toBeGreaterThan(4)
  for (const path of [...paths, '/settings/relay-info']) {
    await goWithin(page, path)
    await page.getByRole('heading', { level: 1, name: '⟦' }).waitFor()
    expect({ path, words: await unmarked(page) }).toEqual({ path, words: [] })
  }
  expect(complaints).toEqual([])
  await context.close()
}, 60_000)

const months = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('fr', { month: 'short' }).format(new Date(2026, month, 1)),
)
/** People, and what they and moderators wrote, in the sample answers. */
const written = [
  ...[
    'AL',
    'HO',
    'Hive on paper',
    'hornets.example.com',
    'AD',
    'MO',
    'relay_info',
    'admin.db',
    'events.lmdb',
    'relay.db',
    'relay.example',
    'long'.repeat(50),
    '/srv/backups/hive',
    'ENOSPC: no space left on device, write',
    'Floods the relay',
    'Ada',
    'Ada Lovelace',
    'ada@example.com',
    'Ben',
    'Mo',
    'Good morning',
    'Please stop',
  ],
  'Spam',
  'Not for everyone',
  'Everywhere the same',
  'No advertising',
  'Long texts',
  'Buy my coins, <b>now</b>',
]
const data = new Set([...months, ...written, 'KB', 'MB', 'GB'])
/** Numbers, dates and amounts in the locale's format, keys, media types, addresses, names. */
const isData = (text: string) =>
  data.has(text) || /\d|^npub1|^wss?:|https:|^(blocked|restricted): |^[a-z]+\/[a-z.*+-]+$/.test(text)

/** Words on the page that come from no catalogue. */
async function unmarked(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll('*')) {
      for (const name of ['aria-label', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt']) {
        const text = element.getAttribute(name)
        const isOurs = element.closest('[lang]') === document.documentElement
        if (isOurs && text && /\p{L}{2}/u.test(text) && !text.includes('⟦')) found.push(text)
      }
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { textContent, parentElement: parent } = node
      // A language's name is written in that language.
      const isOurs = parent?.closest('[lang]') === document.documentElement && parent.checkVisibility()
      if (isOurs && textContent && /\p{L}{2}/u.test(textContent) && !textContent.includes('⟦')) found.push(textContent)
    }
    return found
  })
  return texts.filter(text => !isData(text))
}
