import { describe, expect, it } from 'vitest'
import { newestFirst, nextOrder, readAccessSearch, sortBlocked, writeAccessSearch } from './access-search.ts'

const row = (pubkey: string, reason: string, day: number) => ({
  pubkey: pubkey.repeat(64),
  reason,
  blocked_at: `2026-11-0${day}T10:00:00Z`,
  blocked_by: null,
  blocked_by_name: '',
  expires_at: null,
})
const rows = [row('b', 'spam', 3), row('a', '', 2), row('c', 'Abuse', 1)]
const order = (sorted: readonly { pubkey: string }[]) => sorted.map(({ pubkey }) => pubkey[0]).join('')

describe('the search of the URL', () => {
  it.each(['', 'name', '--reason', 'Reason', '-'])('ignores sort=%j and shows the newest first', sort => {
    expect(readAccessSearch({ sort }).sort).toEqual(newestFirst)
  })

  it('is read back as it was written, and the usual is not written', () => {
    const search = { q: 'spam', sort: { column: 'reason', descending: true } } as const
    expect(writeAccessSearch(search)).toEqual({ q: 'spam', sort: '-reason' })
    expect(readAccessSearch(writeAccessSearch(search))).toEqual(search)
    expect(writeAccessSearch({ q: '', sort: newestFirst })).toEqual({})
  })
})

describe('the order of the rows', () => {
  it('a column begins with what is looked for, and turns round when it is pressed again', () => {
    const byReason = nextOrder(newestFirst, 'reason')
    expect(byReason).toEqual({ column: 'reason', descending: false })
    expect(nextOrder(byReason, 'reason').descending).toBe(true)
    expect(nextOrder(byReason, 'blocked_at')).toEqual(newestFirst)
  })

  it.each([
    ['blocked_at', true, 'bac'],
    ['blocked_at', false, 'cab'],
    ['pubkey', false, 'abc'],
    ['reason', false, 'cba'],
    ['reason', true, 'bca'],
  ] as const)('by %s, descending %s; without a reason last either way', (column, descending, expected) => {
    expect(order(sortBlocked(rows, { column, descending }, 'en'))).toBe(expected)
  })
})
