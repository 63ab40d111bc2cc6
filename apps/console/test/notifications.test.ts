import { expect, it } from 'vitest'
import { openConsole } from './support/console-visit.ts'
import { keepNotifications, listCalls } from './support/kept-notifications.ts'
import { playState } from './support/stubs/relay-states.ts'
import type { Answer } from './support/stubs/stub-relay.ts'
import { moderationNotification, paymentNotification, wholeList } from './support/subscription-answers.ts'
import { user, type Visit } from './support/visitor.ts'

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

it('NOTIF-01, R-73: the badge counts all that is unread of both kinds, by the totals of the server', async () => {
  keep('payments', 30, 12)
  keep('reports', 40, 30)
  const page = await site.go('/404')
  await page.getByRole('button', { name: 'Notifications, 42 unread' }).waitFor()
})

it.each([
  [99, '99'],
  [100, '99+'],
])('NOTIF-02: for %d unread the badge says %s', async (unread, badge) => {
  keep('payments', unread, unread)
  keep('reports', 0, 0)
  const page = await site.go('/404')
  await page.getByRole('button', { name: `Notifications, ${badge} unread` }).waitFor()
  expect(await bell(page).locator('..').innerText()).toBe(badge)
})

it.each([1440, 390, 320])(
  'NOTIF-04, NOTIF-05, CONST-11: at %d px the popover is 320 to 400 px wide and its list 300 high',
  async width => {
    keep('payments', 10, 3)
    const { page, panel } = await openPanel({ width })
    const box = await panel.boundingBox()
    const list = panel.getByRole('region', { name: 'Payment notifications' })
    await expect.poll(async () => (await list.boundingBox())?.height).toBe(300)
    expect(box?.width).toBeGreaterThanOrEqual(320)
    expect(box?.width).toBeLessThanOrEqual(400)
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  },
)

it('NOTIF-03, NOTIF-06, NOTIF-08: it opens at what is unread; tabs by keyboard, links to both pages, nothing to mark where all is read', async () => {
  keep('payments', 3, 0)
  keep('reports', 3, 1)
  const { page, panel } = await openPanel()
  const markAll = panel.getByRole('button', { name: 'Mark all as read' })
  expect(await panel.getByRole('tab').allInnerTexts()).toEqual(['Payments', 'Reports', 'Health', 'Moderation'])
  await markAll.waitFor()
  expect(await panel.getByRole('link', { name: 'All report notifications' }).getAttribute('href')).toBe(
    '/report-notifications',
  )
  await panel.getByRole('tab', { name: 'Reports' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await markAll.waitFor({ state: 'detached' })
  await panel.getByRole('link', { name: 'All payment notifications' }).click()
  await page.waitForURL('**/payment-notifications')
  await panel.waitFor({ state: 'detached' })
})

it('counts flagged, blocked and disputed images in the badge, and lists them with their verdicts', async () => {
  keep('payments', 0, 0)
  keep('reports', 0, 0)
  const rows = (['disputed', 'flagged'] as const).map((state, at) => moderationNotification(at + 1, state))
  site.relay.answers.set(listCalls.moderation, { body: wholeList(rows) })
  const { page, panel } = await openPanel()
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor()
  const entries = panel.getByRole('listitem')
  await entries.filter({ hasText: 'Disputed' }).getByRole('button', { name: 'Show again' }).waitFor()
  await entries.filter({ hasText: 'Flagged, shown' }).waitFor()
  await panel.getByRole('link', { name: 'All media moderation' }).click()
  await page.waitForURL('**/moderation-notifications')
})

it('NOTIF-07: refresh asks the relay again', async () => {
  const payments = keep('payments', 1, 0)
  const { panel } = await openPanel()
  payments.total = 2
  await panel.getByRole('button', { name: 'Refresh' }).click()
  await panel.getByRole('listitem').nth(1).waitFor()
})

it("NOTIF-12, NOTIF-13: shows a payment's amount in bitcoin, tier, end and whether the subscriber is new", async () => {
  site.relay.answers.set(listCalls.payments, {
    body: wholeList([
      paymentNotification(2, { is_new_subscriber: true, amount: 12_345 }),
      paymentNotification(1, { amount: 123_456_789, subscription_tier: '', reversed_at: '2026-08-30T12:00:00Z' }),
    ]),
  })
  const { panel } = await openPanel()
  await panel.getByRole('listitem').nth(1).waitFor()
  const [first = '', second = ''] = await panel.getByRole('listitem').allInnerTexts()
  expect(first).toContain('New subscription')
  expect(first).toContain('0.00012345 BTC')
  expect(first).toContain('1 GB per month, paid until Sep 30')
  expect(second).toContain('Subscription renewed')
  expect(second).toContain('1.23456789 BTC')
  expect(second).toContain('Kept as credit')
  expect(second).toContain('Reversed by a reorg')
})

it('NOTIF-14, NOTIF-15: a report shows what, how often and why, and 10 characters of both keys', async () => {
  const { panel } = await openPanel()
  await panel.getByRole('tab', { name: 'Reports' }).click()
  await panel.getByText('Spam').waitFor()
  const words = await panel.getByRole('listitem').first().innerText()
  for (const part of ['Spam', '3 reports', '“Advertises coins under every note”', '0123456789', 'abcdef0123'])
    expect(words).toContain(part)
  expect(words).not.toContain('0123456789a')
  expect(words).not.toContain('abcdef01239')
})

it('NOTIF-09, API-23: marking one tells the relay its id, and the badge drops by one before the relay has answered', async () => {
  const payments = keep('payments', 5, 3)
  keep('reports', 0, 0)
  const { page, panel } = await openPanel()
  let answer = () => {}
  await page.route('**/api/payment/notifications/read', async route => {
    await new Promise<void>(resolve => {
      answer = resolve
    })
    payments.unread = 2
    await route.continue()
  })
  site.relay.answers.set('POST /api/payment/notifications/read', { body: { success: true, message: 'Done' } })
  await panel.getByRole('button', { name: 'Mark as read' }).nth(2).click()
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor()
  expect(await panel.getByRole('button', { name: 'Mark as read' }).count()).toBe(2)
  answer()
  await expect
    .poll(() => site.relay.received.find(({ call }) => call === 'POST /api/payment/notifications/read')?.body)
    .toEqual({ id: 3 })
})

it.each([
  ['payments', 'Payments', '/api/payment/notifications'],
  ['reports', 'Reports', '/api/reports/notifications'],
] as const)('NOTIF-10, API-24, API-27: marking all tells the relay: %s', async (which, tab, path) => {
  const box = keep(which, 12, 11)
  keep(which === 'payments' ? 'reports' : 'payments', 0, 0)
  const { page, panel } = await openPanel()
  await panel.getByRole('tab', { name: tab }).click()
  site.relay.answers.set(`POST ${path}/read-all`, () => {
    box.unread = 0
    return { body: { success: true, message: 'Done' } }
  })
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  expect(await panel.getByRole('button', { name: 'Mark as read' }).count()).toBe(0)
  expect(site.relay.received.find(({ call }) => call === `POST ${path}/read-all`)?.body).toEqual({})
})

it.each([
  ['NOTIF-22: one', 'Mark as read', 'read', 'Failed to mark notification as read'],
  ['NOTIF-23: all', 'Mark all as read', 'read-all', 'Failed to mark all notifications as read'],
] as const)('marks a %s unread again after a failure, and shows the reason', async (_, button, path, text) => {
  for (const which of ['payments', 'reports'] as const) keep(which, 2, 2)
  for (const of of ['payment', 'reports']) site.relay.answers.set(`POST /api/${of}/notifications/${path}`, refused)
  const { page, panel } = await openPanel()
  for (const tab of ['Payments', 'Reports']) {
    await panel.getByRole('tab', { name: tab }).click()
    await panel.getByRole('button', { name: button }).first().click()
    await page
      .getByText(text)
      .nth(tab === 'Payments' ? 0 : 1)
      .waitFor()
    await page.getByRole('button', { name: 'Notifications, 4 unread' }).waitFor()
  }
  expect(await page.getByText('The disk is full').count()).toBe(2)
})

it.each([
  ['NOTIF-20', '/payment-notifications', listCalls.payments, 'Failed to fetch payment notifications'],
  ['NOTIF-21', '/report-notifications', listCalls.reports, 'Failed to fetch report notifications'],
] as const)('%s: a list that cannot be read says so, and can be tried again', async (_, path, call, text) => {
  const { page } = await site.begin()
  site.relay.answers.set(call, { status: 400, body: { error: 'Bad request', code: 'bad_request' } })
  await page.goto(site.relay.url + path)
  const content = page.locator('#content')
  await content.getByText(text).waitFor()
  site.relay.answers.set(call, { status: 204 })
  await content.getByRole('button', { name: 'Try again' }).click()
  await content.getByText(/^No (payments yet|reports)$/).waitFor()
})

it('NOTIF-16: a 204 means that nothing is there, on both pages and on the bell', async () => {
  for (const call of Object.values(listCalls)) site.relay.answers.set(call, { status: 204 })
  const page = await site.go('/payment-notifications')
  await page.getByText('No payments yet').waitFor()
  await page.evaluate(() => history.pushState({}, '', '/report-notifications'))
  await page.getByText('No reports').waitFor()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
})

it('NOTIF-11, R-75, CONST-16: polls all lists every 5 minutes, every 15 in a hidden tab, and immediately when it becomes visible', async () => {
  for (const which of ['payments', 'reports'] as const) keep(which, 1, 1)
  // A stream that comes back reads everything anew.
  site.relay.answers.set('GET /api/live', { status: 503, body: { error: 'Away', code: 'unavailable' } })
  const { page } = await site.begin({ ownClock: true })
  await page.goto(`${site.relay.url}/404`)
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor()
  const counts = () => Object.values(listCalls).map(call => asked(call).length)
  const see = (state: 'hidden' | 'visible') =>
    page.evaluate(state => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  // Idle for an hour one is signed out: less is waited here.
  expect(counts()).toEqual([1, 1, 1])
  await page.clock.runFor('04:50')
  expect(counts()).toEqual([1, 1, 1])
  await page.clock.runFor('00:20')
  await expect.poll(counts).toEqual([2, 2, 2])
  await see('hidden')
  await page.clock.runFor('14:00')
  expect(counts()).toEqual([2, 2, 2])
  await page.clock.runFor('01:10')
  await expect.poll(counts).toEqual([3, 3, 3])
  await page.clock.runFor('06:00')
  expect(counts()).toEqual([3, 3, 3])
  await see('visible')
  await expect.poll(counts).toEqual([4, 4, 4])
})

it('reads what the live stream announces immediately', async () => {
  const payments = keep('payments', 0, 0)
  keep('reports', 0, 0)
  const page = await site.go('/404')
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  Object.assign(payments, { total: 1, unread: 1 })
  site.relay.tell('changed', { what: 'payments' })
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
})

it.each([
  ['viewer', 0],
  ['moderator', 1],
] as const)('a %s sees no payments, and asks for none', async (role, bells) => {
  site.relay.answers.set('GET /api/account', { body: { user: { ...user, role } } })
  const { page } = await site.begin({ signedIn: false })
  await page.addInitScript(
    person => {
      localStorage.setItem('accessToken', 'token')
      localStorage.setItem('user', person)
    },
    JSON.stringify({ ...user, role }),
  )
  await page.goto(`${site.relay.url}/payment-notifications`)
  await page.getByText('Not for your role').waitFor()
  if (bells > 0) {
    await bell(page).click()
    const panel = page.getByRole('dialog', { name: 'Notifications' })
    await panel.getByRole('link', { name: 'All report notifications' }).waitFor()
    expect(await panel.getByRole('tab').allInnerTexts()).toEqual(['Reports', 'Moderation'])
  }
  expect(await bell(page).count()).toBe(bells)
  expect(asked(listCalls.payments)).toEqual([])
})
