import { expect, it } from 'vitest'
import { openConsole } from './support/console-visit.ts'
import { untilAtRest } from './support/rest.ts'
import { playState } from './support/stubs/relay-states.ts'
import { showPixel } from './support/stubs/stub-files.ts'
import { faces } from './support/subscription-answers.ts'
import { chooseGerman, seedSession, user, type Visit } from './support/visitor.ts'

type Page = Visit['page']
type StubAnswer = Parameters<typeof site.relay.answers.set>[1]

const call = 'GET /api/paid-subscriber-profiles'
const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })

/** Without the wallet beside it, the dashboard costs less. */
const tablet = 1279

const strip = (page: Page) => page.getByRole('region', { name: 'Paid subscribers' })
const play = (count: number) => site.relay.answers.set(call, { body: faces(count).slice(0, 12) })
const animation = (page: Page) =>
  strip(page)
    .locator('[data-loop]')
    .evaluate(track => {
      const { animationName, animationPlayState, animationIterationCount } = getComputedStyle(track)
      return [animationName, animationPlayState, animationIterationCount]
    })

/** Names that are wider than their subscriber's button. */
const sticksOut = (page: Page) =>
  strip(page)
    .getByRole('button')
    .evaluateAll(buttons =>
      buttons.flatMap(button => {
        const [box, name] = [button.getBoundingClientRect(), button.querySelector('bdi')?.getBoundingClientRect()]
        return !name || name.left < box.left || name.right > box.right ? [button.textContent] : []
      }),
    )

it('SUBS-03, SUBS-08, CONST-04: shows six subscribers without motion, requested 12 at a time', async () => {
  play(6)
  const page = await site.go('/')
  await strip(page).getByRole('button').nth(5).waitFor()
  expect(await strip(page).getByRole('button').count()).toBe(6)
  expect(await strip(page).locator('[data-loop]').count()).toBe(0)
  expect(
    await strip(page)
      .getByRole('list')
      .evaluateAll(lists => lists.map(one => getComputedStyle(one).display)),
  ).toEqual(['grid'])
  expect(await sticksOut(page)).toEqual([])
  const asked = site.relay.received.filter(one => one.call === call).map(({ query }) => query.toString())
  expect(asked).toEqual(['page=1&limit=12'])
})

it('SUBS-02, SUBS-04, SUBS-21: reads pages until one is not full, skips entries without a key, and wraps a profile that comes alone', async () => {
  play(6)
  const page = await site.go('/')
  const shows = async (answer: StubAnswer, count: number) => {
    site.relay.answers.set(call, answer)
    site.relay.tell('changed', { what: 'subscribers' })
    await expect.poll(() => strip(page).getByRole('button').count()).toBe(count)
  }
  const [one, other] = faces(2)
  await shows({ body: [one, { name: 'Nobody' }, other] }, 2)
  await shows({ body: one }, 1)
  await shows({ body: { profiles: [one, other] } }, 0)
  const listed = ({ query }: { query: URLSearchParams }) => {
    const from = (Number(query.get('page')) - 1) * 12
    return { body: faces(27).slice(from, from + 12) }
  }
  await shows(listed, 27)
  const asked = site.relay.received.filter(one => one.call === call).map(({ query }) => query.toString())
  expect(asked.slice(-3)).toEqual([1, 2, 3].map(number => `page=${number}&limit=12`))
})

it('API-11, SUBS-08, SUBS-09: rotates seven or more, pauses for pointer and keyboard, and stays still with reduced motion', async () => {
  play(7)
  const { page } = await site.begin()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(site.relay.url)
  await strip(page).getByRole('button').nth(6).waitFor()
  const asked = site.relay.received.filter(one => one.call === call).map(({ query }) => query.toString())
  expect(asked).toEqual(['page=1&limit=12'])
  expect(await sticksOut(page)).toEqual([])
  expect(await animation(page)).toEqual(['drift', 'running', 'infinite'])
  // By half its width, which is how often it repeats.
  const moves = await strip(page)
    .locator('[data-loop]')
    .evaluate(track => track.getAnimations().flatMap(one => (one.effect as KeyframeEffect).getKeyframes()))
  expect(moves.map(({ transform }) => transform)).toEqual(['none', 'translate(-50%)'])
  await strip(page)
    .locator('[data-loop]')
    .hover({ position: { x: 400, y: 20 }, force: true })
  expect(await animation(page)).toEqual(['drift', 'paused', 'infinite'])
  await page.mouse.move(0, 0)
  expect(await animation(page)).toEqual(['drift', 'running', 'infinite'])
  // The copies that fill the row are for the eyes alone.
  expect(await strip(page).getByRole('button').count()).toBe(7)
  await page.keyboard.press('Tab')
  await strip(page).getByRole('button').nth(6).focus()
  expect((await animation(page))[0]).toBe('none')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.mouse.click(5, 400)
  expect((await animation(page))[0]).toBe('none')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  play(11)
  site.relay.tell('changed', { what: 'subscribers' })
  await expect.poll(() => strip(page).getByRole('button').count()).toBe(11)
  expect(await animation(page)).toEqual(['drift', 'running', 'infinite'])
})

async function openProfile(page: Page) {
  await strip(page).getByRole('button', { name: 'Subscriber 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscriber Profile', exact: true })
  await dialog.getByText('Writes about hornets.').waitFor()
  return dialog
}

it('SUBS-10, SUBS-12, SUBS-16: the profile shows who it is', async () => {
  const [whole, tierOnly, dateOnly] = faces(3)
  const [subscriptionTier, subscribedSince] = ['5 GB per month', '2026-04-01T12:00:00Z']
  const body = [
    whole,
    // Servers of the family give the beginning of time for a date that they do not have.
    { ...tierOnly, name: 'Subscriber 2', metadata: { subscriptionTier, subscribedSince: '1970-01-01T00:00:00Z' } },
    { ...dateOnly, metadata: { subscribedSince } },
  ]
  // A profile also opens from a moving row.
  site.relay.answers.set(call, { body: [...body, ...faces(7).slice(3)] })
  const page = await site.go('/', { width: tablet })
  const dialog = await openProfile(page)
  expect(await page.getByRole('main').count(), 'what is below a modal is not there').toBe(0)
  const words = await dialog.innerText()
  for (const part of ['Subscriber 1', '01234567…fedcba98']) expect(words).toContain(part)
  expect(words).toMatch(/Subscription Tier\s+1 GB per month\s+Subscribed Since\s+Mar 1, 2026/)
  for (const [name, shown, missing] of [
    ['Subscriber 2', 'Subscription Tier', 'Subscribed Since'],
    ['Subscriber 3', 'Subscribed Since', 'Subscription Tier'],
  ] as const) {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await strip(page).getByRole('button', { name }).click()
    await dialog.getByText(shown, { exact: true }).waitFor()
    expect(await dialog.getByText(missing, { exact: true }).count()).toBe(0)
  }

  site.relay.answers.set(call, { body })
  await page.evaluate(() => localStorage.setItem('lng', 'de'))
  await page.reload()
  await page.getByRole('region', { name: 'Zahlende Abonnenten' }).getByRole('button', { name: 'Subscriber 1' }).click()
  const german = page.getByRole('dialog', { name: 'Profil des Abonnenten', exact: true })
  for (const text of ['Abonnementstufe', 'Abonnent seit']) await german.getByText(text, { exact: true }).waitFor()
})

it('SUBS-12, SUBS-13, SUBS-15: the whole key of a profile is copied, which its button says for three seconds', async () => {
  play(2)
  const page = await site.go('/', { width: tablet, ownClock: true })
  const [first] = faces(1)
  const dialog = await openProfile(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await dialog.getByRole('button', { name: 'Copied', exact: true }).waitFor()
  await page.clock.runFor(1000)
  await page.getByText('Public key copied to clipboard', { exact: true }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first?.pubkey)
  await page.clock.runFor(1999)
  expect(await dialog.getByRole('button', { name: 'Copied', exact: true }).count()).toBe(1)
  await page.clock.runFor(1)
  await dialog.getByRole('button', { name: 'Copy', exact: true }).waitFor()
  await page.clock.resume()
  await page.evaluate(() => localStorage.setItem('lng', 'de'))
  await page.reload()
  await page.getByRole('button', { name: 'Subscriber 1' }).click()
  const german = page.getByRole('dialog', { name: 'Profil des Abonnenten', exact: true })
  const copied = german.getByRole('button', { name: 'Kopiert', exact: true }).waitFor()
  await german.getByRole('button', { name: 'Kopieren' }).click()
  await copied
  await page.getByText('Öffentlicher Schlüssel in die Zwischenablage kopiert', { exact: true }).waitFor()
})

it('SUBS-11, SUBS-14, WIRE-08: shows an anonymous subscriber without name, tier and date, and reports a refused clipboard', async () => {
  const metadata = { subscribedSince: '0001-01-01T00:00:00Z' }
  site.relay.answers.set(call, { body: [{ pubkey: 'c'.repeat(64), metadata }] })
  const { page } = await site.begin({ width: tablet })
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
  })
  await page.goto(site.relay.url)
  await strip(page).getByRole('button', { name: 'Anonymous Subscriber', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscriber Profile', exact: true })
  await dialog.getByText('Anonymous Subscriber', { exact: true }).waitFor()
  expect(await dialog.innerText()).not.toMatch(/Subscription Tier|Subscribed Since/)
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await page.getByText('Failed to copy public key', { exact: true }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Copied' }).count()).toBe(0)
  await page.evaluate(() => localStorage.setItem('lng', 'de'))
  await page.reload()
  await page.getByRole('button', { name: 'Anonymer Abonnent', exact: true }).click()
  const german = page.getByRole('dialog', { name: 'Profil des Abonnenten', exact: true })
  await german.getByRole('button', { name: 'Kopieren' }).click()
  await page.getByText('Der öffentliche Schlüssel konnte nicht kopiert werden', { exact: true }).waitFor()
})

it('SUBS-01, SUBS-07, SUBS-11, R-35: loads remote images, also that of a profile, through the relay in one request, with initials for those that fail', async () => {
  const pictures = ['https://one.example/a.png', 'https://two.example/b.png', 'http://localhost:9002/c.png', '']
  const people = faces(4).map((face, index) => ({ ...face, name: `Ada ${'BCDE'[index]}`, picture: pictures[index] }))
  site.relay.answers.set(call, { body: people })
  site.relay.answers.set('GET /api/pictures', ({ query }) => ({
    body: {
      pictures: String(query.get('keys'))
        .split(',')
        .map(pubkey => ({ pubkey, url: `/api/pictures/shown?address=${pubkey}&until=1&key=k` })),
    },
  }))
  const { page } = await site.begin({ width: tablet })
  const [first, second] = people.map(({ pubkey }) => pubkey)
  await page.route('**/api/pictures/shown**', route =>
    route.request().url().includes(String(first)) ? showPixel(route) : route.abort(),
  )
  await page.goto(site.relay.url)
  await expect.poll(() => strip(page).locator('img:not(.opacity-0)').count()).toBe(1)
  const shown = (index: number) => strip(page).getByRole('button').nth(index)
  await expect.poll(() => shown(1).locator('img').count()).toBe(0)
  expect(
    await Promise.all([0, 1, 2, 3].map(index => shown(index).locator('[data-person] > span').first().innerText())),
  ).toEqual(['', 'AC', 'AD', 'AE'])
  await shown(0).click()
  const dialog = page.getByRole('dialog', { name: 'Subscriber Profile', exact: true })
  await expect.poll(() => dialog.locator('img:not(.opacity-0)').getAttribute('src')).toContain(String(first))
  for (const text of ['Ada B', 'Writes about hornets.']) await dialog.getByText(text, { exact: true }).waitFor()
  const asked = site.relay.received.filter(one => one.call === 'GET /api/pictures')
  expect(asked.map(({ query }) => query.get('keys'))).toEqual([`${first},${second}`])
})

it('SUBS-18, SUBS-19, R-33: shows a failure with a retry outside the demo, and invents no subscribers', async () => {
  site.relay.answers.set(call, { status: 500, body: { error: 'No', code: 'internal' } })
  const page = await site.go('/', { width: tablet })
  await strip(page).getByText('Request failed: 500', { exact: true }).waitFor()
  site.relay.answers.set(call, { status: 403, body: { error: 'No', code: 'forbidden' } })
  await strip(page).getByRole('button', { name: 'Try again' }).click()
  await strip(page).getByText('Request failed: 403', { exact: true }).waitFor()
  expect(await strip(page).getByRole('button').count()).toBe(1)
  site.relay.answers.set(call, { body: [] })
  await strip(page).getByRole('button', { name: 'Try again' }).click()
  await strip(page).getByText('No paying subscribers yet.').waitFor()
  expect(await strip(page).getByRole('button').count()).toBe(0)
  await page.evaluate(() => localStorage.setItem('lng', 'de'))
  await page.reload()
  await page.getByText('Noch bezahlt niemand für dieses Relay.').waitFor()
  site.relay.answers.set(call, { status: 403, body: { error: 'No', code: 'forbidden' } })
  await page.reload()
  await page.getByText('Anfrage fehlgeschlagen: 403', { exact: true }).waitFor()
})

it('SUBS-17, SUBS-18, SUBS-19, R-33: shows 12 marked samples in the demo if the call fails or is empty, and otherwise a retry or an empty state', async () => {
  const refused = { status: 403, body: { error: 'No', code: 'forbidden' } }
  site.relay.answers.set(call, refused)
  const real = await site.go('/', { width: tablet })
  await strip(real).getByText('Request failed: 403', { exact: true }).waitFor()
  site.relay.answers.set(call, { body: [] })
  await strip(real).getByRole('button', { name: 'Try again' }).click()
  await strip(real).getByText('No paying subscribers yet.').waitFor()
  expect(await strip(real).getByText('Sample', { exact: true }).count()).toBe(0)

  site.relay.answers.set(call, refused)
  const { page } = await site.begin({ signedIn: false, width: tablet })
  // As served by a relay that has a demo.
  await page.route('**/gate.js', route => route.continue({ url: `${site.relay.url}/demo-gate.js` }))
  await page.addInitScript(
    ([token, person]) => {
      localStorage.setItem('accessToken', token as string)
      localStorage.setItem('user', person as string)
    },
    ['demo.token', JSON.stringify(user)],
  )
  await page.goto(site.relay.url)
  await strip(page).getByText('Sample', { exact: true }).waitFor()
  expect(await strip(page).getByRole('button').count()).toBe(12)
  const asked = () => site.relay.received.filter(one => one.call === call).length
  const before = asked()
  site.relay.answers.set(call, { body: [] })
  site.relay.tell('changed', { what: 'subscribers' })
  await expect.poll(asked).toBeGreaterThan(before)
  await untilAtRest(page)
  await strip(page).getByText('Sample', { exact: true }).waitFor()
  expect(await strip(page).getByRole('button').count()).toBe(12)
})

it('SUBS-20: a 401 ends the session as for any other call', async () => {
  site.relay.answers.set(call, { status: 401, body: { error: 'Invalid or expired token', code: 'unauthorized' } })
  const page = await site.go('/', { width: tablet })
  await page.waitForURL('**/auth/login')
  await page.getByText('Authentication failed. You have been logged out.', { exact: true }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

it('DASH-08, R-37: the total earning is shown in sats and dollars, with its period or the only day, and as nothing yet without payments', async () => {
  const page = await site.go('/')
  const card = page.getByRole('region', { name: 'Total earning' })
  await card.getByText('1,230,000 sats').waitFor()
  const words = await card.innerText()
  for (const part of [
    '$812.34',
    '42 payments',
    'Jan 2, 2026 – Aug 30, 2026',
    '20,000 sats are not included in the USD total',
  ])
    expect(words).toContain(part)

  const time = '2026-08-30T12:00:00Z'
  const body = { total_sats: 500, total_usd: null, unpriced_sats: 500, payments: 1, from: time, to: time }
  site.relay.answers.set('GET /api/earnings', { body })
  site.relay.tell('changed', { what: 'payments' })
  await card.getByText('1 payment · Aug 30, 2026', { exact: true }).waitFor()
  await card.getByText('USD value unknown', { exact: true }).waitFor()
  const none = { total_sats: 0, total_usd: null, unpriced_sats: 0, payments: 0, from: null, to: null }
  site.relay.answers.set('GET /api/earnings', { body: none })
  site.relay.tell('changed', { what: 'payments' })
  await card.getByText('No payments', { exact: true }).waitFor()
  expect(await card.innerText()).not.toMatch(/\d/)
  await chooseGerman(page)
  await page.getByRole('region', { name: 'Einnahmen gesamt' }).getByText('Keine Zahlungen', { exact: true }).waitFor()
})

it('DASH-08: explains the missing role to non-operators, without asking the relay', async () => {
  site.relay.answers.set('GET /api/account', { body: { user: { ...user, role: 'moderator' } } })
  const { page } = await site.begin({ signedIn: false })
  await seedSession(page, 'moderator')
  await page.goto(site.relay.url)
  await page.getByText('Only owners and operators can see the wallet and earnings.').waitFor()
  expect(await strip(page).count()).toBe(0)
  expect(site.relay.calls.filter(one => one.includes('subscriber'))).toEqual([])
  expect(site.relay.calls.filter(one => one.includes('earnings'))).toEqual([])
})
