import { expect, it } from 'vitest'
import { fileHit } from './files.ts'
import { subscriberHit } from './subscribers.ts'

const hex = 'ab'.repeat(32)
const file = {
  category: 'files' as const,
  hash: hex,
  name: 'Nest.pdf',
  mime: 'application/pdf',
  size: 1000,
  owner: hex,
  uploaded_at: '2026-08-30T12:00:00Z',
}

it('R-27: a file opens in the media manager by its link, and one in the trash says so', () => {
  const [kept, trashed] = (['stored', 'trashed'] as const).map(status => fileHit({ ...file, status }))
  expect(kept).toMatchObject({ title: 'Nest.pdf', target: { to: '/media-manager', search: { file: hex } } })
  expect(kept?.detail).toMatch(/^application\/pdf · /)
  expect([trashed?.target, trashed?.detail === kept?.detail]).toEqual([kept?.target, false])
})

it.each([
  ['Ada', 'Ada'],
  [null, 'npub1'],
])('R-27: a subscriber named %s opens by the link of their page, under %s', (name, title) => {
  const hit = subscriberHit({
    category: 'subscribers',
    status: 'active',
    pubkey: hex,
    name,
    tier: '1 GB per month',
    address: '',
  })
  expect(hit.title.startsWith(title)).toBe(true)
  expect(hit.target).toEqual({ to: '/subscribers', search: { key: hex } })
})
