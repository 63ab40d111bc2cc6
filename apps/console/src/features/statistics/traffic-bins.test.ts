import { expect, it } from 'vitest'
import { binTraffic, isTick, type TrafficMinute, type TrafficRange, trafficRanges } from './traffic-bins.ts'

const now = Date.parse('2026-11-20T12:00:30Z')
const at = (minute: string, accepted: number, refused = 0): TrafficMinute => ({
  minute: `2026-11-20T${minute}:00Z`,
  accepted,
  refused,
  connections: 3,
})

it('minutes in which the relay was not running are unknown, not zero', () => {
  const bins = binTraffic([at('11:58', 5)], '1h', now)
  expect(bins).toHaveLength(60)
  expect(bins.slice(-3).map(bin => bin.accepted)).toEqual([null, 5, null])
})

it('a bin tells events a minute over the minutes that were counted', () => {
  const bins = binTraffic([at('11:56', 10, 2), at('11:57', 20, 0)], '6h', now)
  expect(bins.at(-1)).toMatchObject({ accepted: 15, refused: 1, connections: 3 })
})

it('minutes outside the range and the one that is still running are left out', () => {
  const bins = binTraffic([at('10:30', 9), at('12:00', 9)], '1h', now)
  expect(bins.every(bin => bin.accepted === null)).toBe(true)
})

it('each range has its bins, oldest first, up to the last whole minute', () => {
  const day = binTraffic([], '24h', now)
  expect(day).toHaveLength(96)
  expect(new Date(day[0]?.startMs ?? 0).toISOString()).toBe('2026-11-19T12:00:00.000Z')
})

it('bins begin at round times, so that ticks can mark them', () => {
  const odd = Date.parse('2026-11-20T12:03:10Z')
  expect(new Date(binTraffic([], '6h', odd)[0]?.startMs ?? 0).toISOString()).toBe('2026-11-20T06:05:00.000Z')
  for (const range of Object.keys(trafficRanges) as TrafficRange[]) {
    expect(binTraffic([], range, odd).filter(bin => isTick(bin, range))).toHaveLength(6)
  }
})
