import type { ListedRefusal } from '@hornets/contract/admin/refusals/refusals'
import { expect, test } from 'vitest'
import { ruleLinkOf } from './rule-link.ts'
import { remedyOf } from './use-allow.ts'

const pubkey = 'a'.repeat(64)
const line = (cause: ListedRefusal['cause'], rule: string | null = null, of: string | null = pubkey) =>
  ({ cause, rule, pubkey: of }) as ListedRefusal

test('allows from now on by the entry that refused, or by allowing its author (REFUSE-09)', () => {
  expect(remedyOf(line('blocked', `blocked-pubkeys:${pubkey}`))).toEqual({ kind: 'unblock', pubkey })
  for (const cause of ['not-listed', 'not-invited', 'not-paid', 'not-trusted'] as const) {
    expect([cause, remedyOf(line(cause))]).toEqual([cause, { kind: 'allow', pubkey }])
    expect([cause, remedyOf(line(cause, null, null))]).toEqual([cause, undefined])
  }
  expect(remedyOf(line('not-paid', 'subscription'))).toBeUndefined()
  for (const cause of ['rate', 'kind', 'media-type'] as const)
    expect(remedyOf(line(cause, 'rule:8f'))).toEqual({ kind: 'except', pubkey, rule: '8f' })
  expect(remedyOf(line('word', 'words:buy: now'))).toEqual({ kind: 'words', value: 'buy: now' })
  const network = { kind: 'addresses', value: '2001:db8::/32' }
  expect(remedyOf(line('address', 'addresses:2001:db8::/32', null))).toEqual(network)
  for (const cause of ['kind', 'size', 'pow', 'time', 'invalid', 'disk'] as const)
    expect([cause, remedyOf(line(cause))]).toEqual([cause, undefined])
})

test('leads to where the cause of a refusal is changed (REFUSE-08)', () => {
  const access = (list?: string, q?: string) => ({ to: '/blocked-pubkeys', search: { list, q } })
  expect(ruleLinkOf(line('blocked', `blocked-pubkeys:${pubkey}`))).toEqual(access(undefined, pubkey))
  expect(ruleLinkOf(line('word', 'words:buy'))).toEqual(access('words'))
  expect(ruleLinkOf(line('address', 'addresses:192.0.2.1'))).toEqual(access('addresses'))
  expect(ruleLinkOf(line('rate', 'rule:8f'))).toEqual(access('rules'))
  for (const cause of ['not-listed', 'not-invited', 'not-paid', 'not-trusted', 'pow', 'time', 'read'] as const)
    expect([cause, ruleLinkOf(line(cause))]).toEqual([cause, access('rights')])
  for (const cause of ['kind', 'media-type', 'size'] as const)
    expect([cause, ruleLinkOf(line(cause))]).toEqual([cause, { to: '/relay-settings' }])
  expect(ruleLinkOf(line('not-paid', 'subscription'))).toEqual({ to: '/relay-settings' })
  expect(ruleLinkOf(line('invalid'))).toBeUndefined()
})
