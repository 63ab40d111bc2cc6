import type { Person } from '@hornets/contract/admin/accounts/people'
import { nip19 } from 'nostr-tools'
import { expect, it } from 'vitest'
import { openConsole } from './support/console-visit.ts'
import { playState } from './support/stubs/relay-states.ts'
import type { Received } from './support/stubs/stub-relay.ts'
import { person, personDetails } from './support/subscription-answers.ts'

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

/** Ten thousand people by page. */
function page({ query }: Received) {
  const start = Number(query.get('after')?.split('.')[0] ?? 0)
  const people = rows.map(row => ({
    ...row,
    pubkey: (start + Number(`0x${row.pubkey}`)).toString(16).padStart(64, '0'),
  }))
  return { body: { people, count: 10_000, next: `${start + 50}.1`, is_counted: true } }
}

it('lists people by page, sorted and filtered in the URL, with hostile names as text', async () => {
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
  for (const width of [1440, 1024, 390, 320]) {
    await console.setViewportSize({ width, height: 900 })
    expect([width, await console.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([
      width,
      true,
    ])
  }
})

it('blocks a person for a time with a reason, and takes it back', async () => {
  const calls: unknown[] = []
  site.relay.answers.set(`GET /api/people/${person.pubkey}`, { body: personDetails })
  site.relay.answers.set('POST /api/blocked-pubkeys', ({ body }) => {
    calls.push(body)
    const blocked = { pubkey: person.pubkey, reason: 'floods', blocked_at: '2026-08-30T12:00:00Z' }
    return { body: { message: '', blocked, deleted_events: 0 } }
  })
  site.relay.answers.set(`DELETE /api/blocked-pubkeys/${person.pubkey}`, { body: { message: '' } })
  const console = await site.go(`/people/${npub}`)
  await console.getByRole('button', { name: 'Block', exact: true }).click()
  const dialog = console.getByRole('dialog')
  await dialog.getByLabel('How long').click()
  await console.getByRole('option', { name: '7 days' }).click()
  await dialog.getByLabel('Reason').fill('floods')
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await console.getByText('Person blocked').waitFor()
  expect(calls).toEqual([
    { pubkey: person.pubkey, reason: 'floods', expires_at: expect.any(String), delete_events: false },
  ])
  await console.getByRole('button', { name: 'Undo' }).click()
  await console.getByText('Undone').waitFor()
  expect(received(`DELETE /api/blocked-pubkeys/${person.pubkey}`)).toHaveLength(1)
})
