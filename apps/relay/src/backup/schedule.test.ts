import { expect, it } from 'vitest'
import { isDue, isTooOld, nextDue } from './schedule.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const hourMs = 3_600_000
const daily = { schedule: 'daily', hour: 3 } as const

it('names the next time of each schedule, after the moment itself (DESK-06)', () => {
  const next = (schedule: 'off' | 'six_hours' | 'daily' | 'weekly', after: string) => {
    const due = nextDue({ schedule, hour: 3 }, at(after))
    return due === null ? null : new Date(due).toISOString().slice(0, 16)
  }
  expect(next('off', '2026-03-04T12:00')).toBe(null)
  expect(next('daily', '2026-03-04T02:59')).toBe('2026-03-04T03:00')
  expect(next('daily', '2026-03-04T03:00')).toBe('2026-03-05T03:00')
  expect(next('weekly', '2026-03-04T12:00')).toBe('2026-03-09T03:00')
  expect(next('weekly', '2026-03-09T02:59')).toBe('2026-03-09T03:00')
  expect(next('six_hours', '2026-03-04T12:00')).toBe('2026-03-04T15:00')
})

it('makes a backup once for each scheduled time, also one that was missed while the relay was off (DESK-06)', () => {
  const due = (now: string, last?: { began_at: number; state: string }) =>
    isDue(daily, { since: at('2026-03-01T12:00'), now: at(now), ...(last && { last }) })
  expect(due('2026-03-02T02:59')).toBe(false)
  expect(due('2026-03-02T03:00')).toBe(true)
  const last = { began_at: at('2026-03-02T03:00'), state: 'done' }
  expect(due('2026-03-03T02:59', last)).toBe(false)
  expect(due('2026-03-05T17:00', last)).toBe(true)
  expect(isDue({ ...daily, schedule: 'off' }, { since: 0, now: at('2026-03-05T17:00') })).toBe(false)
})

it('tries a failed backup again after an hour, not earlier', () => {
  const last = { began_at: at('2026-03-02T03:00'), state: 'failed' }
  const due = (now: number) => isDue(daily, { since: at('2026-03-01T12:00'), now, last })
  expect([due(last.began_at + hourMs - 1), due(last.began_at + hourMs)]).toEqual([false, true])
})

it('finds a backup too old after two intervals, or after 30 days without a schedule', () => {
  const old = (schedule: 'off' | 'daily' | 'weekly', days: number) => isTooOld({ schedule }, 0, days * 24 * hourMs)
  expect([old('daily', 2), old('daily', 2.1), old('weekly', 14), old('weekly', 14.1)]).toEqual([
    false,
    true,
    false,
    true,
  ])
  expect([old('off', 30), old('off', 30.1)]).toEqual([false, true])
})
