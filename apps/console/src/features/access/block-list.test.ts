import { describe, expect, it } from 'vitest'
import { npubOf, readPubkey } from '../../api/signers/pubkey.ts'
import { exportCsv, planImport, searchBlocked } from './block-list.ts'

const keyA = 'a'.repeat(64)
const keyB = '3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d'
const npubB = 'npub180cvv07tjdrrgpa0j7j7tmnyl2yr6yr7l8j4s3evf6u64th6gkwsyjh6w6'
const blocked = (pubkey: string, reason: string) => ({
  pubkey,
  reason,
  blocked_at: '2026-11-20T10:00:00Z',
  blocked_by: 'd'.repeat(64),
  blocked_by_name: 'Ada',
  expires_at: null,
})
const rows = [
  blocked(keyA, 'Spam, again'),
  { ...blocked(keyB, 'Says "hello"'), expires_at: '2030-01-01T00:00:00.000Z' },
]
const formulas = ['=HYPERLINK("https://evil.example")', '+1', "-x'y", '@SUM(A1)', "'=1", "'quoted'"]

describe('a public key', () => {
  it.each(['', 'abc', `${keyA}0`, npubB.replace('w6', 'w7'), `nsec1${'q'.repeat(58)}`, 'npub1'])('rejects %j', text => {
    expect(readPubkey(text)).toBeNull()
  })

  it('is read as hex in either case and as npub, and written as npub', () => {
    expect(readPubkey(` ${keyA.toUpperCase()} `)).toBe(keyA)
    expect(readPubkey(npubB)).toBe(keyB)
    expect(readPubkey(`nostr:${npubB}`)).toBe(keyB)
    expect(npubOf(keyB)).toBe(npubB)
  })
})

describe('import', () => {
  it('reads JSON of this relay and of others, with reason and expiry (ACCESS-41)', () => {
    const json = [
      { value: keyA, reason: 'spam', expires_at: '2030-01-01T00:00:00.000Z' },
      { pubkey: npubB },
      { ip: '::1' },
    ]
    const { entries, errors } = planImport(JSON.stringify(json))
    expect(entries).toEqual([
      { line: 1, pubkey: keyA, reason: 'spam', expires_at: '2030-01-01T00:00:00.000Z' },
      { line: 2, pubkey: keyB, reason: '' },
    ])
    expect(errors).toEqual([{ line: 3, text: '::1', error: 'not_a_key' }])
  })

  it('names what it cannot read by its line, and reads the rest', () => {
    const plan = planImport(
      [keyA, 'nonsense', '', keyA, `${npubB},Spam`, `${'c'.repeat(64)},${'x'.repeat(501)}`].join('\n'),
    )
    expect(plan.errors.map(({ line, error }) => [line, error])).toEqual([
      [2, 'not_a_key'],
      [4, 'twice'],
      [6, 'reason_too_long'],
    ])
    expect(plan.entries).toEqual([
      { line: 1, pubkey: keyA, reason: '' },
      { line: 5, pubkey: keyB, reason: 'Spam' },
    ])
  })

  it('a reason is as long as the relay takes it, by characters: signs that fill two places count once', () => {
    expect(planImport(`${keyA},${'🐝'.repeat(500)}\n${keyB},${'🐝'.repeat(501)}`).errors).toMatchObject([
      { line: 2, error: 'reason_too_long' },
    ])
  })

  it('the same key as hex and as npub is the same key', () => {
    expect(planImport(`${keyB}\n${npubB}`).errors).toMatchObject([{ line: 2, error: 'twice' }])
  })

  it('passes over a heading, comments and empty lines; takes Windows line ends and a byte order mark', () => {
    expect(planImport(`\uFEFFpubkey,reason\r\n# friends of ours\r\n\r\n${keyA};"a ""b"", c"\r\n`)).toEqual({
      entries: [{ line: 4, pubkey: keyA, reason: 'a "b", c' }],
      errors: [],
    })
  })

  it.each(['comma', 'semicolon'] as const)(
    'of an export by %s gives the same keys, reasons and expiries (ACCESS-41)',
    separator => {
      const plan = planImport(exportCsv(rows, separator))
      expect(plan.errors).toEqual([])
      expect(plan.entries.map(({ pubkey, reason, expires_at = null }) => [pubkey, reason, expires_at])).toEqual(
        rows.map(row => [row.pubkey, row.reason, row.expires_at]),
      )
    },
  )
})

describe('export', () => {
  it('exports spreadsheet formulas as text and imports them unchanged', () => {
    const blockedBy = formulas.map((reason, at) => blocked(String(at).repeat(64), reason))
    const csv = exportCsv(blockedBy, 'comma')
    expect(csv).not.toMatch(/(^|[,;"])[=+\-@]/m)
    expect(planImport(csv).entries.map(({ reason }) => reason)).toEqual(formulas)
  })
})

describe('search', () => {
  it.each([
    ['zzz', []],
    ['SPAM', [keyA]],
    [keyB.slice(4, 20), [keyB]],
    [npubB, [keyB]],
    ['  ', [keyA, keyB]],
  ])('%j', (text, found) => {
    expect(searchBlocked(rows, text).map(({ pubkey }) => pubkey)).toEqual(found)
  })
})
