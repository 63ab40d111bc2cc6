import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openConsole } from './support/console-visit.ts'
import { playState } from './support/stubs/relay-states.ts'
import type { Received } from './support/stubs/stub-relay.ts'
import { storedEvents } from './support/subscription-answers.ts'
import { pubkey } from './support/visitor.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })
const received = (call: string) => site.relay.received.filter(one => one.call === call)
const [note] = storedEvents.events

it('finds events by a form or by JSON, keeps the filter in the URL, and shows media only when asked (EVENTS-01, EVENTS-10)', async () => {
  const page = ({ query }: Received) => {
    const isFirst = query.get('cursor') === null
    return {
      body: {
        ...storedEvents,
        events: isFirst ? storedEvents.events : [{ ...note, id: '1'.repeat(64) }],
        next: isFirst ? `5.${'e'.repeat(64)}` : null,
      },
    }
  }
  site.relay.answers.set('GET /api/events', page)
  const console = await site.go('/events')
  const json = console.getByLabel('Filter as JSON')
  await console.getByText('2 events').waitFor()
  await console.getByText('Buy my coins, <b>now</b>').waitFor()

  await console.getByLabel('Words').fill('hornets')
  await console.getByLabel('Tags').fill('t:nest')
  await console.keyboard.press('Enter')
  await expect.poll(() => json.inputValue()).toBe('{"search":"hornets","#t":["nest"]}')
  await console.getByLabel('From').fill('2026-08-01T00:00:00')
  await console.getByLabel('Until').fill('2026-08-31T00:00:00')
  for (const [name, typed] of [
    ['Kinds', '30023'],
    ['Kinds', '1'],
    ['Authors', pubkey],
    ['Events', note?.id ?? ''],
  ] as const) {
    await console.getByLabel(name, { exact: true }).first().fill(typed)
    await console.keyboard.press('Enter')
  }
  await expect
    .poll(async () => JSON.parse(await json.inputValue()))
    .toEqual({
      search: 'hornets',
      '#t': ['nest'],
      since: Date.parse('2026-08-01T00:00:00') / 1000,
      until: Date.parse('2026-08-31T00:00:00') / 1000,
      kinds: [30_023, 1],
      authors: [pubkey],
      ids: [note?.id],
    })
  await json.fill('{"kinds":[1],"limit":5}')
  await console.getByText('This member makes no sense: limit').waitFor()
  await json.fill('{"kinds":[30023],"search":"nests"}')
  await expect.poll(() => console.getByLabel('Words').inputValue()).toBe('nests')
  await console.getByRole('button', { name: 'Find' }).click()
  await console.waitForURL('**/events?filter=**')
  const asked = () => JSON.parse(received('GET /api/events').at(-1)?.query.get('filter') ?? '')
  await expect.poll(asked).toEqual({ kinds: [30_023], search: 'nests' })
  await console.reload()
  await expect.poll(() => json.inputValue()).toBe('{"kinds":[30023],"search":"nests"}')

  await console.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => console.getByRole('list', { name: 'Events' }).getByText('Buy my coins').count()).toBe(2)
  expect(received('GET /api/events').at(-1)?.query.get('cursor')).toBe(`5.${'e'.repeat(64)}`)

  const media = console.getByRole('list', { name: 'Files in this event' })
  expect([await media.locator('img').count(), received('GET /api/files').length]).toEqual([0, 0])
  await media.getByRole('button', { name: 'Show file' }).click()
  await media.locator('img').waitFor()
  expect(received('GET /api/files').at(-1)?.query.get('q')).toBe('a'.repeat(64))

  await console.getByRole('button', { name: 'JSON', exact: true }).click()
  await console.getByText(`"id": "${note?.id}"`).waitFor()
  for (const width of [1440, 390, 320]) {
    await console.setViewportSize({ width, height: 900 })
    expect([width, await console.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([
      width,
      true,
    ])
  }
})

it('opens one event by its address, saves a filter as a view, and exports what it finds (EVENTS-04, EVENTS-10)', async () => {
  const saved: unknown[] = []
  site.relay.answers.set('POST /api/events/views', ({ body }) => {
    saved.push(body)
    return { body: { id: 2, name: 'Mine', filter: { kinds: [1] } } }
  })
  const console = await site.go(`/events/${note?.id}`)
  await console.getByRole('heading', { name: 'Event', exact: true }).waitFor()
  await console.getByText('Buy my coins').waitFor()
  await console.getByRole('link', { name: 'All events' }).click()
  await console.getByRole('button', { name: 'Long texts', exact: true }).click()
  await console.waitForURL('**30023**')
  await console.getByPlaceholder('Name of a view').fill('Mine')
  await console.getByRole('button', { name: 'Save view' }).click()
  await expect.poll(() => saved).toEqual([{ name: 'Mine', filter: { kinds: [30_023] } }])
  site.relay.answers.set('GET /api/events/export', { body: { id: note?.id } })
  const [file] = await Promise.all([
    console.waitForEvent('download'),
    console.getByRole('button', { name: 'Export (JSONL)' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^events-.*\.jsonl$/)
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toEqual({ id: note?.id })
  const [exported] = received('GET /api/events/export')
  expect(JSON.parse(exported?.query.get('filter') ?? '')).toEqual({ kinds: [30_023] })
})

it('quotes the event within a repost, with its author', async () => {
  const quoted = { ...note, pubkey, content: 'A swarm in the pear tree', tags: [] }
  const repost = { ...note, id: '6'.repeat(64), kind: 6, content: JSON.stringify(quoted) }
  site.relay.answers.set('GET /api/events', { body: { ...storedEvents, events: [repost], next: null } })
  const console = await site.go('/events')
  const quote = console.getByRole('blockquote')
  await quote.getByText('A swarm in the pear tree', { exact: true }).waitFor()
  expect(await quote.locator(`a[href*="${pubkey}"], a[href*="npub1"]`).count()).toBeGreaterThan(0)
  expect(await console.locator('main').innerText()).not.toContain('{"')
})

it('says how many events it deletes before it begins, and restores them (EVENTS-03, EVENTS-09, EVENTS-11)', async () => {
  const job = {
    id: 3,
    action: 'delete',
    state: 'done',
    events: 2,
    done: 2,
    refused: 0,
    undoable: 2,
    began_at: '2026-08-30T12:00:00Z',
    ended_at: '2026-08-30T12:00:01Z',
    by: null,
  }
  site.relay.answers.set('POST /api/events/delete', () => {
    site.relay.answers.set('GET /api/events/jobs', { body: { jobs: [job] } })
    return { status: 202, body: { job: { ...job, state: 'running', done: 0, undoable: 0 } } }
  })
  site.relay.answers.set('POST /api/events/jobs/3/undo', { status: 202, body: { job } })
  let exact = false
  site.relay.answers.set('POST /api/events/count', ({ body }) => {
    const { ids } = (body as { filter: { ids?: string[] } }).filter
    // More than the page shows.
    const count = ids?.length ?? 700
    return { body: { count, bytes: 512 * count, exact } }
  })
  const console = await site.go('/events?filter={"kinds":[1]}')
  const question = console.getByRole('alertdialog').or(console.getByRole('dialog'))
  const deleteAll = console.getByRole('button', { name: 'Delete all found', disabled: false })
  await deleteAll.click()
  await question.getByText('At least 700 events, about 350 KB').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  exact = true
  await deleteAll.click()
  await question.getByText(/^700 events, 350 KB/).waitFor()
  expect(received('POST /api/events/delete')).toEqual([])
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect
    .poll(() => received('POST /api/events/delete').map(({ body }) => body))
    .toEqual([{ filter: { kinds: [1] } }])
  await console.getByRole('list', { name: 'Jobs' }).getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => received('POST /api/events/jobs/3/undo').length).toBe(1)
  // What a stopped job deleted can be restored too.
  site.relay.answers.set('GET /api/events/jobs', { body: { jobs: [{ ...job, state: 'stopped' }] } })
  await console.reload()
  await console.getByRole('list', { name: 'Jobs' }).getByText('Deleting stopped').waitFor()
  await console.getByRole('list', { name: 'Jobs' }).getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => received('POST /api/events/jobs/3/undo').length).toBe(2)

  for (const box of await console.getByRole('checkbox', { name: 'Select this event' }).all()) await box.click()
  await console.getByRole('button', { name: 'Delete 2 events' }).click()
  await question.getByText('2 events, 1 KB').waitFor()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  const ids = storedEvents.events.map(({ id }) => id)
  await expect.poll(() => received('POST /api/events/delete').at(-1)?.body).toEqual({ ids })

  await console.getByRole('link', { name: 'Aug 29, 2026' }).first().click()
  await console.getByRole('heading', { name: 'Event', exact: true }).waitFor()
  await console.getByRole('button', { name: 'Delete 1 event' }).click()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await console.getByRole('list', { name: 'Jobs' }).getByRole('button', { name: 'Restore' }).waitFor()
  expect(received('POST /api/events/delete').at(-1)?.body).toEqual({ ids: [note?.id] })
  expect(received('POST /api/events/delete')).toHaveLength(3)
})

it('says how many events it copies from here before it begins, and that their number elsewhere is not known (EVENTS-02, EVENTS-11)', async () => {
  const console = await site.go('/events?filter={"kinds":[1]}')
  await console.getByRole('button', { name: 'Copy from or to a relay' }).click()
  const dialog = console.getByRole('dialog')
  const [here, there] = [
    dialog.getByText(/^Here: 2 events, .*B\.$/),
    dialog.getByText(/^There: the number is only known/),
  ]
  const shown = () => Promise.all([here, there].map(one => one.isVisible()))
  for (const [direction, areShown] of [
    ['From here to there', [true, false]],
    ['Both ways', [true, true]],
    ['From there to here', [false, true]],
  ] as const) {
    await dialog.getByRole('combobox', { name: 'Direction' }).click()
    await console.getByRole('option', { name: direction }).click()
    await expect.poll(shown).toEqual(areShown)
  }
  expect(received('POST /api/events/sync')).toEqual([])
  site.relay.answers.set('POST /api/events/count', { body: { count: 700, bytes: 2 ** 19, exact: false } })
  await console.reload()
  await console.getByText('At least 700 events, about 512 KB', { exact: true }).waitFor()
  expect(received('POST /api/events/count').at(-1)?.body).toEqual({ filter: { kinds: [1] } })
})

it('imports a file, says what was left out and why, and copies what a filter finds (EVENTS-05, EVENTS-06, EVENTS-07)', async () => {
  const job = {
    id: 4,
    kind: 'import',
    state: 'running',
    source: 'old.jsonl',
    direction: null,
    total: 100,
    done: 40,
    stored: 2,
    sent: 0,
    left_out: [],
    things: null,
    error: null,
    resumable: false,
    ended_at: null,
    by: null,
    began_at: '2026-08-30T12:00:00Z',
  }
  const examples = [{ line: 7, id: null, text: 'Not JSON: {"id"' }]
  const ended = { ...job, state: 'stopped', resumable: true, left_out: [{ cause: 'not_json', count: 3, examples }] }
  const answerWith = (one: object) =>
    site.relay.answers.set('GET /api/events/transfers', { body: { transfers: [one] } })
  site.relay.answers.set('POST /api/events/import', () => {
    answerWith(job)
    return { status: 202, body: { job } }
  })
  site.relay.answers.set('POST /api/events/transfers/4/stop', () => {
    answerWith(ended)
    return { body: { job: ended } }
  })
  site.relay.answers.set('POST /api/events/sync', { status: 202, body: { job } })
  const deletion = { ...job, id: 3, action: 'delete', events: 10, done: 4, refused: 0, undoable: 0 }
  site.relay.answers.set('GET /api/events/jobs', { body: { jobs: [deletion] } })
  site.relay.answers.set('POST /api/events/jobs/3/stop', () => {
    site.relay.answers.set('GET /api/events/jobs', { body: { jobs: [] } })
    return { body: { job: { ...deletion, state: 'stopped' } } }
  })
  const console = await site.go('/events?filter={"kinds":[1]}')
  const jobs = console.getByRole('list', { name: 'Jobs' })
  expect(await jobs.getByRole('progressbar', { name: 'Deleting' }).getAttribute('value')).toBe('0.4')
  await jobs.getByRole('button', { name: 'Stop' }).click()
  await jobs.waitFor({ state: 'detached' })
  await console.getByRole('button', { name: 'Import a file' }).click()
  const dialog = console.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Apply the rules of this relay' }).click()
  const file = { name: 'old.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from('{}') }
  await dialog.locator('input[type=file]').setInputFiles(file)
  const list = console.getByRole('list', { name: 'Imports and copies' })
  expect(await list.getByRole('progressbar', { name: 'Importing' }).getAttribute('value')).toBe('0.4')
  expect(received('POST /api/events/import').map(({ query }) => query.toString())).toEqual(['name=old.jsonl&rules=1'])
  await list.getByRole('button', { name: 'Stop' }).click()
  await list.getByText('3 events left out').click()
  await list.getByText('Line 7:').waitFor()
  await list.getByRole('button', { name: 'Resume' }).waitFor()

  for (const direction of ['From there to here', 'From here to there', 'Both ways']) {
    await console.getByRole('button', { name: 'Copy from or to a relay' }).click()
    await dialog.getByLabel('Address of the other relay').fill('wss://old.example')
    await dialog.getByRole('combobox', { name: 'Direction' }).click()
    await console.getByRole('option', { name: direction }).click()
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  expect(received('POST /api/events/sync').map(({ body }) => body)).toEqual(
    ['pull', 'push', 'both'].map(direction => ({ url: 'wss://old.example', direction, filter: { kinds: [1] } })),
  )
})

it('signs in at an old server with the extension, says what is there, and takes what is chosen', async () => {
  const visit = '00000000-0000-4000-8000-000000000000'
  const draft = { kind: 1, pubkey, created_at: 1, tags: [], content: 'sign me' }
  const counts = { settings: 31, access: 133, subscribers: null, events: 48_211, files: 902 }
  const found = { dialect: '2026-04', name: 'HORNETS', relay: 'wss://old.example/', counts }
  const left_out = [{ cause: 'secret', count: 3, examples: ['relay.private_key'] }]
  const things = [
    { thing: 'settings', state: 'done', found: 31, taken: 12, already: 0, left_out },
    { thing: 'events', state: 'running', found: 48_211, taken: 9500, already: 0, left_out: [] },
    { thing: 'files', state: 'waiting', found: null, taken: 0, already: 0, left_out: [] },
  ]
  const job = {
    id: 9,
    kind: 'move',
    state: 'running',
    source: 'https://old.example',
    direction: null,
    total: null,
    done: 0,
    stored: 9500,
    sent: 0,
    left_out: [],
    things,
    error: null,
    resumable: false,
    ended_at: null,
    by: null,
    began_at: '2026-08-30T12:00:00Z',
  }
  site.relay.answers.set('POST /api/moves/sign-in', { body: { event: draft } })
  site.relay.answers.set('POST /api/moves/look', { body: { visit, found } })
  site.relay.answers.set(`POST /api/moves/${visit}/statistics`, { body: { subscribers: 17 } })
  site.relay.answers.set('POST /api/moves', () => {
    site.relay.answers.set('GET /api/events/transfers', { body: { transfers: [job] } })
    return { status: 202, body: { job } }
  })
  const console = await site.go('/moving', { extensionAfterMs: 0 })
  await console.getByLabel('Address of its console').fill('https://old.example')
  await console.getByLabel('Password there').fill('Correct1horse')
  await console.getByRole('button', { name: 'Sign in there and look' }).click()
  await console.getByText('48,211 there.').waitFor()
  const [look] = received('POST /api/moves/look')
  expect(look?.body).toMatchObject({ url: 'https://old.example', event: { pubkey, content: 'sign me' } })
  const file = { name: 'relay_stats.db', mimeType: 'application/octet-stream', buffer: Buffer.from('{}') }
  await console.locator('input[type=file]').setInputFiles(file)
  await console.getByText('17 rows about subscribers').waitFor()
  await console.getByRole('checkbox', { name: 'Access lists' }).click()
  await console.getByRole('button', { name: 'Take it' }).click()
  await console.getByText('9,500 taken.').waitFor()
  expect(received('POST /api/moves').map(({ body }) => body)).toEqual([
    { visit, things: ['settings', 'subscribers', 'events', 'files'] },
  ])
  await console.getByText('Not taken: 3. Secrets stay there').click()
  await console.getByText('relay.private_key').waitFor()
})
