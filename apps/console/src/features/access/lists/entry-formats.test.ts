import type { AccessEntry } from '@hornets/contract/admin/access-lists'
import { expect, test } from 'vitest'
import { readEntries, writeCsv, writeJson } from './entry-formats.ts'

const entry = (value: string, more: Partial<AccessEntry> = {}): AccessEntry => ({
  ...{ value, reason: '', expires_at: null, created_at: '2026-01-01T00:00:00Z', created_by: null, created_by_name: '' },
  ...more,
})

test('reads what it writes, as CSV and as JSON', () => {
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

test.each([
  ['NIP-86', '{"result":[{"pubkey":"aa","reason":"spam"},{"ip":"192.0.2.1"}]}'],
  ['relay.tools', '{"list_pubkeys":[{"pubkey":"aa","reason":"spam"}],"list_keywords":[{"keyword":"192.0.2.1"}]}'],
  ['strfry', '{"aa":true,"192.0.2.1":true}'],
  ['an array', '["aa","192.0.2.1"]'],
  ['lines', '# ours\naa, spam\n\n192.0.2.1\naa'],
])('reads the list of %s', (_name, text) => {
  expect(readEntries(text).map(({ value }) => value)).toEqual(['aa', '192.0.2.1'])
})

test('reads nothing from broken JSON', () => expect(readEntries('{"aa":')).toEqual([]))
