import { expect, it } from 'vitest'
import { openConsole } from './support/console-visit.ts'
import { playState } from './support/stubs/relay-states.ts'
import { fileOf, playFiles, showPixel } from './support/stubs/stub-files.ts'
import type { Answer, Received } from './support/stubs/stub-relay.ts'
import { paymentNotification, reportedEvent, reportNotification, wholeList } from './support/subscription-answers.ts'
import { pubkey as ownKey, user, type Visit } from './support/visitor.ts'

type Page = Visit['page']

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })

const listCalls = {
  payments: 'GET /api/payment/notifications',
  reports: 'GET /api/reports/notifications',
} as const
const refused: Answer = { status: 500, body: { error: 'The disk is full', code: 'internal' } }

/** A relay that keeps so many notifications, of which the first ones are unread. */
function keep(which: keyof typeof listCalls, total: number, unread: number) {
  const box = { unread, total }
  const make = which === 'payments' ? paymentNotification : reportNotification
  site.relay.answers.set(listCalls[which], ({ query }: Received): Answer => {
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
    const ids = Array.from({ length: box.total }, (_, index) => index + 1)
    const meant = query.get('filter') === 'unread' ? ids.filter(id => id <= box.unread) : ids
    const shown = meant.slice((page - 1) * limit, page * limit)
    if (shown.length === 0) return { status: 204 }
    const totalPages = Math.ceil(meant.length / limit)
    return {
      body: {
        notifications: shown.map(id => make(id, { is_read: id > box.unread })),
        pagination: {
          ...{ currentPage: page, pageSize: limit, totalItems: meant.length, totalPages },
          ...{ hasNext: page < totalPages, hasPrevious: page > 1 },
        },
      },
    }
  })
  return box
}

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
    const list = await panel.getByRole('region', { name: 'Payment notifications' }).boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(320)
    expect(box?.width).toBeLessThanOrEqual(400)
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    expect(list?.height).toBe(300)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  },
)

it('NOTIF-03, NOTIF-06, NOTIF-08: it opens at what is unread; tabs by keyboard, links to both pages, nothing to mark where all is read', async () => {
  keep('payments', 3, 0)
  keep('reports', 3, 1)
  const { page, panel } = await openPanel()
  const markAll = panel.getByRole('button', { name: 'Mark all as read' })
  expect(await panel.getByRole('tab').allInnerTexts()).toEqual(['Payments', 'Reports', 'Health'])
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

it('NOTIF-07: refresh asks the relay again', async () => {
  const payments = keep('payments', 1, 0)
  const { panel } = await openPanel()
  payments.total = 2
  await panel.getByRole('button', { name: 'Refresh' }).click()
  await panel.getByRole('listitem').nth(1).waitFor()
})

it('NOTIF-12, NOTIF-13: a payment shows its amount in bitcoin, its tier, its end and whether somebody is new', async () => {
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
  expect(second).toContain('Reversed by the chain')
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
] as const)('%s that cannot be marked is unread again, and the reason is told', async (_, button, path, text) => {
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

it('NOTIF-17, NOTIF-19, CONST-04, ROUTE-20, API-22: payments come in pages of 10, by filter and by key, all in the address', async () => {
  keep('payments', 34, 12)
  const page = await site.go('/payment-notifications')
  await page.getByText('Page 1 of 4 · 34 notifications').waitFor()
  expect(await page.locator('#content').getByRole('listitem').count()).toBe(10)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.waitForURL('**/payment-notifications?page=2')
  await page.getByText('Page 2 of 4').waitFor()
  await page.getByRole('button', { name: 'Unread', exact: true }).click()
  await page.getByText('Page 1 of 2 · 12 notifications').waitFor()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  const key = page.getByLabel('Public key of a subscriber')
  await key.fill('npub1nonsense')
  await page.getByText('Please enter an npub or a 64-character hex public key').waitFor()
  await key.fill(ownKey)
  await page.waitForURL(`**/payment-notifications?pubkey=${ownKey}`)
  await expect
    .poll(() => asked(listCalls.payments))
    .toEqual(
      expect.arrayContaining([
        'page=1&limit=10&filter=all',
        'page=2&limit=10&filter=all',
        'page=1&limit=10&filter=unread',
        `page=1&limit=10&filter=user&pubkey=${ownKey}`,
      ]),
    )
})

it('NOTIF-18, ROUTE-21, API-25: reports come in pages of 10, all or unread', async () => {
  keep('reports', 11, 2)
  const page = await site.go('/report-notifications?page=2')
  await page.getByText('Page 2 of 2 · 11 notifications').waitFor()
  await page.getByRole('button', { name: 'Unread', exact: true }).click()
  await page.getByText('Page 1 of 1 · 2 notifications').waitFor()
  expect(asked(listCalls.reports)).toEqual(
    expect.arrayContaining(['page=2&limit=10&filter=all', 'page=1&limit=10&filter=unread']),
  )
})

it('NOTIF-24, API-28, API-29, R-74: a reported event is fetched, shown as text, and deleted with its author blocked', async () => {
  const path = `/api/reports/event/${reportedEvent.id}`
  site.relay.answers.set(`DELETE ${path}`, { body: { success: true, message: 'Event successfully deleted' } })
  const content = `${reportedEvent.content} https://elsewhere.example/coin.png`
  site.relay.answers.set(`GET ${path}`, { body: { event: { ...reportedEvent, content } } })
  const url = '/api/pictures/shown?address=coin&until=1&key=k'
  site.relay.answers.set('GET /api/pictures/link', { body: { url } })
  const { page, panel } = await openPanel()
  await page.route('**/api/pictures/shown**', showPixel)
  await panel.getByRole('tab', { name: 'Reports' }).click()
  await panel.getByRole('link', { name: 'Review' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Reported event' })
  await dialog.getByText('Buy my coins, <b>now</b>').waitFor()
  await dialog.getByText('Spam: 3 reports').waitFor()
  // Its picture comes from the relay, once it is asked for.
  expect(await dialog.getByRole('img').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Show picture' }).click()
  const picture = dialog.getByRole('img', { name: 'Picture from the event' })
  await expect.poll(() => picture.getAttribute('src')).toBe(url)
  await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(1)
  expect(asked('GET /api/pictures/link')).toEqual(['address=https%3A%2F%2Felsewhere.example%2Fcoin.png'])
  await dialog.getByRole('button', { name: 'Delete event' }).click()
  await dialog.getByText('This cannot be undone.').waitFor()
  await dialog.getByRole('checkbox', { name: 'Also block its author' }).click()
  await dialog.getByRole('button', { name: 'Delete event' }).click()
  await page.getByText('The event is deleted and its author blocked').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const deleted = site.relay.received.find(({ call }) => call === `DELETE ${path}`)
  expect(deleted?.query.get('block_author')).toBe('true')
})

it('BUD-09: a reported file is described without being drawn, and goes to the trash, banned if asked for', async () => {
  const file = fileOf(1)
  playFiles(site.relay, [file])
  const about = { event_id: '', file_hash: file.Hash, pubkey: '' }
  site.relay.answers.set(listCalls.reports, { body: wholeList([reportNotification(1, about)]) })
  const path = `/api/reports/file/${file.Hash}`
  site.relay.answers.set(`DELETE ${path}`, { body: { success: true, message: 'File moved to the trash' } })
  site.relay.answers.set('POST /api/files/bans', { body: { banned: 1, deleted: 1 } })
  const page = await site.go('/report-notifications')
  await page.locator('#content').getByRole('link', { name: 'Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reported file' })
  await dialog.getByText('picture-1.jpg').waitFor()
  expect(await dialog.locator('img').count()).toBe(0)
  await dialog.locator(`a[href*="${file.Hash}"]`, { hasText: 'Show in the media manager' }).waitFor()
  await dialog.getByRole('button', { name: 'Delete file' }).click()
  await dialog.getByRole('checkbox', { name: /^Also ban it/ }).click()
  await dialog.getByRole('button', { name: 'Delete file' }).click()
  await page.getByText('The file is in the trash').waitFor()
  const verdict = ['POST /api/files/bans', `DELETE ${path}`]
  expect(site.relay.received.flatMap(({ call }) => verdict.filter(one => one === call))).toEqual(verdict)
})

it('R-74: a report is dismissed; a link to an event that is gone says so', async () => {
  site.relay.answers.set('POST /api/reports/notifications/dismiss', { body: { success: true, message: 'Closed' } })
  const page = await site.go('/report-notifications')
  await page.locator('#content').getByRole('link', { name: 'Review' }).nth(1).click()
  const dialog = page.getByRole('dialog', { name: 'Reported public key' })
  expect(await dialog.getByRole('button', { name: 'Delete event' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('The report is dismissed').waitFor()
  expect(site.relay.received.find(({ call }) => call.endsWith('/dismiss'))?.body).toEqual({ id: 1 })
  site.relay.answers.set(`GET /api/reports/event/${'c'.repeat(64)}`, {
    status: 404,
    body: { error: 'Not found', code: 'not_found' },
  })
  await page.evaluate(id => history.pushState({}, '', `/report-notifications?reported=${id}`), 'c'.repeat(64))
  await page.getByText('The relay no longer has this event').waitFor()
})

it('NOTIF-11, R-75, CONST-16: both lists are polled every 5 minutes, every 15 in a hidden tab, and at once when it is seen again', async () => {
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
  expect(counts()).toEqual([1, 1])
  await page.clock.runFor('04:50')
  expect(counts()).toEqual([1, 1])
  await page.clock.runFor('00:20')
  await expect.poll(counts).toEqual([2, 2])
  await see('hidden')
  await page.clock.runFor('14:00')
  expect(counts()).toEqual([2, 2])
  await page.clock.runFor('01:10')
  await expect.poll(counts).toEqual([3, 3])
  await page.clock.runFor('06:00')
  expect(counts()).toEqual([3, 3])
  await see('visible')
  await expect.poll(counts).toEqual([4, 4])
})

it('what the live stream tells of is read at once', async () => {
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
    expect(await panel.getByRole('tab').count()).toBe(0)
  }
  expect(await bell(page).count()).toBe(bells)
  expect(asked(listCalls.payments)).toEqual([])
})
