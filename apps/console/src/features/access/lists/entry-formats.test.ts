import type { AccessEntry } from '@hornets/contract/admin/access-lists'
import { expect, test } from 'vitest'
import { formatsOf, readEntries, writeCsv, writeForeign, writeJson } from './entry-formats.ts'

const entry = (value: string, more: Partial<AccessEntry> = {}): AccessEntry => ({
  value,
  reason: '',
  expires_at: null,
  created_at: '2026-01-01T00:00:00Z',
  created_by: null,
  created_by_name: '',
  ...more,
})

test('reads what it writes, as CSV and as JSON (ACCESS-41)', () => {
  const entries = [
    entry('buy, now; "cheap"', { reason: '=1+1', match: 'part', expires_at: '2030-01-01T00:00:00.000Z' }),
    entry('spam', { match: 'word' }),
  ]
  const kept = [
    { value: 'buy, now; "cheap"', reason: '=1+1', match: 'part', expires_at: '2030-01-01T00:00:00.000Z' },
    { value: 'spam', match: 'word' },
  ]
  for (const text of [writeCsv(entries, 'comma'), writeCsv(entries, 'semicolon'), writeJson(entries)])
    expect(readEntries(text)).toEqual(kept)
})

test('writes each list for the tools that have it, and reads it again (ACCESS-41)', () => {
  const foreign = (list: Parameters<typeof formatsOf>[0]) => formatsOf(list).filter(name => !/csv|json/.test(name))
  expect(foreign('blocked-pubkeys')).toEqual(['nip86', 'relay-tools', 'strfry'])
  expect([foreign('words'), foreign('addresses')]).toEqual([['relay-tools'], ['nip86', 'strfry']])
  const entries = [entry('aa', { reason: 'spam' }), entry('192.0.2.1')]
  for (const list of ['allowed-pubkeys', 'blocked-pubkeys', 'words', 'addresses'] as const)
    for (const format of foreign(list)) {
      const reasons = format === 'strfry' ? {} : { reason: 'spam' }
      expect(readEntries(writeForeign(format, list, entries), list)).toEqual([
        { value: 'aa', ...reasons },
        { value: '192.0.2.1' },
      ])
    }
  const written = (...of: Parameters<typeof writeForeign>) => JSON.parse(writeForeign(...of))
  expect(written('nip86', 'addresses', entries)[1]).toEqual({ ip: '192.0.2.1', reason: '' })
  for (const list of ['allowed-pubkeys', 'blocked-pubkeys'] as const)
    expect(written('nip86', list, entries)[0]).toEqual({ pubkey: 'aa', reason: 'spam' })
  const first = entries.slice(0, 1)
  const keys = { list_pubkeys: [{ pubkey: 'aa', reason: 'spam' }] }
  expect(written('relay-tools', 'allowed-pubkeys', first)).toEqual({ allow_list: keys })
  expect(written('relay-tools', 'blocked-pubkeys', first)).toEqual({ block_list: keys })
  const words = { list_keywords: [{ keyword: 'aa', reason: 'spam' }] }
  expect(written('relay-tools', 'words', first)).toEqual({ block_list: words })
  expect(JSON.parse(writeForeign('strfry', 'blocked-pubkeys', entries))).toEqual({ aa: true, '192.0.2.1': true })
})

test('reads of a whole relay of relay.tools the list that is meant (ACCESS-41)', () => {
  const relay = {
    allow_list: { list_pubkeys: [{ pubkey: 'friend' }], list_keywords: [{ keyword: 'hello' }] },
    block_list: { list_pubkeys: [{ pubkey: 'foe', reason: 'spam' }], list_keywords: [{ keyword: 'casino' }] },
  }
  const read = (list: Parameters<typeof readEntries>[1]) => readEntries(JSON.stringify(relay), list)
  expect([read('allowed-pubkeys'), read('blocked-pubkeys')]).toEqual([
    [{ value: 'friend' }],
    [{ value: 'foe', reason: 'spam' }],
  ])
  expect(read('words')).toEqual([{ value: 'casino' }])
})

test.each([
  ['NIP-86', '{"result":[{"pubkey":"aa","reason":"spam"},{"ip":"192.0.2.1"}]}'],
  ['relay.tools', '{"list_pubkeys":[{"pubkey":"aa","reason":"spam"}],"list_keywords":[{"keyword":"192.0.2.1"}]}'],
  ['strfry', '{"aa":true,"192.0.2.1":true}'],
  ['an array', '["aa","192.0.2.1"]'],
  ['lines', '# ours\naa, spam\n\n192.0.2.1\naa'],
])('reads the list of %s (ACCESS-41)', (_name, text) => {
  expect(readEntries(text).map(({ value }) => value)).toEqual(['aa', '192.0.2.1'])
})

test('reads nothing from broken JSON', () => expect(readEntries('{"aa":')).toEqual([]))
