import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltConsole, buildConsole } from '../../apps/console/test/support/build-console.ts'
import { goWithin, untilAtRest } from '../../apps/console/test/support/rest.ts'
import { openBrowser } from '../../dev/browser.ts'
import { pagesOn } from '../support/pages.ts'
import { listenForTrouble } from '../support/world.ts'
import { type FoundPeople, findPeople } from './chips.ts'
import { hostileHeaders, hostileTexts } from './hostile-texts.ts'
import { introducePeople, whoStandsWhere } from './known-people.ts'
import { findMoved } from './neighbours.ts'
import { openStrangersWorld, type Stranger, type StrangersWorld } from './strangers-world.ts'

let built: BuiltConsole
let world: StrangersWorld
let browser: Browser
let session: { readonly token: string; readonly user: object }
const strangers: Stranger[] = []

beforeAll(async () => {
  ;[built, browser] = await Promise.all([buildConsole(), openBrowser()])
  world = await openStrangersWorld(built.folder)
  for (const text of hostileTexts) strangers.push(await world.leave(text))
  for (const [index, text] of hostileTexts.entries()) await world.say(text, index)
  for (const text of hostileHeaders) session = await world.signIn(`Zagentz ${text}`)
  await world.settled()
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await world?.close()
  await built?.remove()
})

interface Watch {
  readonly context: BrowserContext
  readonly page: Page
  readonly wrong: string[]
  readonly seen: Set<string>
  compared: number
}

async function watch(language: string): Promise<Watch> {
  // A name that moves past cannot be pressed, and what fades in is not seen yet.
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const wrong = listenForTrouble(page)
  await context.exposeFunction('owned', () => wrong.push('a script ran'))
  const own = [world.relay.adminUrl, world.base]
  context.on('request', request => {
    const { origin, protocol } = new URL(request.url())
    if (!own.includes(origin) && !/^(data|blob):$/.test(protocol)) wrong.push(`a request left: ${request.url()}`)
  })
  page.on('dialog', dialog => wrong.push(`a dialog: ${dialog.message()}`))
  context.on('page', opened => wrong.push(`a window: ${opened.url()}`))
  await page.goto(`${world.relay.adminUrl}/mark.svg`)
  await page.evaluate(
    ([language, token, user]) => {
      localStorage.setItem('lng', language as string)
      localStorage.setItem('accessToken', token as string)
      localStorage.setItem('user', user as string)
    },
    [language, session.token, JSON.stringify(session.user)],
  )
  return { context, page, wrong, seen: new Set(), compared: 0 }
}

/** Places whose texts are on the screen, elements and addresses that were made from them, and what is too wide. */
const look = () => {
  const made = 'x-made, iframe, object, embed, [onload], [onerror], [onmouseover], [srcdoc], [href^="javascript:" i]'
  const foreign = [...document.querySelectorAll<HTMLElement>('[src], [href], [action]')].flatMap(element =>
    ['src', 'href', 'action'].flatMap(name => {
      const url = URL.parse(element.getAttribute(name) ?? '', location.href)
      return url && /^(https?|blob|data:image|data:,$)/.test(url.href) && !/evil/.test(url.host)
        ? []
        : [element.outerHTML]
    }),
  )
  const texts = [document.body.innerText, ...[...document.querySelectorAll('input')].map(({ value }) => value)]
  const { scrollWidth } = document.documentElement
  const sticking = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    element => element.children.length === 0 && element.getBoundingClientRect().right > innerWidth,
  )
  const wide = scrollWidth > innerWidth ? [`${scrollWidth} px wide: ${sticking[0]?.outerHTML.slice(0, 300) ?? ''}`] : []
  return {
    seen: texts.join('\n').match(/Z[a-z]+z /g) ?? [],
    bad: [...[...document.querySelectorAll(made)].map(element => element.outerHTML), ...foreign, ...wide].slice(0, 5),
  }
}

/** Collects what is wrong instead of failing at the first: one walk shows all of it. */
async function check(watched: Watch, where: string): Promise<void> {
  const { page, wrong, seen } = watched
  const found = await page.evaluate(look)
  for (const place of found.seen) seen.add(place.slice(1, -2))
  const { moved, compared } = await page.evaluate(findMoved)
  watched.compared += compared
  wrong.push(...[...found.bad, ...moved].map(bad => `${where}: ${bad}`))
}

async function open(watched: Watch, path: string, base = world.relay.adminUrl): Promise<void> {
  await watched.page.goto(new URL(path, base).href)
  await watched.page.getByRole('heading').first().waitFor()
  await untilAtRest(watched.page)
  await watched.page.waitForTimeout(150)
  await check(watched, path)
}

/** Without loading the console again. */
async function visit(watched: Watch, path: string): Promise<void> {
  await goWithin(watched.page, path)
  await check(watched, path)
}

const everywhere = ['file', 'helper', 'hook', 'name', 'report']

test.runIf(process.env.THOROUGH)(
  'shows what strangers write as text on every page, and no name turns another text round, in German',
  async () => {
    const watched = await watch('de')
    await open(watched, '/404')
    for (const path of Object.values(pagesOn('phone'))) await visit(watched, path)
    expect(watched.wrong).toEqual([])
    expect([...watched.seen]).toEqual(expect.arrayContaining(everywhere))
    expect(watched.compared).toBeGreaterThan(5)
    await watched.context.close()
  },
  120_000,
)

test('shows what strangers write as text in dialogs, the search and links with hostile parameters', async () => {
  const watched = await watch('en')
  const { page } = watched
  const [first] = strangers
  await open(watched, '/')
  for (const { note } of strangers.slice(0, 4)) {
    await page.evaluate(path => history.pushState({}, '', path), `/?event=${note}`)
    const dialog = page.getByRole('dialog', { name: 'Event' })
    await dialog.waitFor()
    await untilAtRest(page)
    await check(watched, 'an event')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await page
    .getByRole('button', { name: /^Zname/ })
    .first()
    .click()
  await page.getByText(/^Zaboutz/).waitFor()
  await check(watched, 'a face')
  await visit(watched, `/media-manager?file=${first?.file}`)
  await page.keyboard.press('i')
  await page.getByText(/Zcameraz/).waitFor()
  await check(watched, 'details of a file')
  await visit(watched, `/subscribers?key=${first?.pubkey}`)
  await visit(watched, '/404')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Znotez')
  await page
    .getByRole('option', { name: /Znotez/ })
    .first()
    .waitFor()
  await check(watched, 'the search')
  for (const text of hostileTexts.slice(0, 6)) {
    const asked = encodeURIComponent(text.slice(0, 200))
    await visit(watched, `/media-manager?q=${asked}&owner=${asked}&file=${asked}&event=${asked}`)
  }
  await page.reload()
  await untilAtRest(page)
  await check(watched, 'a hostile link')
  await open(watched, '/subscribe', world.base)
  expect(watched.wrong).toEqual([])
  expect([...watched.seen]).toEqual(expect.arrayContaining(['about', 'camera', 'note']))
  await watched.context.close()
}, 120_000)

test('DESK-13, PEOPLE-06, PEOPLE-07: on every page what strangers write is text, no name turns another text round, and a person is the same chip, whose image only the relay fetches', async () => {
  const known = await introducePeople(world)
  const { author, blocked, helper, owner } = known
  const people = [author, blocked, helper, owner]
  const watched = await watch('en')
  const { page, wrong } = watched
  const standing: Record<string, string[]> = {}
  const look = async (path: string, you = 'You') => {
    let found: FoundPeople = { seen: [], wrong: [] }
    const isRight = async () => {
      found = await page.evaluate(findPeople, [people, owner.npub, you] as const)
      return found.wrong.length === 0
    }
    await expect
      // What is wrong everywhere would take all of the test's time.
      .poll(isRight, { timeout: wrong.length === 0 ? 15_000 : 500, interval: 100 })
      .toBe(true)
      .catch(() => {})
    wrong.push(...found.wrong.map(one => `${path}: ${one}`))
    if (found.seen.length > 0) standing[path] = found.seen
  }
  const lists = ['allowed-pubkeys', 'events', 'roles', 'invitations', 'changes']
  const more = {
    ...Object.fromEntries(lists.map(list => [list, `/blocked-pubkeys?list=${list}`])),
    person: `/people/${author.npub}`,
    event: `/events/${known.note.id}`,
    'found event': `/?event=${known.note.id}`,
    case: `/moderation/${known.case}`,
    'reported event': `/report-notifications?reported=${known.note.id}`,
    subscriber: `/subscribers?key=${author.pubkey}`,
    'own files': `/media-manager?owner=${author.pubkey}`,
  }
  const pubkeys = new Set(people.map(({ pubkey }) => pubkey))
  page.on('request', request => {
    const [, asked] = /\/api\/people\/([^/?]+)$/.exec(request.url()) ?? []
    if (asked && !pubkeys.has(asked)) wrong.push(`asked for ${asked}, who is no person`)
  })
  await open(watched, '/404')
  for (const [name, path] of Object.entries({ ...pagesOn('phone'), ...more })) {
    await visit(watched, path)
    if (name === 'reported event' || name === 'case') {
      await page
        .getByRole('button', { name: /^Show .*image/ })
        .first()
        .click()
      await check(watched, `images of ${name}`)
    }
    await look(name)
  }
  expect([...watched.seen]).toEqual(expect.arrayContaining(everywhere))
  expect(watched.compared).toBeGreaterThan(5)
  await goWithin(page, '/audit-log')
  await page.getByRole('combobox', { name: 'Admin' }).click()
  await page.getByRole('option', { name: helper.name }).waitFor()
  await look('filter of the audit log')
  await page.keyboard.press('Escape')
  await goWithin(page, '/404')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('with a pen')
  await page.getByRole('option', { name: /A note with a pen/ }).waitFor()
  await look('search')
  await page.evaluate(() => localStorage.setItem('lng', 'de'))
  await open(watched, '/people')
  await page.getByRole('heading', { name: 'Personen', level: 1 }).waitFor()
  await look('people in German', 'Sie')
  expect(wrong).toEqual([])
  const where = whoStandsWhere(known)
  expect(standing).toMatchObject({ ...where, 'people in German': where.people })
  const called = people.map(({ name }) => name.toLowerCase().split(' ')[0])
  const pictures = [...called, 'note', 'icon', 'banner'].map(name => `/${name}.png`)
  expect(world.elsewhere.asked).toEqual(expect.arrayContaining(pictures))
  known.close()
  await watched.context.close()
}, 240_000)
