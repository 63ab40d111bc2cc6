import type { Person } from '@hornets/contract/admin/accounts/people'
import { nip19 } from 'nostr-tools'
import { expect, it } from 'vitest'
import { openConsole } from './support/console-visit.ts'
import { playState } from './support/stubs/relay-states.ts'
import type { Received } from './support/stubs/stub-relay.ts'
import { person, personDetails, reportNotification } from './support/subscription-answers.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })
const received = (call: string) => site.relay.received.filter(one => one.call === call)
const npub = nip19.npubEncode(person.pubkey)

const hostile = ['<img src=x onerror=alert(1)>', '\u202Egnirts\u202E', 'W'.repeat(200), '=1+1', '']
const rows: Person[] = Array.from({ length: 50 }, (_, at) => ({
  ...person,
  pubkey: at.toString(16).padStart(64, '0'),
  name: hostile[at % hostile.length] ?? '',
  picture: 'https://x.example',
  reports: at % 3,
  status: at % 2 ? ['blocked', 'member', 'trusted', 'allowed'] : [],
}))

function page({ query }: Received) {
  const start = Number(query.get('after')?.split('.')[0] ?? 0)
  const people = rows.map(row => ({
    ...row,
    pubkey: (start + Number(`0x${row.pubkey}`)).toString(16).padStart(64, '0'),
  }))
  return { body: { people, count: 10_000, next: `${start + 50}.1`, is_counted: true } }
}

it('lists people by page, sorted and filtered in the URL, with hostile names as text (PEOPLE-01, PEOPLE-03)', async () => {
  site.relay.answers.set('GET /api/people', page)
  const console = await site.go('/people?sort=events&status=blocked')
  await console.getByText('10,000 people, 50 shown').waitFor()
  const asked = () => Object.fromEntries(received('GET /api/people').at(-1)?.query ?? [])
  expect(asked()).toEqual({ sort: 'events', status: 'blocked' })
  await console
    .getByText(hostile[0] ?? '')
    .first()
    .waitFor()
  expect(await console.locator('img[src="x"]').count()).toBe(0)
  await console.getByRole('button', { name: 'Reports' }).click()
  await console.waitForURL('**/people?sort=reports&status=blocked')
  await console.getByPlaceholder('Name, npub').fill('ada@')
  await console.waitForURL('**q=ada**')
  await expect.poll(asked).toEqual({ sort: 'reports', status: 'blocked', q: 'ada@' })
  await console.getByRole('button', { name: 'Show more' }).click()
  await console.getByText('10,000 people, 100 shown').waitFor()
  expect(asked()).toEqual({ sort: 'reports', status: 'blocked', q: 'ada@', after: '50.1' })
  await console.getByRole('combobox', { name: 'Status' }).click()
  await console.getByRole('option', { name: 'Allowed' }).click()
  await expect.poll(asked).toEqual({ sort: 'reports', status: 'allowed', q: 'ada@' })
  for (const width of [1440, 1024, 390, 320]) {
    await console.setViewportSize({ width, height: 900 })
    expect([width, await console.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([
      width,
      true,
    ])
  }
})

it('PEOPLE-03: has the one with most of the chosen figure first', async () => {
  const columns = ['events_1h', 'events_24h', 'events_30d', 'events', 'bytes', 'reports', 'last_seen'] as const
  const day = (at: number) => `2026-08-0${at + 1}T12:00:00Z`
  // Of each column another person has the most.
  const people = columns.map((most, at) => ({
    ...person,
    pubkey: String(at).repeat(64),
    name: `Most ${most}`,
    ...Object.fromEntries(columns.map(column => [column, column === most ? 9000 : 7])),
    last_seen: most === 'last_seen' ? day(8) : day(at),
  }))
  const sorted = (column: string) =>
    people.toSorted((one, other) => {
      const [a, b] = [one, other].map(row => row[column as 'events'])
      return a === b ? 0 : (a ?? 0) < (b ?? 0) ? 1 : -1
    })
  site.relay.answers.set('GET /api/people', ({ query }) => ({
    body: { people: sorted(query.get('sort') ?? 'last_seen'), count: 7, next: null, is_counted: true },
  }))
  const console = await site.go('/people', { width: 1920 })
  const first = console.getByRole('row').nth(1)
  const titles = ['1 h', '24 h', '30 days', 'Events', 'Storage', 'Reports', 'Last seen']
  for (const [at, name] of titles.entries()) {
    await console.getByRole('columnheader', { name, exact: true }).getByRole('button').click()
    await first.getByText(`Most ${columns[at]}`).waitFor()
    await console.locator('th[aria-sort=descending]', { hasText: name }).waitFor()
    if (!['bytes', 'last_seen'].includes(columns[at] ?? ''))
      await first.getByRole('cell', { name: '9,000', exact: true }).waitFor()
  }
  await console.setViewportSize({ width: 390, height: 844 })
  await console.getByRole('button', { name: 'More filters' }).click()
  const orders = ['Events in 1 hour', 'Events in 24 hours', 'Events in 30 days', 'All events', ...titles.slice(4)]
  for (const [at, name] of orders.entries()) {
    await console.getByRole('combobox', { name: 'Order' }).click()
    await console.getByRole('option', { name, exact: true }).click()
    await first.getByText(`Most ${columns[at]}`).waitFor()
  }
})

it('PEOPLE-04: shows a profile with events, files, subscription, reports, decisions and notes', async () => {
  const { events, decisions, notes } = personDetails
  const by = { by: 'e'.repeat(64), by_name: 'Ada Byron' }
  site.relay.answers.set(`GET /api/people/${person.pubkey}`, {
    body: {
      ...personDetails,
      events: [...events, { ...events[0], id: 'e'.repeat(64), content: 'An older note' }],
      reports_against: [1, 3].map((id, at) =>
        reportNotification(id, { event_id: `${id}`.repeat(64), report_content: `Against ${at + 1}` }),
      ),
      reports_by: [2, 4].map((id, at) =>
        reportNotification(id, { event_id: `${id}`.repeat(64), report_content: `By ${at + 1}` }),
      ),
      decisions: [
        ...decisions,
        { ...decisions[0], ...by, id: 6, action: 'access.unblock', reason: 'Promised to stop' },
      ],
      notes: [...notes, { ...notes[0], ...by, id: 2, text: 'Has stopped.' }],
      subscription: {
        status: 'active',
        tier: '1 GB per month',
        expires_at: '2026-09-30T12:00:00Z',
        used_bytes: 2 ** 29,
        total_bytes: 2 ** 30,
      },
    },
  })
  const console = await site.go(`/people/${npub}`)
  const card = (name: string) => console.getByRole('region', { name, exact: true })
  await console.getByRole('heading', { level: 1 }).getByText(person.name).waitFor()
  await console.getByText(personDetails.about).waitFor()
  await console.getByText(personDetails.website).waitFor()
  for (const text of [events[0]?.content ?? '', 'An older note'])
    await card('Events').getByRole('listitem').getByText(text).waitFor()
  await card('Files').getByText('45.8 MB', { exact: true }).waitFor()
  expect(await card('Files').getByRole('link', { name: 'Show files' }).getAttribute('href')).toContain(person.pubkey)
  for (const text of ['Active', '1 GB per month', '512 MB of 1 GB used'])
    await card('Subscription').getByText(text, { exact: true }).waitFor()
  await card('Subscription').getByText('Paid until Sep 30, 2026').waitFor()
  for (const [heading, words] of [
    ['Against this person', ['Against 1', 'Against 2']],
    ['By this person', ['By 1', 'By 2']],
  ] as const) {
    const section = card('Reports').getByRole('heading', { name: heading, exact: true }).locator('..')
    for (const text of words) await section.getByRole('listitem').getByText(text, { exact: true }).waitFor()
  }
  for (const text of ['Author blocked', 'Floods the relay', 'Grace Hopper', 'Promised to stop', 'Ada Byron'])
    await card('Decisions').getByText(text, { exact: true }).waitFor()
  const figures = await console.locator('dl').first().locator('dd').allTextContents()
  expect(figures.slice(0, 5)).toEqual(['12,345', '3 in 1 h, 41 in 24 h, 1,204 in 30 days', '53.8 MB', '12', '2'])
  for (const text of ['Asked to slow down.', 'Has stopped.', 'Grace Hopper', 'Ada Byron'])
    await card('Notes').getByText(text, { exact: true }).waitFor()
})

it('reads the newest events of a person once, and older ones from where these end (PEOPLE-04)', async () => {
  const [newest] = personDetails.events
  const path = `/api/people/${person.pubkey}`
  site.relay.answers.set(`GET ${path}`, { body: { ...personDetails, events_next: 1_787_000_000 } })
  const older = { ...newest, id: 'a'.repeat(64), content: 'An older note' }
  site.relay.answers.set(`GET ${path}/events`, { body: { events: [older], next: null } })
  const console = await site.go(`/people/${npub}`)
  const card = console.getByRole('region', { name: 'Events', exact: true })
  await card.getByText(newest?.content ?? '').waitFor()
  expect(received(`GET ${path}/events`)).toEqual([])
  await card.getByRole('button', { name: 'Show older events' }).click()
  await card.getByText('An older note').waitFor()
  expect(received(`GET ${path}/events`).map(({ query }) => query.get('until'))).toEqual(['1787000000'])
  expect(await card.getByRole('listitem').count()).toBe(2)
})

it('PEOPLE-05: from their page blocks a person for a time or permanently, allows, sets a quota and sends a message, and takes back what can be', async () => {
  const blocks: { expires_at: string | null }[] = []
  const quotas: unknown[] = []
  const none = { events_day: null, files_day: null, files_total: null }
  let quota: typeof personDetails.quota = null
  const { answers } = site.relay
  const path = `/api/people/${person.pubkey}`
  const shown = { ...personDetails, person: { ...person, status: [] }, block: null, can_write: true }
  answers.set(`GET ${path}`, () => ({ body: { ...shown, quota } }))
  answers.set('POST /api/blocked-pubkeys', ({ body }) => {
    blocks.push(body as { expires_at: string | null })
    const blocked = { pubkey: person.pubkey, reason: 'floods', blocked_at: '2026-08-30T12:00:00Z' }
    return { body: { message: '', blocked, deleted_events: 0 } }
  })
  answers.set(`DELETE /api/blocked-pubkeys/${person.pubkey}`, { body: { message: '' } })
  answers.set('POST /api/access/allowed-pubkeys', { body: { added: 1, updated: 0, before: [], refused: [] } })
  answers.set('DELETE /api/access/allowed-pubkeys', { body: { removed: 1 } })
  answers.set(`PUT ${path}/quota`, ({ body }) => {
    const { reason, ...given } = body as NonNullable<typeof quota> & { reason: string }
    quotas.push({ reason, ...given })
    quota = Object.values(given).some(bytes => bytes !== null) ? given : null
    return { body: { quota } }
  })
  answers.set(`POST ${path}/messages`, { body: { message: '' } })
  const console = await site.go(`/people/${npub}`)
  const act = (name: string) => console.getByRole('button', { name, exact: true }).first().click()
  const dialog = console.getByRole('dialog')
  const takeBack = async (said: string) => {
    await console.getByText(said, { exact: true }).first().waitFor()
    const undo = console.getByRole('button', { name: 'Undo', exact: true })
    await undo.click()
    await undo.waitFor({ state: 'detached' })
    await console.getByText('Undone').first().waitFor()
  }

  for (const time of ['7 days', 'Permanently']) {
    await act('Block')
    await dialog.getByLabel('How long').click()
    await console.getByRole('option', { name: time }).click()
    await dialog.getByLabel('Reason').fill('floods')
    await dialog.getByRole('button', { name: 'Block', exact: true }).click()
    await takeBack('Person blocked')
  }
  const [forWeek, forGood] = blocks
  expect(forWeek).toMatchObject({ pubkey: person.pubkey, reason: 'floods', delete_events: false })
  expect((Date.parse(forWeek?.expires_at ?? '') - Date.now()) / 86_400_000).toBeCloseTo(7, 1)
  expect(forGood?.expires_at).toBe(null)
  await expect.poll(() => received(`DELETE /api/blocked-pubkeys/${person.pubkey}`).length).toBe(2)

  await act('Allow')
  await console.getByText('Person allowed', { exact: true }).first().waitFor()
  expect(received('POST /api/access/allowed-pubkeys')[0]?.body).toEqual({ entries: [{ value: person.pubkey }] })
  expect(received('DELETE /api/access/allowed-pubkeys')).toEqual([])
  await takeBack('Person allowed')
  expect(received('DELETE /api/access/allowed-pubkeys')[0]?.body).toEqual({ values: [person.pubkey] })

  await act('Quota')
  await dialog.getByLabel('Events per day').fill('1.5')
  await dialog.getByLabel('Uploads per day').fill('2')
  await dialog.getByLabel('Files kept').fill('0')
  await dialog.getByLabel('Reason').fill('floods')
  await dialog.getByRole('button', { name: 'Set quota' }).click()
  await console.getByText('Own quota: Events per day: 1.5 MB, Uploads per day: 2 MB, Files kept: 0 B').waitFor()
  await takeBack('Quota changed')
  await console.getByText('Own quota').waitFor({ state: 'detached' })
  expect(quotas).toEqual([
    { events_day: 1.5 * 2 ** 20, files_day: 2 * 2 ** 20, files_total: 0, reason: 'floods' },
    { ...none, reason: '' },
  ])

  await act('Send message')
  await dialog.getByLabel('Message').fill('Please slow down.')
  await dialog.getByRole('button', { name: 'Send message', exact: true }).click()
  await console.getByText('Message sent').waitFor()
  expect(received(`POST ${path}/messages`)[0]?.body).toEqual({ text: 'Please slow down.' })
})

it('creates a role and gives it to a person, lets owners grant methods, and undoes each', async () => {
  let roles: { id: string; label: string; keys: string[] }[] = []
  const bodies = (call: string) => received(call).map(({ body }) => body)
  const { answers } = site.relay
  answers.set('GET /api/member-roles', () => ({ body: { roles } }))
  answers.set('POST /api/member-roles', ({ body }) => {
    const role = { ...(body as (typeof roles)[0]), keys: [] }
    roles = [role]
    return { body: { role } }
  })
  answers.set('POST /api/member-roles/town-crier/keys', ({ body }) => {
    roles = roles.map(role => ({ ...role, keys: (body as { pubkeys: string[] }).pubkeys }))
    return { body: { given: 1 } }
  })
  answers.set('DELETE /api/member-roles/town-crier/keys', () => {
    roles = roles.map(role => ({ ...role, keys: [] }))
    return { body: { taken: 1 } }
  })
  const grant = { method: 'banpubkey', granted_by: person.pubkey, granted_by_name: '<b>Ada</b>', is_in_force: false }
  const grants = [{ ...grant, pubkey: person.pubkey, granted_at: '2026-08-30T12:00:00Z' }]
  answers.set('GET /api/method-grants', { body: { grants, methods: ['banpubkey', 'listblockedips'] } })
  answers.set('POST /api/method-grants', { body: { granted: 1 } })
  answers.set('DELETE /api/method-grants', { body: { revoked: 1 } })
  const console = await site.go('/blocked-pubkeys?list=roles')
  const undo = async (said: string) => {
    const message = console.getByText(said)
    await message.waitFor()
    await message.locator('xpath=ancestor::*[.//button][1]').getByRole('button', { name: 'Undo' }).click()
  }
  await console.getByRole('button', { name: 'New role' }).first().click()
  const dialog = console.getByRole('dialog')
  await dialog.getByLabel('Label').fill('Town crier')
  await dialog.getByLabel('Colour').fill('37')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await console.getByText('Role saved').waitFor()
  expect(bodies('POST /api/member-roles')).toEqual([
    { id: 'town-crier', label: 'Town crier', description: '', color: 37, order: 0 },
  ])
  await console.getByRole('button', { name: 'People with the role Town crier' }).click()
  await dialog.getByLabel('Public keys').fill(`${npub} nobody`)
  await dialog.getByText('not a valid npub').waitFor()
  await dialog.getByLabel('Public keys').fill(npub)
  await dialog.getByRole('button', { name: 'Give role' }).click()
  await undo('Role given to 1 key')
  await expect.poll(() => received('DELETE /api/member-roles/town-crier/keys').length).toBe(1)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await console.getByText('Not in force').waitFor()
  await console.getByText('<b>Ada</b>').first().waitFor({ state: 'attached' })
  await console.getByRole('button', { name: 'Grant methods' }).click()
  await dialog.getByLabel('Public key').fill(npub)
  await dialog.getByRole('checkbox', { name: 'listblockedips' }).click()
  await dialog.getByRole('button', { name: 'Grant 1' }).click()
  await console.getByText('1 method granted').waitFor()
  expect(bodies('POST /api/method-grants')).toEqual([{ pubkey: person.pubkey, methods: ['listblockedips'] }])
  await undo('1 method granted')
  await expect.poll(() => bodies('DELETE /api/method-grants')).toEqual(bodies('POST /api/method-grants'))
  for (const width of [1440, 390, 320]) {
    await console.setViewportSize({ width, height: 900 })
    const fits = await console.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
    expect([width, fits]).toEqual([width, true])
  }

  answers.set(`GET /api/people/${person.pubkey}`, { body: personDetails })
  const their = await site.go(`/people/${npub}`)
  await their.getByRole('checkbox', { name: 'Town crier' }).click()
  await expect.poll(() => roles[0]?.keys).toEqual([person.pubkey])
})
