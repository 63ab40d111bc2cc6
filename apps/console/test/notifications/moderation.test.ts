import { caseCauses, verdicts as caseVerdicts, type Verdict } from '@hornets/contract/admin/notifications/cases'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { fullCases } from '../support/case-answers.ts'
import { openConsole } from '../support/console-visit.ts'
import { goWithin } from '../support/rest.ts'
import { playState } from '../support/stubs/relay-states.ts'
import { chooseGerman, pubkey } from '../support/visitor.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })
const received = (call: string) => site.relay.received.filter(one => one.call === call)

const openCases = fullCases['/api/cases']
const [first] = openCases.cases
const details = fullCases['/api/cases/7']
const inThread = 'Buy my coins now'

async function openInbox() {
  const page = await site.go('/moderation')
  const card = page.getByRole('article', { name: 'Case' })
  await card.getByText(inThread).waitFor()
  return { page, card, queue: page.getByRole('region', { name: 'Open cases' }) }
}

it('INBOX-01: lists a case of every cause, with how many there are of each', async () => {
  const cases = caseCauses.map((cause, at) => ({ ...(first as NonNullable<typeof first>), id: 7 + at, cause }))
  const causes = caseCauses.map((cause, at) => ({ cause, count: at + 2 }))
  site.relay.answers.set('GET /api/cases', { body: { cases, counts: { open: 7, escalated: 0, causes } } })
  const { page, queue } = await openInbox()
  const names = [
    'Report',
    'Label',
    'Reported file',
    'Image moderation',
    'Dispute',
    'Blocked word',
    'Like a banned file',
  ]
  for (const [at, name] of names.entries())
    await queue.getByRole('listitem').nth(at).getByText(name, { exact: true }).waitFor()
  await queue.getByLabel('Show').click()
  for (const [at, name] of names.entries()) await page.getByRole('option', { name: `${name} (${at + 2})` }).waitFor()
  await page.keyboard.press('Escape')
  await chooseGerman(page)
  const german = ['Meldung', 'Kennzeichnung', 'Gemeldete Datei', 'Bildprüfung', 'Anfechtung', 'Gesperrtes Wort']
  const listed = page.getByRole('region', { name: 'Offene Fälle' }).getByRole('listitem')
  for (const [at, name] of [...german, 'Ähnlich einer gesperrten Datei'].entries())
    await listed.nth(at).getByText(name, { exact: true }).waitFor()
})

it('INBOX-03: decides by single keys, and undoes every verdict', async () => {
  const given: unknown[] = []
  const undone: string[] = []
  site.relay.answers.set('POST /api/cases/verdicts', ({ body }) => {
    given.push(body)
    const id = given.length
    site.relay.answers.set(`POST /api/cases/verdicts/${id}/undo`, () => {
      undone.push(String(id))
      return { body: { undone: 1 } }
    })
    return { body: { id, decided: 1, refused: [] } }
  })
  const { page, card } = await openInbox()
  const keys: readonly (readonly [string, Verdict, string])[] = [
    ['d', 'dismiss', 'Case dismissed'],
    ['x', 'delete', 'Deleted'],
    ['b', 'delete_and_block', 'Deleted and author blocked'],
    ['w', 'warn', 'The author will be warned in a minute'],
    ['e', 'escalate', 'Left to operators and owners'],
  ]
  for (const [at, [key, verdict, said]] of keys.entries()) {
    await goWithin(page, '/moderation/7')
    await card.getByText(inThread).waitFor()
    await page.keyboard.press('1')
    await expect.poll(() => card.getByLabel('Reason').inputValue()).toBe('Spam')
    await page.keyboard.press(key)
    await expect.poll(() => given.at(at)).toEqual({ cases: [7], verdict, reason: 'Spam' })
    await page.getByText(said, { exact: true }).first().waitFor()
    await page.keyboard.press('z')
    await expect.poll(() => undone.at(at)).toBe(String(at + 1))
    await page.getByText('Undone: the case is open again').first().waitFor()
  }
  await goWithin(page, '/moderation/7')
  await card.getByText(inThread).waitFor()
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/cases/verdicts', async route => {
    await answered.promise
    await route.continue()
  })
  await page.keyboard.press('d')
  await page.keyboard.press('z')
  answered.resolve()
  await expect.poll(() => undone).toHaveLength(keys.length + 1)
})

it('opens the first case by itself only beside the queue, from 992 px on, so that a key decides no hidden case on a phone', async () => {
  const page = await site.go('/moderation', { width: 390 })
  const queue = page.getByRole('region', { name: 'Open cases' })
  const rows = queue.getByRole('listitem')
  await rows.first().waitFor()
  await page.keyboard.press('x')
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await page.getByRole('article', { name: 'Case' }).count()).toBe(0)
  expect(received('POST /api/cases/verdicts')).toEqual([])
  await rows.first().getByRole('link').first().click()
  await page.getByRole('article', { name: 'Case' }).getByText(inThread).waitFor()
  expect(await queue.isVisible()).toBe(false)
  await page.goBack()
  await rows.first().waitFor()
  await page.setViewportSize({ width: 991, height: 900 })
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await page.getByRole('article', { name: 'Case' }).count()).toBe(0)
  await page.setViewportSize({ width: 992, height: 900 })
  await page.getByRole('article', { name: 'Case' }).getByText(inThread).waitFor()
  expect(await queue.isVisible()).toBe(true)
})

it('INBOX-04: loads no media of a case until it is asked for, and shows them small, grey and blurred until one is pressed', async () => {
  site.relay.answers.set('GET /api/pictures/link', { body: { url: '/icon-192.png' } })
  const { page, card } = await openInbox()
  const images = card.locator('button[aria-pressed] img')
  expect([await images.count(), received('GET /api/pictures/link').length]).toEqual([0, 0])
  await page.keyboard.press('m')
  await images.first().waitFor({ state: 'attached' })
  expect(received('GET /api/pictures/link')).toHaveLength(1)
  const look = () => images.first().evaluate(image => getComputedStyle(image).filter)
  const width = async () => (await images.first().boundingBox())?.width ?? 0
  const veiled = /blur\((?!0).*grayscale\((1|100%)\)/
  expect(await look()).toMatch(veiled)
  const small = await width()
  await card.getByRole('button', { name: 'Show the image clearly', pressed: false }).first().click()
  expect([await look(), (await width()) > small]).toEqual(['none', true])
  await card.getByRole('button', { name: 'Show the image clearly', pressed: true }).click()
  expect([await look(), await width()]).toEqual([expect.stringMatching(veiled), small])
  await page.keyboard.press('m')
  await images.first().waitFor({ state: 'detached' })
  await goWithin(page, '/moderation/7')
  await card.getByText(inThread).waitFor()
  await page.keyboard.press('m')
  await images.first().waitFor({ state: 'attached' })
  // Nobody has asked for those of the next case.
  await page.keyboard.press('s')
  await card.getByText('In progress by').waitFor()
  await card.getByRole('button', { name: /^Show the image, blurred/ }).waitFor()
  expect(await images.count()).toBe(0)
})

it("INBOX-05: shows how long a case waits, who works on it and the subject's history, and offers templates", async () => {
  const opened_at = new Date(Date.now() - 3 * 3_600_000).toISOString()
  const mine = { ...details.case, opened_at }
  const by = { by: 'd'.repeat(64), by_name: 'Deda' }
  const allowed = { id: 3, at: opened_at, action: 'access.add', reason: 'Writes well', expires_at: null, ...by }
  site.relay.answers.set('GET /api/cases', { body: { ...openCases, cases: [mine, openCases.cases[1]] } })
  const decided = (id: number, reason: string) => {
    const verdict = { id, case_id: id, verdict: 'dismiss', reason, at: opened_at, is_undone: false }
    return { ...verdict, by: 'e'.repeat(64), by_name: `Edo ${id}` }
  }
  const verdicts = [decided(5, 'Seen before')]
  const shown = { ...details, decisions: [allowed], verdicts, image_verdicts: [decided(6, 'A harmless image')] }
  site.relay.answers.set('GET /api/cases/7', () => ({ body: { ...shown, case: mine } }))
  const taken = { ...mine, held_by: pubkey, held_by_name: 'Ada' }
  site.relay.answers.set('POST /api/cases/7/hold', () => {
    site.relay.answers.set('GET /api/cases/7', { body: { ...shown, case: taken } })
    return { body: taken }
  })
  const { page, card, queue } = await openInbox()
  for (const place of [queue, card]) await place.getByText('waiting for 3 h').first().waitFor()
  await queue.getByText('Mo', { exact: true }).waitFor()
  const history = card.getByRole('region', { name: 'History' })
  for (const text of ['Warned', 'No advertising', 'Mo', 'Writes well', 'Deda', 'Seen before', 'A harmless image'])
    await history.getByText(text, { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Not for everyone' }).click()
  expect(await card.getByLabel('Reason').inputValue()).toBe('Not for everyone')
  await card.getByRole('button', { name: 'Take' }).click()
  await expect.poll(() => received('POST /api/cases/7/hold').map(({ body }) => body)).toEqual([{ hold: true }])
  await card.getByRole('button', { name: 'Release' }).click()
  await expect.poll(() => received('POST /api/cases/7/hold').at(-1)?.body).toEqual({ hold: false })
  await goWithin(page, '/moderation/8')
  await card.getByText('In progress by').waitFor()
  expect(await card.getByRole('button', { name: 'Dismiss' }).isDisabled()).toBe(true)
})

it("INBOX-07: shows verdicts by cause, the time to them, and the judge's false alarms by threshold", async () => {
  const verdicts = caseCauses.flatMap((cause, row) =>
    caseVerdicts.map((verdict, column) => ({ cause, verdict, count: 10 * (row + 1) + column })),
  )
  const alarms = [
    { threshold: 0.7, decided: 3, dismissed: 1 },
    { threshold: 0.9, decided: 2, dismissed: 2 },
  ]
  const time = { count: 15, median: 900, p90: 7200 }
  site.relay.answers.set('GET /api/cases/statistics', { body: { verdicts, time, alarms } })
  const { page } = await openInbox()
  await page.getByRole('button', { name: 'Numbers' }).click()
  const table = page.getByRole('region', { name: 'Verdicts of the last 30 days' })
  await table.getByText(/^Half of them within 15 min, nine of ten within 2 hr.*\.$/).waitFor()
  const linesOf = async (of: Locator) =>
    Promise.all((await of.getByRole('row').all()).map(row => row.locator('th, td').allTextContents()))
  expect(await linesOf(table)).toEqual([
    ['', 'Dismissed', 'Deleted', 'Deleted and blocked', 'Warned', 'Escalated'],
    ['Report', '10', '11', '12', '13', '14'],
    ['Label', '20', '21', '22', '23', '24'],
    ['Reported file', '30', '31', '32', '33', '34'],
    ['Image moderation', '40', '41', '42', '43', '44'],
    ['Dispute', '50', '51', '52', '53', '54'],
    ['Blocked word', '60', '61', '62', '63', '64'],
    ['Like a banned file', '70', '71', '72', '73', '74'],
  ])
  expect(await linesOf(page.getByRole('region', { name: 'False alarms of the judge' }))).toEqual([
    ['Confidence from', 'Decided', 'Dismissed', 'False alarms'],
    ['0.7', '3', '1', '33.3%'],
    ['0.9', '2', '2', '100%'],
  ])
  await chooseGerman(page)
  const translated = page.getByRole('region', { name: 'Entscheidungen der letzten 30 Tage' })
  await translated.getByText(/^Die Hälfte binnen 15 Min.*, neun von zehn binnen 2 Std.*\.$/).waitFor()
  const heads = ['', 'Abgewiesen', 'Gelöscht', 'Gelöscht und gesperrt', 'Verwarnt', 'Weitergegeben']
  expect((await linesOf(translated))[0]).toEqual(heads)
  const share = ['Sicherheit ab', 'Entschieden', 'Abgewiesen', 'Fehlalarme']
  expect((await linesOf(page.getByRole('region', { name: 'Fehlalarme der Bildprüfung' })))[0]).toEqual(share)
})
