import { expect, it } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const berlin = { from: '22:00', to: '07:00', zone: 'Europe/Berlin' }
const until = (quiet: Parameters<typeof quietUntil>[0], now: string) => {
  const end = quietUntil(quiet, Date.parse(now))
  return end === null ? null : new Date(end).toISOString()
}

it.each([
  ['21:59 in Berlin in winter', '2026-01-10T20:59:59Z', null],
  ['22:00', '2026-01-10T21:00:00Z', '2026-01-11T06:00:00.000Z'],
  ['after midnight', '2026-01-11T01:30:20Z', '2026-01-11T06:00:00.000Z'],
  ['the last second', '2026-01-11T05:59:59Z', '2026-01-11T06:00:00.000Z'],
  ['07:00', '2026-01-11T06:00:00Z', null],
  ['a night in which the clock goes forward', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['a night in which it goes back', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
])('quiet over midnight: %s', (_name, now, end) => {
  expect(until(berlin, now)).toBe(end)
})

it('quiet within a day, in a zone with half hours, and none at all', () => {
  const kolkata = { from: '12:00', to: '14:15', zone: 'Asia/Kolkata' }
  expect(until(kolkata, '2026-06-01T06:29:00Z')).toBe(null)
  expect(until(kolkata, '2026-06-01T06:30:00Z')).toBe('2026-06-01T08:45:00.000Z')
  expect(until(kolkata, '2026-06-01T08:45:00Z')).toBe(null)
  expect(until(null, '2026-06-01T08:45:00Z')).toBe(null)
})

it('an end that the clock skips is the moment after the skip at the latest, never in the past', () => {
  const skipped = { from: '01:00', to: '02:30', zone: 'Europe/Berlin' }
  const now = Date.parse('2026-03-29T00:30:00Z')
  const end = quietUntil(skipped, now) ?? 0
  expect(end).toBeGreaterThan(now)
  expect(end).toBeLessThanOrEqual(Date.parse('2026-03-29T02:00:00Z'))
})
