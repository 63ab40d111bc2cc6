import { describe, expect, it } from 'vitest'
import { areDaysReversed } from '../../ui/text/calendar-day.ts'
import { filtersOf, noSearch, readAuditSearch, writeAuditSearch } from './audit-search.ts'

describe('the query of the audit log', () => {
  it('is without what makes no sense', () => {
    expect(
      readAuditSearch({ actor: 'me', action: 'a b', outcome: 'maybe', from: 'yesterday', to: '1.1.2026' }),
    ).toEqual(noSearch)
    expect(readAuditSearch({ from: '2026-02-30', to: '2026-13-45' })).toEqual(noSearch)
    expect(readAuditSearch({ from: '0202-11-01' })).toEqual(noSearch)
  })

  it('knows when the first day is after the last', () => {
    const days = (from: string, to: string) => areDaysReversed({ from, to })
    expect([days('2026-11-02', '2026-11-01'), days('2027-01-01', '2026-12-31')]).toEqual([true, true])
    expect([days('2026-11-01', '2026-11-01'), days('', '2026-11-01'), days('2026-11-01', '')]).toEqual(
      Array(3).fill(false),
    )
  })

  it('reads what it has written', () => {
    const search = {
      q: 'npub',
      actor: 'a'.repeat(64),
      action: 'access.block',
      outcome: 'refused' as const,
      from: '2026-11-01',
      to: '2026-11-20',
    }
    expect(readAuditSearch({ ...writeAuditSearch(search) })).toEqual(search)
    expect(writeAuditSearch(noSearch)).toEqual({})
  })

  it('asks for whole days of the user’s own calendar, the last one with them', () => {
    const { from, to } = filtersOf({ ...noSearch, from: '2026-03-28', to: '2026-03-29' })
    expect(new Date(String(from))).toEqual(new Date(2026, 2, 28))
    expect(new Date(String(to))).toEqual(new Date(2026, 2, 30))
    expect(filtersOf(noSearch)).toEqual({})
  })
})
