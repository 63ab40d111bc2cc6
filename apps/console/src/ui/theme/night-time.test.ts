import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayMs,
  defaultNightTime,
  hourMs,
  type NightTime,
  type OffsetAt,
  parseNightTime,
  planNight,
  readHour,
} from './night-time.ts'

const minuteMs = 60_000
/** With clock changes at 2:00, at midnight, by half an hour, none, and more than half a day ahead of UTC. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Africa/Cairo',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
]

const known = new Map<string, Intl.DateTimeFormat>()
function offsetIn(zone: string): OffsetAt {
  const format = known.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  known.set(zone, format)
  return instant => {
    const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs
  }
}
const wallIn = (zone: string, instant: number) => (instant + offsetIn(zone)(instant)) % dayMs
const at = (text: string) => Date.parse(text)
const plan = (night: NightTime, when: string, zone = 'UTC') => planNight(night, at(when), offsetIn(zone))

describe('the night', () => {
  it('R-30: rejects equal start and end', () => {
    expect(plan([hourMs, hourMs], '2026-05-01T12:00:00Z')).toBeNull()
  })

  it.each([
    ['2026-05-01T19:59:59.999Z', 'light', '2026-05-01T20:00:00Z'],
    ['2026-05-01T20:00:00Z', 'dark', '2026-05-02T08:00:00Z'],
    ['2026-05-02T00:00:00Z', 'dark', '2026-05-02T08:00:00Z'],
    ['2026-05-02T08:00:00Z', 'light', '2026-05-02T20:00:00Z'],
  ] as const)('SHELL-19, SHELL-20, CONST-15: from 20:00 to 08:00, at %s it is %s until %s', (when, theme, until) => {
    expect(defaultNightTime).toEqual([72000000, 28800000])
    expect(plan(defaultNightTime, when)).toEqual({ theme, until: at(until) })
  })

  it('accepts a range within one day', () => {
    expect(plan([hourMs, 5 * hourMs], '2026-05-01T00:30:00Z')).toEqual({
      theme: 'light',
      until: at('2026-05-01T01:00:00Z'),
    })
    expect(plan([hourMs, 5 * hourMs], '2026-05-01T04:00:00Z')?.theme).toBe('dark')
  })

  it.each([
    // 29 March 2026, 2:00 → 3:00: the night is an hour shorter; a start inside the gap moves after it.
    [[22 * hourMs, 7 * hourMs], '2026-03-28T23:00:00Z', '2026-03-29T05:00:00Z'],
    [[2.5 * hourMs, 7 * hourMs], '2026-03-29T00:30:00Z', '2026-03-29T01:00:00Z'],
    // 25 October 2026, 3:00 → 2:00: an hour longer.
    [[22 * hourMs, 7 * hourMs], '2026-10-24T22:00:00Z', '2026-10-25T06:00:00Z'],
  ] as const)('R-30: follows the local clock: %j from %s', (night, when, until) => {
    expect(plan(night, when, 'Europe/Berlin')?.until).toBe(at(until))
  })

  it('R-30: matches the local clock in any zone and at any time until the next change', () => {
    const time = fc.integer({ min: 0, max: 95 }).map(quarter => (quarter * dayMs) / 96)
    const when = fc.integer({ min: at('2025-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') })
    fc.assert(
      fc.property(fc.constantFrom(...zones), time, time, when, (zone, start, end, now) => {
        fc.pre(start !== end)
        const planned = planNight([start, end], now, offsetIn(zone))
        if (!planned) throw new Error('no plan')
        const isDark = (instant: number) => {
          const wall = wallIn(zone, instant)
          return start < end ? wall >= start && wall < end : wall >= start || wall < end
        }
        const dark = planned.theme === 'dark'
        expect(isDark(now)).toBe(dark)
        expect(isDark(planned.until - 1)).toBe(dark)
        expect(isDark(planned.until)).toBe(!dark)
        expect(planned.until).toBeGreaterThan(now)
        for (let look = now; look < planned.until; look += 15 * minuteMs) expect(isDark(look)).toBe(dark)
      }),
      { numRuns: 150 },
    )
  })
})

describe('stored and typed ranges', () => {
  it.each([null, '', 'null', '{}', '[1]', '[1,2,3]', '["1",2]', '[-1,0]', '[0,86400000]', '[0.5,1]'])(
    'SHELL-19, CONST-15: uses the default for the invalid range %s',
    stored => {
      expect(parseNightTime(stored)).toEqual(defaultNightTime)
    },
  )

  it.each(['', '25', '-1', '7.5', '1e1', '007', 'eight', '24h'])('R-29: refuses %j as an hour', typed => {
    expect(readHour(typed)).toBeUndefined()
  })

  it('SHELL-22: takes 0 to 24, and 24 is 0', () => {
    expect(Array.from({ length: 25 }, (_, hour) => readHour(String(hour)))).toEqual([
      ...Array.from({ length: 24 }, (_, hour) => hour),
      0,
    ])
  })
})
