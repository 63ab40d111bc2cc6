import { expect, it } from 'vitest'
import { openConsole } from './support/console-visit.ts'
import { playState } from './support/stubs/relay-states.ts'
import { healthNotifications, wholeList } from './support/subscription-answers.ts'
import { user } from './support/visitor.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })
const list = 'GET /api/health/notifications'

it('the bell counts what needs attention, and its tab says what, how urgently and what to do', async () => {
  const unread = healthNotifications.map(row => ({ ...row, is_read: false }))
  site.relay.answers.set(list, { body: wholeList(unread) })
  for (const of of ['payment', 'reports']) site.relay.answers.set(`GET /api/${of}/notifications`, { status: 204 })
  const page = await site.go('/404')
  await page.getByRole('button', { name: 'Notifications, 3 unread' }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const entries = panel.getByRole('listitem')
  await entries.nth(2).waitFor()
  const words = await entries.allInnerTexts()
  for (const part of ['The disk is nearly full', 'Medium', '1.77 GB were free']) expect(words[0]).toContain(part)
  for (const part of ['relay.db is damaged', 'High', 'restore your last backup']) expect(words[1]).toContain(part)
  for (const part of ['The wallet is behind the chain', 'Resolved on Aug 29']) expect(words[2]).toContain(part)
  site.relay.answers.set('POST /api/health/notifications/read-all', { body: { success: true, message: 'Done' } })
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await panel.getByRole('link', { name: 'All health notifications' }).click()
  await page.waitForURL('**/health-notifications')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await panel.getByRole('link', { name: 'Choose where notifications reach you' }).click()
  await page.waitForURL('**/profile/notifications')
})

it('the page tells of a list that cannot be read, and of nothing to see', async () => {
  site.relay.answers.set(list, { status: 400, body: { error: 'Bad request', code: 'bad_request' } })
  const page = await site.go('/health-notifications')
  await page.getByText('Failed to fetch health notifications').waitFor()
  site.relay.answers.set(list, { status: 204 })
  await page.locator('#content').getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Everything is fine').waitFor()
})

it('a moderator is told that the health is not for them, and asks for none of it', async () => {
  site.relay.answers.set('GET /api/account', { body: { user: { ...user, role: 'moderator' } } })
  const { page } = await site.begin({ signedIn: false })
  await page.addInitScript(
    person => {
      localStorage.setItem('accessToken', 'token')
      localStorage.setItem('user', person)
    },
    JSON.stringify({ ...user, role: 'moderator' }),
  )
  await page.goto(`${site.relay.url}/health-notifications`)
  await page.getByText('Only owners and operators see health notifications. Your role here is Moderator.').waitFor()
  expect(site.relay.calls).not.toContain(list)
})
