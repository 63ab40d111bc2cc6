import { reportNotifications } from '@hornets/contract/admin/notifications/reports'
import { paymentNotifications } from '@hornets/contract/admin/subscriptions/payments'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { keepNotifications, listCalls } from '../support/kept-notifications.ts'
import { fullDelivery } from '../support/stubs/account-answers.ts'
import { playState } from '../support/stubs/relay-states.ts'
import { fileOf, playFiles, showPixel } from '../support/stubs/stub-files.ts'
import {
  healthNotifications,
  moderationNotification,
  reportedEvent,
  reportNotification,
  wholeList,
} from '../support/subscription-answers.ts'
import { chooseGerman, pubkey as ownKey, seedSession, user } from '../support/visitor.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const asked = (call: string) =>
  site.relay.received.filter(one => one.call === call).map(({ query }) => query.toString())

it('NOTIF-17, CONST-04, API-22: payments come in pages of 10, by filter and by key, all in the address', async () => {
  // Also for those who ask without a limit.
  expect([paymentNotifications, reportNotifications].map(({ list }) => list.query.parse({}).limit)).toEqual([10, 10])
  keepNotifications(site.relay, 'payments', 34, 12)
  const page = await site.go('/payment-notifications')
  await page.getByText('Page 1 of 4 · 34 notifications').waitFor()
  expect(await page.locator('#content').getByRole('listitem').count()).toBe(10)
  const isDisabled = (name: string) => page.getByRole('button', { name, exact: true }).isDisabled()
  expect([await isDisabled('Previous'), await isDisabled('Next')]).toEqual([true, false])
  await page.getByRole('button', { name: 'Next' }).click()
  await page.waitForURL('**/payment-notifications?page=2')
  await page.getByText('Page 2 of 4').waitFor()
  expect([await isDisabled('Previous'), await isDisabled('Next')]).toEqual([false, false])
  await page.getByRole('button', { name: 'Unread', exact: true }).click()
  await page.getByText('Page 1 of 2 · 12 notifications').waitFor()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  const key = page.getByLabel('Public key of a subscriber')
  await key.fill('npub1nonsense')
  await page.getByText('Please enter an npub or a 64-character hex public key').waitFor()
  await key.fill(ownKey)
  await page.waitForURL(`**/payment-notifications?pubkey=${ownKey}`)
  await page.getByRole('button', { name: 'Unread', exact: true }).click()
  await expect
    .poll(() => asked(listCalls.payments))
    .toEqual(
      expect.arrayContaining([
        'page=1&limit=10&filter=all',
        'page=2&limit=10&filter=all',
        'page=1&limit=10&filter=unread',
        `page=1&limit=10&filter=user&pubkey=${ownKey}`,
        `page=1&limit=10&filter=unread&pubkey=${ownKey}`,
      ]),
    )
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect.poll(() => panel.getByRole('listitem').count()).toBe(10)
})

it('NOTIF-18, NOTIF-19, API-25: reports come in pages of 10, all or unread', async () => {
  keepNotifications(site.relay, 'reports', 21, 2)
  const page = await site.go('/report-notifications?page=3')
  await page.getByText('Page 3 of 3 · 21 notifications').waitFor()
  expect(await page.getByRole('button', { name: 'Next', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await page.getByText('Page 2 of 3').waitFor()
  await page.getByRole('button', { name: 'Unread', exact: true }).click()
  await page.getByText('Page 1 of 1 · 2 notifications').waitFor()
  expect(asked(listCalls.reports)).toEqual(
    expect.arrayContaining(['page=3&limit=10&filter=all', 'page=1&limit=10&filter=unread']),
  )
})

it('NOTIF-24, API-28, API-29, R-74: a reported event is fetched, shown as text, and deleted with its author blocked', async () => {
  const path = `/api/reports/event/${reportedEvent.id}`
  site.relay.answers.set(`DELETE ${path}`, { body: { success: true, message: 'Event successfully deleted' } })
  const content = `${reportedEvent.content} https://elsewhere.example/coin.png`
  site.relay.answers.set(`GET ${path}`, { body: { event: { ...reportedEvent, content } } })
  const url = '/api/pictures/shown?address=coin&until=1&key=k'
  site.relay.answers.set('GET /api/pictures/link', { body: { url } })
  const page = await site.go('/404')
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('link', { name: /^All / }).waitFor()
  await page.route('**/api/pictures/shown**', showPixel)
  await panel.getByRole('tab', { name: 'Reports' }).click()
  await panel.getByRole('link', { name: 'Review' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Reported event' })
  await dialog.getByText('Buy my coins, <b>now</b>').waitFor()
  await dialog.getByText('Spam: 3 reports').waitFor()
  expect(await dialog.getByRole('img').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Show image' }).click()
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

it('R-74, REPORT-07, REPORT-09: dismisses a report, says when a linked event no longer exists, and deletes all events of the reported author by the same verdict, after showing their number', async () => {
  const path = `/api/reports/event/${reportedEvent.id}`
  site.relay.answers.set(`GET ${path}`, { body: { event: reportedEvent } })
  const stored = `/api/blocked-pubkeys/${reportedEvent.pubkey}/stored-events`
  site.relay.answers.set(`GET ${stored}`, { body: { count: 120 } })
  const done = { success: true, message: 'Event successfully deleted', deleted_events: 120, still_deleting: false }
  site.relay.answers.set(`DELETE ${path}`, { body: done })
  const page = await site.go('/report-notifications')
  site.relay.answers.set('POST /api/reports/notifications/dismiss', { body: { success: true, message: 'Closed' } })
  await page.locator('#content').getByRole('link', { name: 'Review' }).nth(1).click()
  const other = page.getByRole('dialog', { name: 'Reported public key' })
  expect(await other.getByRole('button', { name: 'Delete event' }).count()).toBe(0)
  await other.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('The report is dismissed').waitFor()
  expect(site.relay.received.find(({ call }) => call.endsWith('/dismiss'))?.body).toEqual({ id: 1 })
  site.relay.answers.set(`GET /api/reports/event/${'c'.repeat(64)}`, {
    status: 404,
    body: { error: 'Not found', code: 'not_found' },
  })
  await page.evaluate(id => history.pushState({}, '', `/report-notifications?reported=${id}`), 'c'.repeat(64))
  await page.getByText('The relay no longer has this event').waitFor()

  await page.evaluate(() => history.pushState({}, '', '/report-notifications'))
  await page.locator('#content').getByRole('link', { name: 'Review' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Reported event' })
  await dialog.getByRole('button', { name: 'Delete event' }).click()
  expect(await dialog.getByRole('checkbox').count()).toBe(1)
  await dialog.getByRole('checkbox', { name: 'Also block its author' }).click()
  await dialog.getByText('120 events will be deleted.').waitFor()
  await dialog.getByRole('checkbox', { name: /^Also delete this author/ }).click()
  await dialog.getByRole('button', { name: 'Delete event' }).click()
  await page.getByText('All events of the author are deleted, and the author is blocked').waitFor()
  const { query } = site.relay.received.findLast(({ call }) => call === `DELETE ${path}`) ?? {}
  expect([query?.get('block_author'), query?.get('delete_events')]).toEqual(['true', 'true'])
  await chooseGerman(page)
  await page.locator('#content').getByRole('link', { name: 'Prüfen' }).first().click()
  const german = page.getByRole('dialog', { name: 'Gemeldetes Event' })
  await german.getByRole('button', { name: 'Event löschen' }).click()
  await german.getByRole('checkbox', { name: 'Auch den Autor sperren' }).click()
  await german.getByRole('checkbox', { name: /^Auch die gespeicherten Events dieses Autors löschen/ }).waitFor()
  await german.getByText('120 Events werden gelöscht.').waitFor()
})

it('BUD-09, INBOX-04: describes a reported file without drawing it, and moves it to the trash, banned on request; shows blocked media again or deletes them, without loading any of them', async () => {
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

  const rows = (['blocked', 'disputed', 'flagged'] as const).map((state, at) => moderationNotification(at + 1, state))
  site.relay.answers.set('GET /api/moderation/notifications', { body: wholeList(rows) })
  site.relay.answers.set('POST /api/moderation/unblock', { body: { success: true, message: 'Event unblocked' } })
  const blocked = `/api/moderation/event/${'2'.repeat(64)}`
  site.relay.answers.set(`DELETE ${blocked}`, { body: { success: true, message: 'Event permanently deleted' } })
  await page.getByRole('link', { name: 'Images and videos from moderation' }).click()
  const entry = (text: string) => page.locator('#content').getByRole('listitem').filter({ hasText: text })
  await entry('nudity 0.91')
    .getByText(/^Deleted on .*2026/)
    .waitFor()
  expect(await entry('nudity 0.93').getByRole('button', { name: 'Delete permanently' }).count()).toBe(0)
  expect(await page.locator('#content img').count()).toBe(0)
  await entry('nudity 0.91').getByRole('button', { name: 'Show again' }).click()
  await page.getByText('It is shown again').waitFor()
  const remove = entry('nudity 0.92').getByRole('button', { name: /^Delete permanently/ })
  await remove.click()
  expect(site.relay.received.some(({ call }) => call === `DELETE ${blocked}`)).toBe(false)
  await remove.click()
  await page.getByText('It is deleted').waitFor()
  const unblocked = site.relay.received.find(({ call }) => call === 'POST /api/moderation/unblock')
  expect(unblocked?.body).toEqual({ event_id: '1'.repeat(64) })
})

it('shows viewers no bell and moderators one without payments, and requests no payments', async () => {
  const as = (role: 'viewer' | 'moderator') =>
    site.relay.answers.set('GET /api/account', { body: { user: { ...user, role } } })
  as('viewer')
  const { page } = await site.begin({ signedIn: false })
  await seedSession(page, 'viewer')
  await page.goto(`${site.relay.url}/payment-notifications`)
  await page.getByText('Not for your role').waitFor()
  expect(await bell(page).count()).toBe(0)

  as('moderator')
  site.relay.tell('changed', { what: 'account' })
  await bell(page).click()
  await page.getByText('Not for your role').waitFor()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('link', { name: 'All report notifications' }).waitFor()
  expect(await panel.getByRole('tab').allInnerTexts()).toEqual(['Reports', 'Moderation'])
  expect(await bell(page).count()).toBe(1)
  expect(asked(listCalls.payments)).toEqual([])
})

describe('health', () => {
  const list = 'GET /api/health/notifications'

  it('the bell counts what needs attention, and its tab says what, how urgently and what to do', async () => {
    const unread = healthNotifications.map(row => ({ ...row, is_read: false }))
    site.relay.answers.set(list, { body: wholeList(unread) })
    for (const of of ['payment', 'reports', 'moderation'])
      site.relay.answers.set(`GET /api/${of}/notifications`, { status: 204 })
    const page = await site.go('/404')
    await page.getByRole('button', { name: 'Notifications, 3 unread' }).click()
    const panel = page.getByRole('dialog', { name: 'Notifications' })
    const entries = panel.getByRole('listitem')
    await entries.nth(2).waitFor()
    const words = await entries.allInnerTexts()
    for (const part of ['The disk is nearly full', 'Medium', '1.77 GB left']) expect(words[0]).toContain(part)
    for (const part of ['relay.db is damaged', 'High', 'restore your last backup']) expect(words[1]).toContain(part)
    for (const part of ['The wallet is not in sync', 'Resolved on Aug 29']) expect(words[2]).toContain(part)
    site.relay.answers.set('POST /api/health/notifications/read-all', { body: { success: true, message: 'Done' } })
    await panel.getByRole('button', { name: 'Mark all as read' }).click()
    await panel.getByRole('link', { name: 'All health notifications' }).click()
    await page.waitForURL('**/health-notifications')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await panel.getByRole('link', { name: 'Notification settings' }).click()
    await page.waitForURL('**/profile/notifications')
  })

  it('shows when the list cannot be read or is empty, what is not set up instead of that everything is fine, and recurring tasks, failed and late ones first, with their errors (DESK-12)', async () => {
    site.relay.answers.set(list, { status: 400, body: { error: 'Bad request', code: 'bad_request' } })
    const round = (name: string, more = {}) => ({
      name,
      every_ms: 60_000,
      is_running: false,
      is_late: false,
      last_error: null,
      last_at: '2026-08-30T11:59:00Z',
      last_duration_ms: 12,
      ...more,
    })
    const failed = { every_ms: 1500, last_duration_ms: 2500, last_error: 'disk away' }
    site.relay.answers.set('GET /api/health/rounds', {
      body: { rounds: [round('zaps'), round('trash', failed), round('x_handles', { is_late: true })] },
    })
    const page = await site.go('/health-notifications')
    await page.getByText('Failed to fetch health notifications').waitFor()
    site.relay.answers.set(list, { status: 204 })
    await page.locator('#content').getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Everything is fine').waitFor()

    const line = (what: string, urgency: string, subject = '') => ({ what, urgency, subject })
    site.relay.answers.set('GET /api/health/setup', {
      body: { lines: [line('backup', 'warning'), line('chain_source', 'warning'), line('mail', 'info')] },
    })
    site.relay.tell('changed', { what: 'health' })
    const lines = page.getByRole('region', { name: 'Not set up' }).getByRole('listitem')
    await lines.nth(2).waitFor()
    const missing = await lines.allInnerTexts()
    for (const part of ['No backup was ever made', 'At risk', 'Plan backups on the page Backup'])
      expect(missing[0]).toContain(part)
    for (const part of ['no chain source', 'At risk', 'Open the settings']) expect(missing[1]).toContain(part)
    for (const part of ['Email is not set up', 'Not set up', 'under Advanced Settings, Email'])
      expect(missing[2]).toContain(part)
    await page.getByText('Nothing else needs attention').waitFor()
    expect(await page.getByText('Everything is fine').count()).toBe(0)
    site.relay.answers.set('GET /api/health/setup', { body: { lines: [] } })
    site.relay.tell('changed', { what: 'health' })
    await page.getByText('Everything is fine').waitFor()
    await page.getByRole('region', { name: 'Not set up' }).waitFor({ state: 'detached' })

    const head = page.getByRole('button', { name: /Recurring tasks/ })
    await head.getByText('2 need attention').waitFor()
    await head.click()
    const rows = page.getByRole('region', { name: 'Recurring tasks' }).last().getByRole('row')
    await rows.nth(3).waitFor()
    const words = await rows.allInnerTexts()
    for (const part of ['Emptying of the trash', 'disk away', 'Failed', '1.5 sec', '2.5 sec'])
      expect(words[1]).toContain(part)
    for (const part of ['X handles', 'Late', '1 min', '12 ms']) expect(words[2]).toContain(part)
    for (const part of ['Zaps', 'OK', 'Aug 30']) expect(words[3]).toContain(part)
    site.relay.answers.set('GET /api/health/rounds', { body: { rounds: [round('zaps')] } })
    site.relay.tell('changed', { what: 'health' })
    await head.getByText('All running').waitFor()
  })

  it('explains that health is hidden from moderators, without requesting it', async () => {
    site.relay.answers.set('GET /api/account', { body: { user: { ...user, role: 'moderator' } } })
    const { page } = await site.begin({ signedIn: false })
    await seedSession(page, 'moderator')
    await page.goto(`${site.relay.url}/health-notifications`)
    await page.getByText('Only owners and operators see health notifications. Your role here is Moderator.').waitFor()
    expect(site.relay.calls).not.toContain(list)
  })
})

describe('the places that notifications reach', () => {
  it('test each place with its real result, show attempts in the words of the server, change channels immediately, one at a time, and revert on failure', async () => {
    const { answers, received } = site.relay
    const saved = () => received.filter(({ call }) => call === 'POST /api/account/delivery').map(({ body }) => body)
    answers.set('POST /api/account/delivery', ({ body }) => ({ body: { ...fullDelivery, preferences: body } }))
    const page = await site.go('/profile/notifications')
    const at = new Date().toISOString()
    const webhook = page.getByRole('listitem').filter({ hasText: 'hooks.example.org' })
    await webhook.getByText('The server refused it with status 503. Response: “try later”').waitFor()
    await webhook.getByText('3 not delivered').waitFor()
    await webhook.getByRole('button', { name: 'Show attempts' }).click()
    expect(await webhook.getByRole('listitem').count()).toBe(2)
    answers.set('POST /api/account/delivery/test', { body: { at, took: 312 } })
    await webhook.getByRole('button', { name: 'Test' }).click()
    await webhook.getByText('Delivered in 0.3 s').first().waitFor()
    answers.set('POST /api/account/delivery/test', { body: { at, took: 9, failure: { code: 'private' } } })
    await webhook.getByRole('button', { name: 'Test' }).click()
    await webhook.getByText('Not sent: the address leads to a private network.').waitFor()

    await page.getByRole('checkbox', { name: 'Reports by Email' }).click()
    await page.getByRole('checkbox', { name: 'Payments by Push' }).click()
    await expect.poll(() => saved()).toHaveLength(2)
    expect(saved()[1]).toMatchObject({ channels: { payments: ['webhook'], reports: ['push', 'mail'] } })
    expect(await page.getByRole('checkbox', { name: 'Security by Email' }).count()).toBe(0)
    answers.set('POST /api/account/delivery', 'hang up')
    await page.getByRole('switch', { name: 'Pause notifications' }).click()
    await page.getByText('The server is not responding').waitFor()
    await page.getByRole('switch', { name: 'Pause notifications', checked: true }).waitFor()
  })

  it('SHELL-35: show the secret of a new webhook once, in a modal notification of 36rem, and remove a device only after asking', async () => {
    const { answers, calls } = site.relay
    const secret = 'whsec_c2VjcmV0'
    answers.set('POST /api/account/delivery/webhooks', { body: { id: 'n', secret, settings: fullDelivery } })
    const page = await site.go('/profile/notifications')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add webhook' })
    await dialog.getByLabel('Address').fill('https://hooks.example.org/new')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const notification = page.getByRole('dialog', { name: 'Signing secret' })
    await notification.getByText(secret).waitFor()
    const rem = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    await expect.poll(async () => (await notification.boundingBox())?.width).toBe(36 * rem)
    expect(await page.getByRole('main').count(), 'what is below a modal is not there').toBe(0)
    await page.getByRole('button', { name: 'Done' }).click()
    const left = { ...fullDelivery, targets: fullDelivery.targets.filter(({ id }) => id !== 'p') }
    answers.set('DELETE /api/account/delivery/targets/p', { body: left })
    answers.set('GET /api/account/delivery', { body: left })
    await page.getByRole('button', { name: 'Remove Firefox on Android' }).click()
    expect(calls).not.toContain('DELETE /api/account/delivery/targets/p')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => page.getByText('Firefox on Android').count()).toBe(0)
  })

  it('subscribe this device with the key of the relay, and say it where the browser refuses', async () => {
    const { page } = await site.begin()
    const p256dh = 'B'.padEnd(87, 'x')
    await page.addInitScript(
      keys => {
        const endpoint = 'https://push.example.org/device'
        const made = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true }
        const pushManager = { getSubscription: async () => null, subscribe: async () => made }
        const registration = { pushManager, update: async () => {} }
        Object.defineProperty(navigator.serviceWorker, 'ready', { get: async () => registration })
        navigator.serviceWorker.getRegistration = async () => registration as never
        let answer: NotificationPermission = 'denied'
        Notification.requestPermission = async () => {
          const given = answer
          answer = 'granted'
          return given
        }
        Object.defineProperty(Notification, 'permission', { get: () => 'default' })
      },
      { p256dh, auth: 'a'.repeat(22) },
    )
    site.relay.answers.set('POST /api/account/delivery/devices', { body: fullDelivery })
    await page.goto(`${site.relay.url}/profile/notifications`)
    const turnOn = page.getByRole('button', { name: 'Turn on for this device' })
    await turnOn.click()
    await page.getByText('The browser did not allow notifications').waitFor()
    await turnOn.click()
    await page.getByText('Push notifications are on for this device').waitFor()
    const added = site.relay.received.find(({ call }) => call === 'POST /api/account/delivery/devices')
    expect(added?.body).toMatchObject({
      name: expect.stringMatching(/Chrome/),
      subscription: { endpoint: 'https://push.example.org/device', keys: { p256dh } },
    })
  })
})
