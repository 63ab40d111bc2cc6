import { expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { keepNotifications, listCalls } from '../support/kept-notifications.ts'
import { playState } from '../support/stubs/relay-states.ts'
import type { Answer } from '../support/stubs/stub-relay.ts'
import { moderationNotification, paymentNotification, wholeList } from '../support/subscription-answers.ts'
import type { Visit } from '../support/visitor.ts'

type Page = Visit['page']

const site = openConsole(
  relay => {
    playState(relay, 'full')
    relay.answers.set(listCalls.moderation, { status: 204 })
  },
  { signedIn: true },
)

const refused: Answer = { status: 500, body: { error: 'The disk is full', code: 'internal' } }

const keep = (...counts: ['payments' | 'reports', number, number]) => keepNotifications(site.relay, ...counts)

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const asked = (call: string) =>
  site.relay.received.filter(one => one.call === call).map(({ query }) => query.toString())

async function openPanel(options: Parameters<typeof site.go>[1] = {}) {
  const page = await site.go('/404', options)
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('link', { name: /^All / }).waitFor()
  return { page, panel }
}

it('NOTIF-01, NOTIF-02, CONST-11, R-73: the badge counts all that is unread of both kinds, by the totals of the server, and says 99+ for a hundred or more', async () => {
  const payments = keep('payments', 30, 12)
  const reports = keep('reports', 40, 30)
  const page = await site.go('/404')
  await page.getByRole('button', { name: 'Notifications, 42 unread' }).waitFor()
  Object.assign(reports, { total: 0, unread: 0 })
  for (const unread of [99, 100]) {
    const [badge, width] = unread > 99 ? ['99+', 390] : ['99', 1440]
    await page.setViewportSize({ width, height: 900 })
    Object.assign(payments, { total: unread, unread })
    for (const what of ['payments', 'reports']) site.relay.tell('changed', { what })
    await page.getByRole('button', { name: `Notifications, ${badge} unread`, exact: true }).waitFor()
    expect(await bell(page).locator('..').innerText()).toBe(badge)
  }
})

it('NOTIF-04, NOTIF-05, CONST-11: the popover is 320 to 400 px wide and its list 300 high on desktops and phones', async () => {
  keep('payments', 10, 3)
  const page = await site.go('/404')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await bell(page).click()
    await panel.getByRole('link', { name: /^All / }).waitFor()
    const box = await panel.boundingBox()
    const list = panel.getByRole('region', { name: 'Payment notifications' })
    await expect.poll(async () => (await list.boundingBox())?.height).toBe(300)
    expect(await list.evaluate(box => [getComputedStyle(box).overflowY, box.scrollHeight > 300])).toEqual([
      'auto',
      true,
    ])
    expect(box?.width).toBeGreaterThanOrEqual(320)
    expect(box?.width).toBeLessThanOrEqual(400)
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  }
  // A shorter list takes no more than it needs.
  keep('payments', 1, 0)
  site.relay.tell('changed', { what: 'payments' })
  await bell(page).click()
  await panel.getByRole('tab', { name: 'Payments' }).click()
  await expect.poll(() => panel.getByRole('listitem').count()).toBe(1)
  expect(await panel.getByRole('region').evaluate(box => box.clientHeight)).toBeLessThan(250)
})

it('NOTIF-03, NOTIF-06: it opens at what is unread; tabs by keyboard; marks all where one on a later page is unread, and offers nothing where all is read', async () => {
  keep('payments', 3, 0)
  Object.assign(keep('reports', 12, 1), { areLastUnread: true })
  const { page, panel } = await openPanel()
  const markAll = panel.getByRole('button', { name: 'Mark all as read' })
  expect(await panel.getByRole('tab').allInnerTexts()).toEqual(['Payments', 'Reports', 'Health', 'Moderation'])
  await markAll.waitFor()
  await panel.getByRole('tab', { name: 'Reports' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await markAll.waitFor({ state: 'detached' })
  await page.evaluate(() => localStorage.setItem('lng', 'de'))
  await page.reload()
  await page.getByRole('button', { name: /^Benachrichtigungen/ }).click()
  const german = page.getByRole('dialog', { name: 'Benachrichtigungen' })
  await german.getByRole('link', { name: 'Alle gemeldeten Inhalte' }).waitFor()
  expect((await german.getByRole('tab').allInnerTexts()).slice(0, 2)).toEqual(['Zahlungen', 'Meldungen'])
  await german.getByRole('button', { name: 'Alle als gelesen markieren' }).waitFor()
})

it('NOTIF-08, ROUTE-20, ROUTE-21: it leads to the pages of payments and of reports', async () => {
  keep('payments', 3, 0)
  keep('reports', 3, 1)
  const { page, panel } = await openPanel()
  for (const what of ['report', 'payment']) {
    await panel.getByRole('link', { name: `All ${what} notifications` }).click()
    await page.waitForURL(`**/${what}-notifications`)
    await page.getByRole('heading', { level: 1, name: `${what} notifications` }).waitFor()
    await panel.waitFor({ state: 'detached' })
    if (what === 'payment') return
    await bell(page).click()
    await panel.getByRole('tab', { name: 'Payments' }).click()
  }
})

it('NOTIF-14, NOTIF-15: shows what was reported, how often and why with 10 characters of both keys, and judged images with their verdicts, and counts both', async () => {
  keep('payments', 0, 0)
  keep('reports', 1, 1)
  const rows = (['disputed', 'flagged'] as const).map((state, at) => moderationNotification(at + 1, state))
  site.relay.answers.set(listCalls.moderation, { body: wholeList(rows) })
  const { page, panel } = await openPanel()
  await page.getByRole('button', { name: 'Notifications, 3 unread' }).waitFor()
  await panel.getByRole('tab', { name: 'Reports' }).click()
  await panel.getByText('Spam').waitFor()
  const words = await panel.getByRole('listitem').first().innerText()
  for (const part of ['Spam', '3 reports', '“Advertises coins under every note”', '0123456789', 'abcdef0123'])
    expect(words).toContain(part)
  expect(words).toMatch(/Author\n.*\b0123456789\n.*Reported by\n.*\babcdef0123/s)
  await panel
    .getByRole('listitem')
    .first()
    .getByTitle(/^Aug 30, 2026/)
    .waitFor()
  await panel.getByRole('listitem').first().getByText('Unread', { exact: true }).waitFor()
  expect(words).not.toContain('0123456789a')
  expect(words).not.toContain('abcdef01239')

  await panel.getByRole('tab', { name: 'Moderation' }).click()
  const entries = panel.getByRole('listitem')
  await entries.filter({ hasText: 'Disputed' }).getByRole('button', { name: 'Show again' }).waitFor()
  await entries.filter({ hasText: 'Flagged, shown' }).waitFor()
  await panel.getByRole('link', { name: 'All media moderation' }).click()
  await page.waitForURL('**/moderation-notifications')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await panel.getByRole('tab', { name: 'Moderation' }).click()
  await entries.filter({ hasText: 'Disputed' }).getByRole('link', { name: 'Review' }).click()
  await page.waitForURL('**/moderation?about=*')
  await page.getByRole('article', { name: 'Case' }).waitFor()
  const lists = site.relay.received.filter(one => one.call === 'GET /api/cases')
  expect(lists.at(-1)?.query.get('about')).toBe(rows[0]?.event_id)
})

it("NOTIF-07, NOTIF-12, NOTIF-13: asks the relay again on Refresh, and shows a payment's amount in sats or bitcoin, tier, end and whether the subscriber is new", async () => {
  keep('payments', 1, 1)
  const { panel } = await openPanel()
  await panel.getByRole('listitem').first().waitFor()
  expect(await panel.getByRole('listitem').count()).toBe(1)
  site.relay.answers.set(listCalls.payments, {
    body: wholeList([
      paymentNotification(2, { is_new_subscriber: true, amount: 12_345, is_read: false }),
      paymentNotification(1, { amount: 123_450_000, subscription_tier: '', reversed_at: '2026-08-30T12:00:00Z' }),
    ]),
  })
  await panel.getByRole('button', { name: 'Refresh' }).click()
  await panel.getByRole('listitem').nth(1).waitFor()
  const amounts = panel.getByRole('listitem').getByRole('button', { name: /sats$|BTC$/ })
  expect(await amounts.allInnerTexts()).toEqual(['12,345 sats', '123,450,000 sats'])
  await amounts.first().click()
  await amounts.last().click()
  const [first = '', second = ''] = await panel.getByRole('listitem').allInnerTexts()
  expect([first, second].map(words => words.includes('Unread'))).toEqual([true, false])
  expect(first).toContain('New subscription')
  expect(first).toContain('0.00012345 BTC')
  expect(first).toContain('1 GB per month, paid until Sep 30')
  await panel
    .getByRole('listitem')
    .first()
    .getByTitle(/^Aug 30, 2026/)
    .waitFor()
  expect(second).toContain('Subscription renewed')
  expect(second).toContain('1.23450000 BTC')
  expect(second).toContain('Kept as credit')
  expect(second).toContain('Reversed by a reorg')
  await amounts.first().click()
  expect(await amounts.allInnerTexts()).toEqual(['12,345 sats', '1.23450000 BTC'])
})

it('NOTIF-07: offers Refresh also where nothing is unread', async () => {
  const kept = keep('payments', 1, 0)
  const { panel } = await openPanel()
  await panel.getByRole('tab', { name: 'Payments' }).click()
  const entries = panel.getByRole('listitem')
  await expect.poll(() => entries.count()).toBe(1)
  expect(await panel.getByRole('button', { name: 'Mark all as read' }).count()).toBe(0)
  Object.assign(kept, { total: 2 })
  await panel.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => entries.count()).toBe(2)
})

it('WIRE-07, WIRE-08: shows times with nine digits and of any offset, and the year 1 as none', async () => {
  const same = ['2026-01-05T23:30:00.164609888Z', '2026-01-06T01:30:00.164609888+02:00', '2026-01-05T18:30:00-05:00']
  const rows = same.map((time, at) => paymentNotification(at + 2, { expiration_date: time, created_at: time }))
  site.relay.answers.set(listCalls.payments, {
    body: wholeList([...rows, paymentNotification(1, { expiration_date: '0001-01-01T00:00:00Z' })]),
  })
  const { panel } = await openPanel()
  await panel.getByRole('listitem').nth(3).waitFor()
  const shown = await panel.getByRole('listitem').allInnerTexts()
  expect(new Set(shown.slice(0, 3)).size).toBe(1)
  expect(shown[0]).toContain('paid until Jan 5')
  expect(await panel.getByTitle(/^Jan 5, 2026, 11:30\sPM$/).count()).toBe(3)
  expect(shown[3]).not.toMatch(/until|Jan 1|Invalid/)
})

it('WIRE-04: shows the plain text by which another server refuses, and no page of HTML', async () => {
  keep('payments', 2, 2)
  const mark = 'POST /api/payment/notifications/read'
  site.relay.answers.set(mark, { status: 500, text: 'Failed to mark: disk <b>full</b>\n' })
  const { page, panel } = await openPanel()
  const press = () => panel.getByRole('button', { name: 'Mark as read', exact: true }).first().click()
  await press()
  await page.getByText('Failed to mark: disk <b>full</b>').waitFor()
  site.relay.answers.set(mark, { status: 500, text: '<html><body><h1>502 Bad Gateway</h1></body></html>' })
  await press()
  await page.getByText('Failed to mark notification as read', { exact: true }).nth(1).waitFor()
  expect(await page.getByText(/502|html/).count()).toBe(0)
})

it('NOTIF-09, API-23, API-26: marking one tells the relay its id, and the badge drops by one before the relay has answered', async () => {
  const boxes = { payments: keep('payments', 5, 3), reports: keep('reports', 5, 3) }
  const { page, panel } = await openPanel()
  for (const [which, tab, path, badge] of [
    ['payments', 'Payments', '/api/payment/notifications/read', 'Notifications, 5 unread'],
    ['reports', 'Reports', '/api/reports/notifications/read', 'Notifications, 4 unread'],
  ] as const) {
    await panel.getByRole('tab', { name: tab }).click()
    const held = Promise.withResolvers<void>()
    await page.route(`**${path}`, async route => {
      await held.promise
      boxes[which].unread = 2
      await route.continue()
    })
    site.relay.answers.set(`POST ${path}`, { body: { success: true, message: 'Done' } })
    await panel.getByRole('button', { name: 'Mark as read' }).nth(2).click()
    await page.getByRole('button', { name: badge }).waitFor()
    expect(await panel.getByRole('button', { name: 'Mark as read' }).count()).toBe(2)
    const entries = panel.getByRole('listitem')
    expect((await entries.allInnerTexts()).map(words => words.includes('Unread'))).toEqual([
      true,
      true,
      ...Array(3).fill(false),
    ])
    held.resolve()
    await expect
      .poll(() => site.relay.received.filter(({ call }) => call === `POST ${path}`).map(({ body }) => body))
      .toEqual([{ id: 3 }])
  }
})

it('NOTIF-10, API-24, API-27: marking all tells the relay, for payments and for reports', async () => {
  const boxes = { payments: keep('payments', 12, 11), reports: keep('reports', 12, 11) }
  const { page, panel } = await openPanel()
  for (const [which, tab, path, badge] of [
    ['payments', 'Payments', '/api/payment/notifications', 'Notifications, 11 unread'],
    ['reports', 'Reports', '/api/reports/notifications', 'Notifications'],
  ] as const) {
    await panel.getByRole('tab', { name: tab }).click()
    site.relay.answers.set(`POST ${path}/read-all`, () => {
      boxes[which].unread = 0
      return { body: { success: true, message: 'Done' } }
    })
    await panel.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('button', { name: badge, exact: true }).waitFor()
    expect(await panel.getByRole('button', { name: 'Mark as read' }).count()).toBe(0)
    expect(site.relay.received.find(({ call }) => call === `POST ${path}/read-all`)?.body).toEqual({})
  }
  // Of one subscriber alone on the page that shows theirs.
  boxes.payments.unread = 2
  const pubkey = 'c'.repeat(64)
  await page.evaluate(to => history.pushState({}, '', to), `/payment-notifications?pubkey=${pubkey}`)
  site.relay.tell('changed', { what: 'payments' })
  await page.locator('#content').getByRole('button', { name: 'Mark all as read' }).click()
  const marks = () => site.relay.received.filter(({ call }) => call === 'POST /api/payment/notifications/read-all')
  await expect.poll(() => marks().at(-1)?.body).toEqual({ pubkey })
})

it('NOTIF-09, NOTIF-22, NOTIF-23: marks one or all unread again after a failure, and shows the reason', async () => {
  for (const which of ['payments', 'reports'] as const) keep(which, 2, 2)
  for (const of of ['payment', 'reports'])
    for (const path of ['read', 'read-all']) site.relay.answers.set(`POST /api/${of}/notifications/${path}`, refused)
  const { page, panel } = await openPanel()
  let failures = 0
  for (const tab of ['Payments', 'Reports']) {
    await panel.getByRole('tab', { name: tab }).click()
    for (const [button, text] of [
      ['Mark as read', 'Failed to mark notification as read'],
      ['Mark all as read', 'Failed to mark all notifications as read'],
    ] as const) {
      await panel.getByRole('button', { name: button, exact: true }).first().click()
      const toasts = page.getByText(text, { exact: true })
      await toasts.nth(tab === 'Payments' ? 0 : 1).waitFor()
      await page.getByRole('button', { name: 'Notifications, 4 unread' }).waitFor()
      failures += 1
      expect(await page.getByText('The disk is full').count()).toBe(failures)
    }
  }
  await page.evaluate(() => localStorage.setItem('lng', 'de'))
  await page.goto(`${site.relay.url}/report-notifications`)
  for (const [button, text] of [
    ['Als gelesen markieren', 'Die Benachrichtigung konnte nicht als gelesen markiert werden'],
    ['Alle als gelesen markieren', 'Die Benachrichtigungen konnten nicht als gelesen markiert werden'],
  ] as const) {
    await page.locator('#content').getByRole('button', { name: button, exact: true }).first().click()
    await page.getByText(text, { exact: true }).waitFor()
  }
})

it('NOTIF-20, NOTIF-21: a list that cannot be read says so, and can be tried again', async () => {
  const failing = { status: 400, body: { error: 'Bad request', code: 'bad_request' } }
  for (const call of [listCalls.payments, listCalls.reports]) site.relay.answers.set(call, failing)
  const page = await site.go('/payment-notifications')
  const content = page.locator('#content')
  for (const [path, call, text, none] of [
    ['/payment-notifications', listCalls.payments, 'Failed to fetch payment notifications', 'No payments yet'],
    ['/report-notifications', listCalls.reports, 'Failed to fetch report notifications', 'No reports'],
  ] as const) {
    await page.evaluate(to => history.pushState({}, '', to), path)
    await content.getByText(text, { exact: true }).waitFor()
    site.relay.answers.set(call, { status: 204 })
    await content.getByRole('button', { name: 'Try again' }).click()
    await content.getByText(none, { exact: true }).waitFor()
  }
  await page.evaluate(() => localStorage.setItem('lng', 'de'))
  for (const [path, call, text] of [
    ['/payment-notifications', listCalls.payments, 'Die Zahlungsmeldungen konnten nicht geladen werden'],
    ['/report-notifications', listCalls.reports, 'Die Meldungen konnten nicht geladen werden'],
  ] as const) {
    site.relay.answers.set(call, failing)
    await page.goto(site.relay.url + path)
    await content.getByText(text, { exact: true }).waitFor()
  }
})

it('NOTIF-16, API-22, API-25: a 204 means that nothing is there, on both pages and on the bell, until the live stream announces something', async () => {
  for (const call of Object.values(listCalls)) site.relay.answers.set(call, { status: 204 })
  const page = await site.go('/payment-notifications')
  await page.getByText('No payments yet').waitFor()
  await page.evaluate(() => history.pushState({}, '', '/report-notifications'))
  await page.getByText('No reports').waitFor()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  keep('payments', 1, 1)
  site.relay.tell('changed', { what: 'payments' })
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
})

it('NOTIF-11, R-75, CONST-16: polls all lists every 5 minutes, every 15 in a hidden tab, and immediately when it becomes visible', async () => {
  for (const which of ['payments', 'reports'] as const) keep(which, 1, 1)
  // A stream that comes back reads everything anew.
  site.relay.answers.set('GET /api/live', { status: 503, body: { error: 'Away', code: 'unavailable' } })
  const { page } = await site.begin({ ownClock: true })
  await page.goto(`${site.relay.url}/404`)
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor()
  const counts = () => Object.values(listCalls).map(call => asked(call).length)
  // What the page has asked by now arrives before this.
  const settled = async () => {
    await page.evaluate(() => fetch('/theme.js', { cache: 'no-store' }).then(answer => answer.text()))
    return counts()
  }
  const see = (state: 'hidden' | 'visible') =>
    page.evaluate(state => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  // Idle for an hour one is signed out: less is waited here.
  expect(await settled()).toEqual([1, 1, 1])
  await page.clock.runFor('04:50')
  expect(await settled()).toEqual([1, 1, 1])
  await page.clock.runFor('00:20')
  await expect.poll(counts).toEqual([2, 2, 2])
  // The answers have arrived, too: the next poll is counted from them.
  await settled()
  await see('hidden')
  await page.clock.runFor('14:50')
  expect(await settled()).toEqual([2, 2, 2])
  await page.clock.runFor('00:20')
  await expect.poll(counts).toEqual([3, 3, 3])
  await page.clock.runFor('06:00')
  expect(await settled()).toEqual([3, 3, 3])
  await see('visible')
  await expect.poll(counts).toEqual([4, 4, 4])
  // Of less than five minutes ago: not again.
  await settled()
  await see('hidden')
  await page.clock.runFor('04:00')
  await see('visible')
  expect(await settled()).toEqual([4, 4, 4])
})
