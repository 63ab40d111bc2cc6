import { noteEncode, npubEncode } from 'nostr-tools/nip19'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'

const [keyA, keyB] = ['ab'.repeat(32), 'cd'.repeat(32)]
const [idA, idB] = ['12'.repeat(32), '34'.repeat(32)]
const facts = { expires_at: '2031-03-04T10:00:00Z', created_at: '2026-11-01T00:00:00Z', created_by: keyB }
const entryOf = (value: string) => ({ ...facts, value, reason: `why ${value}`, created_by_name: 'Olga' })
const lists = { 'allowed-pubkeys': keyA, words: 'casino', addresses: '192.0.2.0/24' } as const

const site = openConsole(
  relay => {
    for (const [list, value] of Object.entries(lists)) {
      const match = list === 'words' && { match: 'part' }
      relay.answers.set(`GET /api/access/${list}`, { body: { entries: [{ ...entryOf(value), ...match }], count: 1 } })
      relay.answers.set(`POST /api/access/${list}`, { body: { added: 2, updated: 0, before: [], refused: [] } })
      relay.answers.set(`DELETE /api/access/${list}`, { body: { removed: 1 } })
    }
    const blocked = { pubkey: keyA, reason: 'why blocked', blocked_at: facts.created_at, blocked_by: keyB }
    const named = { ...blocked, blocked_by_name: 'Olga', expires_at: facts.expires_at }
    relay.answers.set('GET /api/blocked-pubkeys', { body: { blocked_pubkeys: [named], count: 1 } })
    const decided = { created_at: facts.created_at, created_by: keyB, created_by_name: 'Olga' }
    const allowed = { id: idA, reason: 'a poem', ...decided }
    relay.answers.set('GET /api/allowed-events', { body: { events: [allowed], count: 1 } })
    const banned = { id: idB, reason: 'a scam', banned_at: facts.created_at, banned_by: keyB, banned_by_name: 'Olga' }
    relay.answers.set('GET /api/banned-events', { body: { events: [banned], count: 1 } })
    relay.answers.set('POST /api/banned-events', { body: { removed: 1 } })
    relay.answers.set('DELETE /api/banned-events', { body: { lifted: 1 } })
  },
  { signedIn: true },
)
const shownIn = (page: Page) => (words: string | RegExp) =>
  page.locator('tbody').getByText(words).filter({ visible: true }).first()
const sent = (call: string) => site.relay.received.filter(came => came.call === call).map(({ body }) => body)

it('shows reason, expiry, who and when of each listed entry, and searches each list (ROUTE-14, ACCESS-40)', async () => {
  const page = await site.go('/blocked-pubkeys')
  const shown = shownIn(page)
  const searches: string[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (searchParams.get('q')) searches.push(`${pathname} ${searchParams.get('q')}`)
  })
  const onBothSizes = async (look: () => Promise<void>) => {
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await look()
    }
  }
  await onBothSizes(async () => {
    for (const words of ['why blocked', /2031/, /Olga/]) await shown(words).waitFor()
  })
  expect(await page.locator('tbody time').getAttribute('datetime')).toBe(facts.created_at)
  await page.getByLabel('Search the block list').fill('nobody')
  await page.getByText('Nothing found').waitFor()
  for (const found of ['BLOCKED', npubEncode(keyA), keyA.slice(0, 12)]) {
    await page.getByLabel('Search the block list').fill(found)
    await shown('why blocked').waitFor()
  }
  for (const [list, value] of Object.entries(lists)) {
    await page.goto(`${site.relay.url}/blocked-pubkeys?list=${list}`)
    await onBothSizes(async () => {
      for (const words of [`why ${value}`, /2031/, /2026/, /Olga/]) await shown(words).waitFor()
    })
    await page.getByLabel('Search this list').fill('casi')
    await expect.poll(() => searches).toContain(`/api/access/${list} casi`)
  }
  await page.getByRole('tab', { name: 'Events by id' }).click()
  await onBothSizes(async () => {
    for (const [reason, ...words] of [
      ['a poem', /2026/, /Olga/],
      ['a scam', /2026/, /Olga/],
    ] as const) {
      const row = page.getByRole('row', { name: reason })
      for (const word of [reason, ...words]) await row.getByText(word).filter({ visible: true }).waitFor()
    }
  })
  for (const [at, path] of ['/api/allowed-events', '/api/banned-events'].entries()) {
    const search = page.getByLabel('Search by id or reason').nth(at)
    await search.fill('poem')
    await expect.poll(() => searches).toContain(`${path} poem`)
    await search.fill(`nostr:${noteEncode(idB)}`)
    await expect.poll(() => searches).toContain(`${path} ${idB}`)
    site.relay.answers.set(`GET ${path}`, { body: { events: [], count: 0 } })
    await search.fill('none of these')
    await page.getByText('No entry matches the search.').nth(at).waitFor()
    expect(await search.inputValue()).toBe('none of these')
  }
})

it('imports and exports each list in the formats of other tools, and undoes each change (ROUTE-14, ACCESS-41)', async () => {
  const page = await site.go('/blocked-pubkeys')
  const strfry = { 'allowed-pubkeys': keyB, words: 'poker', addresses: '192.0.2.9' }
  for (const [list, value] of Object.entries(lists)) {
    const other = strfry[list as keyof typeof strfry]
    await page.goto(`${site.relay.url}/blocked-pubkeys?list=${list}`)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem').first().waitFor()
    const names = await page.getByRole('menuitem').allInnerTexts()
    for (const name of names.slice(-2)) {
      if (name === names.at(-1)) await page.getByRole('button', { name: 'Export' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name, exact: true }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(new RegExp(`^${list}.*\\.(csv|json)$`))
    }
    expect(names.length).toBe({ 'allowed-pubkeys': 5, words: 3, addresses: 4 }[list])

    await page.getByRole('button', { name: /^(Allow authors|Block words|Block addresses)$/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('textarea').fill(JSON.stringify({ [other]: true }))
    await dialog.getByRole('button', { name: 'Add 1' }).click()
    await expect.poll(() => sent(`POST /api/access/${list}`)[0]).toMatchObject({ entries: [{ value: other }] })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(() => sent(`DELETE /api/access/${list}`)[0]).toEqual({ values: [other] })

    await page
      .locator('tbody')
      .getByRole('button', { name: /^Remove / })
      .click()
    await expect.poll(() => sent(`DELETE /api/access/${list}`)[1]).toEqual({ values: [value] })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect
      .poll(() => sent(`POST /api/access/${list}`)[1])
      .toMatchObject({ entries: [{ value, reason: `why ${value}`, expires_at: facts.expires_at }] })

    // What was in the list comes back as it was.
    const answer = { added: 0, updated: 1, before: [entryOf(value)], refused: [] }
    site.relay.answers.set(`POST /api/access/${list}`, { body: answer })
    await page.getByRole('button', { name: /^(Allow authors|Block words|Block addresses)$/ }).click()
    await dialog.locator('textarea').fill(`${value}, another reason`)
    await dialog.getByRole('button', { name: 'Add 1' }).click()
    await page.getByText('Added 1 entry').last().waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect
      .poll(() => sent(`POST /api/access/${list}`).slice(2))
      .toMatchObject([
        { entries: [{ value, reason: 'another reason' }] },
        { entries: [{ value, reason: `why ${value}`, expires_at: facts.expires_at }] },
      ])
  }
})

it('lists decided events by id, takes pasted ids, and undoes a ban', async () => {
  const page = await site.go('/blocked-pubkeys')
  const shown = shownIn(page)
  await page.getByRole('tab', { name: 'Events by id' }).click()
  for (const words of ['a poem', 'a scam', 'Olga']) await shown(words).waitFor()
  await page.getByRole('button', { name: 'Ban events' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Event ids').fill(`${idA} ${npubEncode(keyA)}`)
  await dialog.getByText('1 of them is not an event id').waitFor()
  const submit = dialog.getByRole('button', { name: 'Add 1' })
  expect(await submit.isDisabled()).toBe(true)
  await dialog.getByLabel('Event ids').fill(noteEncode(idA))
  await dialog.getByLabel('Reason').fill('spam')
  await submit.click()
  await expect.poll(() => sent('POST /api/banned-events')).toEqual([{ ids: [idA], reason: 'spam' }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => sent('DELETE /api/banned-events')).toEqual([{ ids: [idA] }])
})

it('the block list takes a Tab stop only while it has something to scroll', async () => {
  const block = (count: number) => {
    const blocked_pubkeys = Array.from({ length: count }, (_, at) => ({
      pubkey: at.toString(16).padStart(64, '0'),
      reason: 'spam',
      blocked_at: facts.created_at,
    }))
    site.relay.answers.set('GET /api/blocked-pubkeys', { body: { blocked_pubkeys, count } })
  }
  block(1)
  const page = await site.go('/blocked-pubkeys')
  const list = page.locator('section[aria-label="Access control"]')
  await list.waitFor()
  expect(await list.getAttribute('tabindex')).toBeNull()
  block(60)
  await page.reload()
  await expect.poll(() => list.getAttribute('tabindex')).toBe('0')
})

it('undoes a block, an import and an unblocking of the block list (ACCESS-41)', async () => {
  const { answers } = site.relay
  const blocked = { pubkey: keyB, reason: 'spam', blocked_at: facts.created_at, expires_at: null }
  answers.set('POST /api/blocked-pubkeys', { body: { message: '', blocked, deleted_events: 0 } })
  answers.set(`DELETE /api/blocked-pubkeys/${keyB}`, { body: { message: '' } })
  answers.set(`DELETE /api/blocked-pubkeys/${keyA}`, { body: { message: '' } })
  answers.set('POST /api/blocked-pubkeys/block-many', { body: { blocked: [blocked], already: 0 } })
  answers.set('POST /api/blocked-pubkeys/unblock-many', { body: { unblocked: [blocked], already: 0 } })
  const page = await site.go('/blocked-pubkeys')
  const press = (name: string | RegExp) => page.getByRole('button', { name }).last().click()
  const dialog = page.getByRole('dialog')
  await press(/^Unblock npub/)
  await expect.poll(() => sent(`DELETE /api/blocked-pubkeys/${keyA}`)).toHaveLength(1)
  await press('Undo')
  const back = { pubkey: keyA, reason: 'why blocked', expires_at: facts.expires_at }
  await expect
    .poll(() => sent('POST /api/blocked-pubkeys/block-many').at(-1))
    .toEqual({ blocks: [back], restore: true })
  await press('Block an author')
  await dialog.getByLabel('Public key').fill(keyB)
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByRole('region', { name: 'Messages' }).getByText('Blocked', { exact: true }).waitFor()
  await press('Undo')
  await expect.poll(() => sent(`DELETE /api/blocked-pubkeys/${keyB}`)).toHaveLength(1)
  await press('Import')
  await dialog.getByLabel('Keys').fill(`${keyB},spam`)
  await dialog.getByRole('button', { name: 'Block 1 key' }).click()
  await expect.poll(() => sent('POST /api/blocked-pubkeys/block-many')).toHaveLength(2)
  await press('Undo')
  await expect.poll(() => sent('POST /api/blocked-pubkeys/unblock-many')).toEqual([{ pubkeys: [keyB] }])
})
