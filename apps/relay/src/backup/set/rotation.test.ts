import { describe, expect, it } from 'vitest'
import { backupsToKeep } from './rotation.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const kept = (times: string[], keep: { daily?: number; weekly?: number; monthly?: number }) => {
  const found = backupsToKeep(times.map(at), { daily: 0, weekly: 0, monthly: 0, ...keep })
  return times.filter(time => found.has(at(time)))
}

describe('rotation of backups', () => {
  it('keeps the newest backup of each of the last days, and no earlier day', () => {
    const times = ['2026-03-04T23:59', '2026-03-04T00:00', '2026-03-03T12:00', '2026-03-01T12:00', '2026-02-28T12:00']
    expect(kept(times, { daily: 3 })).toEqual(['2026-03-04T23:59', '2026-03-03T12:00', '2026-03-01T12:00'])
    expect(kept(times, { daily: 4 })).toEqual([...kept(times, { daily: 3 }), '2026-02-28T12:00'])
  })

  it('begins weeks on Mondays', () => {
    const times = ['2026-03-08T23:00', '2026-03-02T00:00', '2026-03-01T23:59', '2026-02-22T23:59']
    expect(kept(times, { weekly: 2 })).toEqual(['2026-03-08T23:00', '2026-03-01T23:59'])
  })

  it('keeps the newest backup of each month over the turn of a year', () => {
    const times = ['2026-01-31T23:59', '2026-01-01T00:00', '2025-12-31T23:59', '2025-12-01T00:00', '2025-11-30T00:00']
    expect(kept(times, { monthly: 2 })).toEqual(['2026-01-31T23:59', '2025-12-31T23:59'])
  })

  it('always keeps the newest backup, and everything that any of the three keeps', () => {
    const times = ['2026-03-04T12:00', '2026-03-03T12:00', '2026-02-03T12:00']
    expect(kept(times, {})).toEqual(['2026-03-04T12:00'])
    expect(kept(times, { daily: 2, monthly: 2 })).toEqual(times)
    expect(backupsToKeep([], { daily: 1, weekly: 1, monthly: 1 }).size).toBe(0)
  })
})
