import { describe, expect, it } from 'vitest'
import { findAdmins } from './find-admins.ts'
import type { roles } from './roles.ts'

const npub = 'npub180cvv07tjdrrgpa0j7j7tmnyl2yr6yr7l8j4s3evf6u64th6gkwsyjh6w6'
const hex = '3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d'
const admin = (id: string, name: string, role: (typeof roles)[number], key = id.repeat(64)) => ({
  id,
  npub: key,
  name,
  role,
  twoFactor: false,
  createdAt: '',
  lastUsedAt: null,
})
const people = {
  admins: [
    admin('a', 'Ada Lovelace', 'viewer'),
    admin('b', '', 'owner'),
    admin('c', 'Grace Hopper', 'operator', hex),
    admin('d', 'Ödön', 'owner'),
  ],
  invitations: [
    { id: '1', role: 'viewer' as const, email: 'joan@mail.example', invitedBy: '', createdAt: '', expiresAt: '' },
  ],
}
const find = (text: string) => {
  const found = findAdmins(people, text, { self: 'a'.repeat(64), roleName: role => `The ${role}` })
  return [...found.admins, ...found.invitations].map(({ id }) => id).join('')
}

describe('searching the admins', () => {
  it.each(['nobody', 'bbb', 'npub1nonsense', hex.replace('3', '4')])('finds no admin for %j', text =>
    expect(find(text)).toBe(''),
  )

  it('without a text all are there: oneself first, the others by role, invitations last', () =>
    expect(find('  ')).toBe('abdc1'))

  it.each([
    ['LOVE', 'a'],
    ['ödön', 'd'],
    [npub, 'c'],
    [hex.slice(5, 15), 'c'],
    ['the owner', 'bd'],
    ['viewer', 'a1'],
    ['mail.example', '1'],
  ])('%j finds %s', (text, found) => expect(find(text)).toBe(found))
})
