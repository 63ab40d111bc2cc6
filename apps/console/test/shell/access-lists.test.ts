import { readFile } from 'node:fs/promises'
import { noteEncode, npubEncode } from 'nostr-tools/nip19'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'

const [keyA, keyB] = ['ab'.repeat(32), 'cd'.repeat(32)]
const [idA, idB] = ['12'.repeat(32), '34'.repeat(32)]
const facts = { expires_at: '2031-03-04T10:00:00Z', created_at: '2026-11-01T00:00:00Z', created_by: keyB }
const lists = { 'allowed-pubkeys': keyA, words: 'casino', addresses: '192.0.2.0/24' } as const
const pasted = {
  'allowed-pubkeys': [keyA, keyB, '56'.repeat(32)],
  words: ['casino', 'poker', 'dice'],
  addresses: ['192.0.2.0/24', '192.0.2.9', '198.51.100.1'],
} as const
const matchIn = (list: string) => list === 'words' && { match: 'part' }
const entryOf = (list: keyof typeof lists) => {
  const value = lists[list]
  return { ...facts, ...matchIn(list), value, reason: `why ${value}`, created_by_name: 'Olga' }
}
const namesOf = <Key extends string>(all: Readonly<Record<Key, unknown>>) => Object.keys(all) as Key[]

const site = openConsole(
  relay => {
    for (const list of namesOf(lists)) {
      relay.answers.set(`GET /api/access/${list}`, { body: { entries: [entryOf(list)], count: 1 } })
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
    relay.answers.set('POST /api/allowed-events', {
      body: { allowed: 1, lifted: 0, before: { allowed: [], banned: [] } },
    })
    relay.answers.set('DELETE /api/allowed-events', { body: { removed: 1 } })
    relay.answers.set('GET /api/banned-events', { body: { events: [banned], count: 1 } })
    relay.answers.set('POST /api/banned-events', { body: { removed: 1, before: [] } })
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
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
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
    for (const reason of ['a poem', 'a scam']) {
      const row = page.getByRole('row', { name: reason })
      for (const word of [reason, /2026/, /Olga/]) await row.getByText(word).filter({ visible: true }).waitFor()
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

async function exported(page: Page, format: string) {
  await page.getByRole('button', { name: 'Export' }).click()
  const item = page.getByRole('menuitem', { name: format, exact: true })
  await item.waitFor()
  const offered = await page.getByRole('menuitem').allInnerTexts()
  const [download] = await Promise.all([page.waitForEvent('download'), item.click()])
  await page.getByRole('menu').waitFor({ state: 'detached' })
  return { offered, name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

const { expires_at, created_at, created_by } = facts
const csv = (head: string, cells: readonly string[]) => `\uFEFF${head}\r\n${cells.join()}\r\n`
const usualFiles = (list: keyof typeof lists, match = '') => {
  const [value, reason] = [lists[list], `why ${lists[list]}`]
  const cells = [`"${value}"`, `"${reason}"`, expires_at, match, created_at, created_by]
  return {
    CSV: csv('value,reason,expires_at,match,created_at,created_by', cells),
    JSON: [{ value, reason, expires_at, ...matchIn(list), created_at, created_by }],
  }
}
const author = { pubkey: keyA, reason: `why ${keyA}` }
const blocked = { pubkey: keyA, reason: 'why blocked' }
const ofBlock = [keyA, '"why blocked"', created_at, created_by, expires_at]
/** What each item of a list's Export menu saves. */
const exportsOf: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'allowed-pubkeys': {
    ...usualFiles('allowed-pubkeys'),
    'For NIP-86': [author],
    'For relay.tools': { allow_list: { list_pubkeys: [author] } },
    'For strfry': { [keyA]: true },
  },
  words: {
    ...usualFiles('words', 'part'),
    'For relay.tools': { block_list: { list_keywords: [{ keyword: 'casino', reason: 'why casino' }] } },
  },
  addresses: {
    ...usualFiles('addresses'),
    'For NIP-86': [{ ip: lists.addresses, reason: `why ${lists.addresses}` }],
    'For strfry': { [lists.addresses]: true },
  },
  'blocked-pubkeys': {
    CSV: csv('pubkey,reason,blocked_at,blocked_by,expires_at', ofBlock),
    JSON: [{ value: keyA, reason: 'why blocked', expires_at, created_at, created_by }],
    'For NIP-86': [blocked],
    'For relay.tools': { block_list: { list_pubkeys: [blocked] } },
    'For strfry': { [keyA]: true },
  },
}
const endings: Readonly<Record<string, string>> = {
  CSV: '.csv',
  JSON: '.json',
  'For NIP-86': '-nip86.json',
  'For relay.tools': '-relay-tools.json',
  'For strfry': '-strfry.json',
}

it.each(Object.entries(exportsOf))(
  'exports %s as CSV, JSON and for the tools that have such a list (ROUTE-14, ACCESS-41)',
  async (list, files) => {
    const page = await site.go(`/blocked-pubkeys?list=${list}`)
    const saved: [string, unknown][] = []
    for (const format of Object.keys(files)) {
      const { name, text, offered } = await exported(page, format)
      expect([name, offered]).toEqual([list + endings[format], Object.keys(files)])
      saved.push([format, format === 'CSV' ? text : JSON.parse(text)])
    }
    expect(Object.fromEntries(saved)).toEqual(files)
  },
)

it('exports a list that is longer than one answer, as it is searched (ACCESS-41)', async () => {
  const all = Array.from({ length: 1001 }, (_, at) => ({ ...entryOf('words'), value: `casino${at}` }))
  site.relay.answers.set('GET /api/access/words', ({ query }) => {
    const found = all.filter(({ value }) => value.includes(query.get('q') ?? ''))
    const start = Number(query.get('offset') ?? 0)
    const entries = found.slice(start, start + Number(query.get('limit') ?? 100))
    return { body: { entries, count: found.length } }
  })
  const page = await site.go('/blocked-pubkeys?list=words')
  const valuesOf = async () =>
    JSON.parse((await exported(page, 'JSON')).text).map(({ value }: { value: string }) => value)
  await page.getByText('1,001 entries').waitFor()
  expect(await valuesOf()).toEqual(all.map(({ value }) => value))
  await page.getByLabel('Search this list').fill('casino100')
  await page.getByText('2 entries').waitFor()
  expect(await valuesOf()).toEqual(['casino100', 'casino1000'])
})

it('imports into each list from other tools, and undoes each change (ROUTE-14, ACCESS-41)', async () => {
  const page = await site.go('/blocked-pubkeys')
  for (const list of namesOf(lists)) {
    const [value, ...others] = pasted[list]
    const held = { value, reason: `why ${value}`, expires_at: facts.expires_at, ...matchIn(list) }
    await page.goto(`${site.relay.url}/blocked-pubkeys?list=${list}`)
    await page.getByRole('button', { name: /^(Allow authors|Block words|Block addresses)$/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('textarea').fill(JSON.stringify(Object.fromEntries(others.map(other => [other, true]))))
    await dialog.getByRole('button', { name: 'Add 2' }).click()
    await expect
      .poll(() => sent(`POST /api/access/${list}`)[0])
      .toMatchObject({ entries: others.map(other => ({ value: other })) })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(() => sent(`DELETE /api/access/${list}`)[0]).toEqual({ values: others })

    await page
      .locator('tbody')
      .getByRole('button', { name: /^Remove / })
      .click()
    await expect.poll(() => sent(`DELETE /api/access/${list}`)[1]).toEqual({ values: [value] })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(() => sent(`POST /api/access/${list}`)[1]).toEqual({ entries: [held] })

    // What was in the list comes back as it was.
    const answer = { added: 0, updated: 1, before: [entryOf(list)], refused: [] }
    site.relay.answers.set(`POST /api/access/${list}`, { body: answer })
    await page.getByRole('button', { name: /^(Allow authors|Block words|Block addresses)$/ }).click()
    await dialog.locator('textarea').fill(JSON.stringify([{ ...held, reason: 'another reason' }]))
    await dialog.getByRole('button', { name: 'Add 1' }).click()
    await page.getByText('Added 1 entry').last().waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect
      .poll(() => sent(`POST /api/access/${list}`).slice(2))
      .toMatchObject([{ entries: [{ ...held, reason: 'another reason' }] }, { entries: [held] }])
  }
})

it('adds several pasted entries to a list, removes the selected ones in one call each, and undoes that (ROUTE-14, ACCESS-22, ACCESS-41)', async () => {
  const page = await site.go('/blocked-pubkeys')
  const dialog = page.getByRole('dialog')
  for (const list of namesOf(lists)) {
    const values = pasted[list]
    const entries = values.map(value => ({ ...entryOf(list), value }))
    site.relay.answers.set(`GET /api/access/${list}`, { body: { entries, count: 3 } })
    await page.goto(`${site.relay.url}/blocked-pubkeys?list=${list}`)
    await page.getByRole('button', { name: /^(Allow authors|Block words|Block addresses)$/ }).click()
    await dialog.locator('textarea').fill(values.join('\n'))
    if (list === 'words') {
      await dialog.getByRole('combobox', { name: 'Match' }).click()
      await page.getByRole('option', { name: 'Pattern' }).click()
    }
    await dialog.getByRole('button', { name: 'Add 3' }).click()
    await expect
      .poll(() => sent(`POST /api/access/${list}`))
      .toEqual([{ entries: values.map(value => ({ value, ...(list === 'words' && { match: 'pattern' }) })) }])
    await dialog.locator('textarea').waitFor({ state: 'detached' })
    for (const row of [1, 2]) await page.locator('tbody').getByRole('checkbox').nth(row).click()
    await page.getByRole('button', { name: 'Remove 2' }).click()
    await expect.poll(() => sent(`DELETE /api/access/${list}`)).toEqual([{ values: values.slice(1) }])
    await page.getByRole('dialog', { name: 'Removed 1 entry' }).getByRole('button', { name: 'Undo' }).click()
    const { reason, expires_at } = entryOf(list)
    const back = { entries: values.slice(1).map(value => ({ value, reason, expires_at })) }
    await expect.poll(() => sent(`POST /api/access/${list}`)[1]).toMatchObject(back)
  }
})

it('imports several authors into the block list in one call (ROUTE-14, ACCESS-41)', async () => {
  const authors = [keyB, '56'.repeat(32)]
  site.relay.answers.set('POST /api/blocked-pubkeys/block-many', { body: { blocked: [], already: 2 } })
  const page = await site.go('/blocked-pubkeys')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Import' }).click()
  await dialog.getByLabel('Keys').fill(`${npubEncode(keyB)},spam\n${authors[1]},spam`)
  await dialog.getByRole('button', { name: 'Block 2 keys' }).click()
  await expect
    .poll(() => sent('POST /api/blocked-pubkeys/block-many'))
    .toMatchObject([{ blocks: authors.map(pubkey => ({ pubkey, reason: 'spam' })) }])
})

it('lists decided events by id, takes pasted ids, and undoes each change (ACCESS-41)', async () => {
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
  const undo = (said: string) => page.getByRole('dialog', { name: said }).getByRole('button', { name: 'Undo' }).click()
  await undo('1 event banned')
  await expect.poll(() => sent('DELETE /api/banned-events')).toEqual([{ ids: [idA] }])

  await page.getByRole('button', { name: 'Allow events' }).click()
  await dialog.getByLabel('Event ids').fill(idB)
  await dialog.getByLabel('Reason').fill('a story')
  await submit.click()
  await undo('1 event allowed')
  await expect.poll(() => sent('DELETE /api/allowed-events')).toEqual([{ ids: [idB] }])
  expect(sent('POST /api/allowed-events')).toEqual([{ ids: [idB], reason: 'a story' }])

  for (const [list, reason, id, said] of [
    ['allowed', 'a poem', idA, 'Event taken off the list'],
    ['banned', 'a scam', idB, 'Ban lifted'],
  ] as const) {
    await page
      .getByRole('row', { name: reason })
      .getByRole('button', { name: /^Remove / })
      .click()
    await undo(said)
    await expect.poll(() => sent(`POST /api/${list}-events`).at(-1)).toEqual({ ids: [id], reason })
    expect(sent(`DELETE /api/${list}-events`).at(-1)).toEqual({ ids: [id] })
  }
})

it('undoes a ban or an approval of events that were decided on before with what they had (ACCESS-41)', async () => {
  const old = [idB, '56'.repeat(32)].map((id, at) => ({ id, reason: `scam ${at}` }))
  const ids = [idA, ...old.map(({ id }) => id)]
  const { answers } = site.relay
  const page = await site.go('/blocked-pubkeys?list=events')
  const dialog = page.getByRole('dialog')
  for (const [verb, said, call, answer, removed] of [
    ['Ban', '3 events banned', '/api/banned-events', { removed: 0, before: old }, [idA]],
    [
      'Allow',
      '3 events allowed',
      '/api/allowed-events',
      { allowed: 1, lifted: 2, before: { allowed: [idB], banned: old } },
      [idA, old[1]?.id],
    ],
  ] as const) {
    answers.set(`POST ${call}`, { body: answer })
    const before = sent('POST /api/banned-events').length
    await page.getByRole('button', { name: `${verb} events` }).click()
    await dialog.getByLabel('Event ids').fill(ids.join(' '))
    await dialog.getByRole('button', { name: 'Add 3' }).click()
    await page.getByRole('dialog', { name: said }).getByRole('button', { name: 'Undo' }).click()
    const again = () => sent('POST /api/banned-events').slice(before + (verb === 'Ban' ? 1 : 0))
    await expect.poll(again).toEqual(old.map(({ id, reason }) => ({ ids: [id], reason })))
    expect(sent(`DELETE ${call}`)).toEqual([{ ids: removed }])
  }
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

it('undoes a block, an import and an unblocking of the block list (ACCESS-04, ACCESS-09, ACCESS-41)', async () => {
  const { answers } = site.relay
  const blocked = { pubkey: keyB, reason: 'spam', blocked_at: facts.created_at, expires_at: null }
  answers.set('POST /api/blocked-pubkeys', { body: { message: '', blocked, deleted_events: 0 } })
  for (const key of [keyA, keyB]) answers.set(`DELETE /api/blocked-pubkeys/${key}`, { body: { message: '' } })
  const many = [blocked, { ...blocked, pubkey: '56'.repeat(32), expires_at: facts.expires_at }]
  answers.set('POST /api/blocked-pubkeys/block-many', { body: { blocked: many, already: 0 } })
  answers.set('POST /api/blocked-pubkeys/unblock-many', { body: { unblocked: many, already: 0 } })
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
  await dialog.getByRole('combobox').click()
  await page.getByRole('option', { name: 'One week' }).click()
  answers.set(`GET /api/blocked-pubkeys/${keyB}/stored-events`, { body: { count: 0 } })
  await dialog.getByRole('checkbox', { name: /^Also delete/ }).click()
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect.poll(() => sent('POST /api/blocked-pubkeys')).toMatchObject([{ pubkey: keyB, delete_events: true }])
  const [asked] = sent('POST /api/blocked-pubkeys') as { expires_at: string }[]
  expect((Date.parse(asked?.expires_at ?? '') - Date.now()) / 86_400_000).toBeCloseTo(7, 1)
  await page.getByRole('region', { name: 'Messages' }).getByText('Blocked', { exact: true }).waitFor()
  await press('Undo')
  await expect.poll(() => sent(`DELETE /api/blocked-pubkeys/${keyB}`)).toHaveLength(1)
  await press('Import')
  const keys = many.map(({ pubkey }) => pubkey)
  await dialog.getByLabel('Keys').fill(keys.map(key => `${key},spam`).join('\n'))
  await dialog.getByRole('button', { name: 'Block 2 keys' }).click()
  await expect.poll(() => sent('POST /api/blocked-pubkeys/block-many')).toHaveLength(2)
  await press('Undo')
  await expect.poll(() => sent('POST /api/blocked-pubkeys/unblock-many')).toEqual([{ pubkeys: keys }])
  await press('Undo')
  const blocks = many.map(({ pubkey, reason, expires_at }) => ({ pubkey, reason, expires_at }))
  await expect.poll(() => sent('POST /api/blocked-pubkeys/block-many').at(-1)).toEqual({ blocks, restore: true })
})
