import { readFile } from 'node:fs/promises'
import { npubEncode } from 'nostr-tools/nip19'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openConsole } from './support/console-visit.ts'
import { fullAccount } from './support/stubs/account-answers.ts'
import { playState } from './support/stubs/relay-states.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })
async function watchWritten(field: Locator): Promise<() => Promise<string[]>> {
  const written = await field.evaluateHandle((input: HTMLInputElement) => {
    const texts: string[] = []
    const { get, set } = Object.getOwnPropertyDescriptor(input, 'value') ?? {}
    const note = (text: string) => {
      if (text !== input.value) texts.push(text)
      set?.call(input, text)
    }
    Object.defineProperty(input, 'value', { configurable: true, get: () => get?.call(input), set: note })
    return texts
  })
  return () => written.jsonValue()
}

const listed = () => site.relay.calls.filter(call => call === 'GET /api/audit').length

it('shows the target whole on a phone, beside saved settings and calls by NIP-86 (SAVE-06, ADMIN86-05)', async () => {
  const target = 'ab'.repeat(32)
  const entry = { ...fullAccount['/api/audit'].entries[0], action: 'events.delete_by_author_begun', target }
  site.relay.answers.set('GET /api/audit', {
    body: {
      entries: [
        entry,
        { ...entry, id: 91, action: 'settings.save', target: 'ollama' },
        { ...entry, id: 92, action: 'call.nip86', target: 'banpubkey' },
      ],
      hasMore: false,
    },
  })
  const page = await site.go('/audit-log')
  await page.setViewportSize({ width: 390, height: 844 })
  const person = page.locator(`[data-person="${npubEncode(target)}"] bdi`)
  await person.waitFor()
  expect(await person.evaluate(name => name.scrollWidth - name.clientWidth)).toBeLessThanOrEqual(0)
  for (const name of [/Settings saved/, /Call by NIP-86/]) await page.getByRole('button', { name }).waitFor()
})

describe('the filters of the audit log', () => {
  it('say at the field that the first day is after the last, and ask nothing, also from a link', async () => {
    const page = await site.go('/audit-log?from=2026-11-20&to=2026-11-01')
    await page.getByText('Later than “Until”').waitFor()
    await page.getByText('The first day is later than the last').waitFor()
    expect(await page.getByLabel('From').getAttribute('aria-invalid')).toBe('true')
    expect([listed(), await page.getByText('No entry matches these filters').count()]).toEqual([0, 0])
    await page.getByLabel('Until').fill('2026-11-21')
    await page.getByRole('button', { name: 'Show older entries' }).waitFor()
    expect(await page.getByText('Later than “Until”').count()).toBe(0)
    expect(new URL(page.url()).search).toBe('?from=2026-11-20&to=2026-11-21')
  })

  it('take the place of those before: Back leads to the page before, and a link to what was seen', async () => {
    const [, refusal] = fullAccount['/api/audit'].entries
    const counted = { ...refusal, after: { repeated: 39, since: refusal.at, until: refusal.at } }
    site.relay.answers.set('GET /api/audit', { body: { entries: [counted], hasMore: false } })
    const page = await site.go('/blocked-pubkeys')
    await page.getByText('2 blocked').waitFor()
    await page.evaluate(() => history.pushState({}, '', '/audit-log'))
    const target = page.getByLabel('Target')
    const written = await watchWritten(target)
    await target.pressSequentially('ab')
    await page.waitForURL('**/audit-log?q=ab')
    await page.getByLabel('From').pressSequentially('11012026')
    await page.waitForURL('**/audit-log?q=ab&from=2026-11-01')
    const refused = page.getByRole('group', { name: 'Outcome' }).getByRole('button', { name: 'Refused' })
    await refused.click()
    await page.waitForURL('**/audit-log?q=ab&outcome=refused&from=2026-11-01')
    await page.getByText('Refused · 39 more times').waitFor()
    // Typing while the URL updates must lose nothing.
    expect(await written()).toEqual([])
    const link = page.url()
    await page.goBack()
    await page.getByText('2 blocked').waitFor()
    await page.goto(link)
    expect(await page.getByLabel('From').inputValue()).toBe('2026-11-01')
    expect(await refused.getAttribute('aria-pressed')).toBe('true')
  })
})

it('keeps the open entry in the URL, even one outside the list, and Back closes it', async () => {
  const [first] = fullAccount['/api/audit'].entries
  const old = { ...first, id: 7, target: 'long ago' }
  const page = await site.go('/audit-log?outcome=done')
  const row = page.getByRole('list', { name: 'Audit log' }).getByRole('button').first()
  await row.click()
  await page.waitForURL(`**/audit-log?outcome=done&entry=${first.id}`)
  await page.reload()
  await page.getByText(first.hash).waitFor()
  expect(await row.getAttribute('aria-expanded')).toBe('true')
  await page.goBack()
  await page.waitForURL('**/audit-log?outcome=done')
  await expect.poll(() => row.getAttribute('aria-expanded')).toBe('false')
  await page.route('**/api/audit?before=8*', route => route.fulfill({ json: { entries: [old], hasMore: true } }))
  await page.goto(`${site.relay.url}/audit-log?entry=7`)
  const linked = page.getByRole('list', { name: 'Linked entry' }).getByRole('button').first()
  await linked.getByText('long ago').waitFor()
  expect(await linked.getAttribute('aria-expanded')).toBe('true')
})

it("cancels an export without a word of failure, looks for a hash that was noted earlier, checks databases on demand, shows an export's progress, continues it on another page, and saves every byte", async () => {
  const page = await site.go('/audit-log')
  await page.route('**/api/audit/export**', () => undefined)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'As JSON lines' }).click()
  const [failed] = await Promise.all([
    page.waitForEvent('requestfailed'),
    page.getByRole('button', { name: 'Cancel' }).click(),
  ])
  expect(failed.failure()?.errorText).toContain('ERR_ABORTED')
  await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' })
  expect(await page.getByRole('region', { name: 'Messages' }).getByText(/\w/).count()).toBe(0)

  await page.getByRole('button', { name: 'Verify log' }).click()
  const noted = page.getByLabel('A hash you saved earlier')
  await noted.fill('not a hash')
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText('A hash has 64 characters from 0 to 9 and a to f.').waitFor()
  const verification = fullAccount['/api/audit/verification']
  site.relay.answers.set('GET /api/audit/verification', { body: { ...verification, headFound: false } })
  await noted.fill('AB'.repeat(32))
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText('The log no longer contains this hash').waitFor()
  site.relay.answers.set('GET /api/audit/verification', { body: { ...verification, headFound: true } })
  await noted.fill('cd'.repeat(32))
  expect(await page.getByText('The log no longer contains this hash').count()).toBe(0)
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText('The log still contains this hash').waitFor()
  site.relay.answers.set('GET /api/database-check', { body: { damaged: ['events.lmdb'] } })
  await page.getByRole('button', { name: 'Check databases' }).click()
  await page.getByText('events.lmdb: stop the relay and restore your last backup.').waitFor()

  await page.unroute('**/api/audit/export**')
  const { promise: waiting, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/audit/export**', async route => {
    await waiting
    await route.fulfill({ contentType: 'text/csv', body: Buffer.from('\uFEFFid;at\r\n1;ü\r\n') })
  })
  await page.getByRole('button', { name: 'Export' }).click()
  const [request] = await Promise.all([
    page.waitForRequest('**/api/audit/export**'),
    page.getByRole('menuitem', { name: 'As a table (CSV)' }).click(),
  ])
  expect(new URL(request.url()).search).toBe('?format=csv&separator=comma')
  await page.getByRole('button', { name: 'Cancel' }).waitFor()
  await page.getByRole('link', { name: 'Access control' }).click()
  await page.getByText('2 blocked').waitFor()
  const downloading = page.waitForEvent('download')
  goOn()
  const file = await downloading
  await page.getByText('Audit log exported').waitFor()
  expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toBe('\uFEFFid;at\r\n1;ü\r\n')
})
