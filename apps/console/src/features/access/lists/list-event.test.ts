import { nip19 } from 'nostr-tools'
import { expect, test } from 'vitest'
import { readEntries } from './entry-formats.ts'
import { listFilterOf } from './list-event.ts'

const [pubkey, id, other] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)]

test('finds the follow list of a key, and a list event by each of its names', () => {
  const follows = { kinds: [3], authors: [pubkey] }
  for (const name of [pubkey, nip19.npubEncode(pubkey), `nostr:${nip19.nprofileEncode({ pubkey })}`])
    expect([name, listFilterOf(name)]).toEqual([name, follows])
  expect(listFilterOf(nip19.noteEncode(id))).toEqual({ ids: [id] })
  expect(listFilterOf(` ${nip19.neventEncode({ id })}`)).toEqual({ ids: [id] })
  const address = nip19.naddrEncode({ kind: 30_000, pubkey, identifier: 'friends' })
  expect(listFilterOf(address)).toEqual({ kinds: [30_000], authors: [pubkey], '#d': ['friends'] })
  expect([listFilterOf(''), listFilterOf('alice'), listFilterOf('npub1x')]).toEqual([null, null, null])
})

test('reads the people of a pasted list event and the words of a mute list, never its author', () => {
  const tags = [['p', id, 'wss://relay.example'], ['p', other], ['p', id], ['word', 'casino'], ['t', 'x'], []]
  const event = JSON.stringify({ id: 'd'.repeat(64), pubkey, kind: 30_000, tags, content: '', created_at: 1, sig: '' })
  const values = (list: 'blocked-pubkeys' | 'allowed-pubkeys' | 'words') =>
    readEntries(event, list).map(({ value }) => value)
  expect([values('allowed-pubkeys'), values('blocked-pubkeys'), values('words')]).toEqual([
    [id, other],
    [id, other],
    ['casino'],
  ])
})
