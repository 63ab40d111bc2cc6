import { expect, it } from 'vitest'
import { paramsOf, readListed, readTyped } from './entries.ts'
import { sectionsOf } from './sections.ts'

const hex = (digit: string) => digit.repeat(64)

it('reads the lists of NIP-86 and leaves out what is malformed', () => {
  expect(readListed('key', [{ pubkey: hex('a'), reason: null }, { pubkey: 'x' }, 'y', { pubkey: hex('a') }])).toEqual([
    { value: hex('a'), reason: '' },
  ])
  expect(readListed('event', [{ id: hex('b'), reason: 'spam' }])).toEqual([{ value: hex('b'), reason: 'spam' }])
  expect(readListed('address', [{ ip: '192.0.2.1' }, { ip: 'x'.repeat(65) }])).toEqual([
    { value: '192.0.2.1', reason: '' },
  ])
  expect(readListed('kind', [1, '7', 30_023.5, 30_023])).toEqual([
    { value: '1', reason: '' },
    { value: '30023', reason: '' },
  ])
  expect(readListed('key', { pubkey: hex('a') })).toEqual([])
})

it('takes typed keys, ids, kinds and addresses, and nothing else', () => {
  const readKey = (text: string) => (text === 'npub1x' ? hex('c') : null)
  expect(readTyped('key', ' npub1x ', readKey)).toBe(hex('c'))
  expect(readTyped('event', hex('A'), readKey)).toBe(hex('a'))
  expect(readTyped('kind', '007', readKey)).toBe('7')
  expect(readTyped('kind', '65536', readKey)).toBeNull()
  expect(readTyped('address', '2001:db8::/32', readKey)).toBe('2001:db8::/32')
  expect(readTyped('address', 'relay.example', readKey)).toBeNull()
  expect(paramsOf('kind', { value: '7', reason: '' })).toEqual([7])
  expect(paramsOf('key', { value: hex('c'), reason: '' })).toEqual([hex('c')])
})

it('shows only pages that a relay has methods for', () => {
  expect(sectionsOf({ methods: ['banpubkey', 'listallowedkinds', 'changerelayname'] })).toEqual([
    'about',
    'banned-keys',
    'allowed-kinds',
  ])
  expect(sectionsOf({ methods: null })).toEqual(['about'])
})
