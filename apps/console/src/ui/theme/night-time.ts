import type { Theme } from './theme.ts'

/** Start and end of the night in milliseconds from local midnight. It may cross midnight; equal ones are no night at all. */
export type NightTime = readonly [startMs: number, endMs: number]

export const hourMs = 3_600_000
export const dayMs = 864e5

/** 20:00 to 08:00 (SHELL-19). */
export const defaultNightTime: NightTime = [72_000_000, 28_800_000]

/** By how many milliseconds local clocks are ahead of UTC at an instant. */
export type OffsetAt = (instant: number) => number

const localOffset: OffsetAt = instant => new Date(instant).getTimezoneOffset() * -60_000

/** The theme that the clock on the wall asks for now, and the instant until which it does. */
export interface NightPlan {
  readonly theme: Theme
  /** Milliseconds since 1970. */
  readonly until: number
}

/**
 * Goes by the clock on the wall, also where it is put forward or back in between. Null when start and end are the
 * same: then there is no night.
 * @param now Milliseconds since 1970.
 */
export function planNight(night: NightTime, now: number, offsetAt: OffsetAt = localOffset): NightPlan | null {
  if (night[0] === night[1]) return null
  const isDark = (instant: number) => isNight(night, wallTime(instant, offsetAt))
  const dark = isDark(now)
  let until = now
  // Where the clocks are changed before the edge, it is looked for again from there; they are changed but once a night.
  for (let tries = 0; tries < triesMax && isDark(until) === dark; tries += 1) {
    const edge = until + untilEdge(night[dark ? 1 : 0], wallTime(until, offsetAt))
    until = clockChange(until, edge, offsetAt) ?? edge
  }
  return { theme: dark ? 'dark' : 'light', until }
}

const triesMax = 8

/** Is this time of day, in milliseconds from midnight, in the night? */
export function isNight([start, end]: NightTime, time: number): boolean {
  return start < end ? time >= start && time < end : time >= start || time < end
}

const wallTime = (instant: number, offsetAt: OffsetAt) => modulo(instant + offsetAt(instant), dayMs)
const untilEdge = (edge: number, time: number) => modulo(edge - time, dayMs) || dayMs
const modulo = (value: number, divisor: number) => ((value % divisor) + divisor) % divisor

/** The first instant after `from` and up to `to` at which the clocks stand otherwise; found by halving. */
function clockChange(from: number, to: number, offsetAt: OffsetAt): number | undefined {
  const before = offsetAt(from)
  if (offsetAt(to) === before) return undefined
  let [same, other] = [from, to]
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (offsetAt(middle) === before) same = middle
    else other = middle
  }
  return other
}

/** The pair as it is stored; the default for whatever is no pair of times of a day. */
export function parseNightTime(stored: string | null): NightTime {
  try {
    const pair: unknown = JSON.parse(stored ?? '')
    if (Array.isArray(pair) && pair.length === 2 && pair.every(isTimeOfDay)) return pair as unknown as NightTime
  } catch {
    // Not JSON: nobody has set it.
  }
  return defaultNightTime
}

const isTimeOfDay = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < dayMs

/** Whole hours from 0 to 24 as they are typed, where 24 is 0 (SHELL-22); undefined for anything else. */
export function readHour(typed: string): number | undefined {
  const text = typed.trim()
  if (!/^\d{1,2}$/.test(text) || Number(text) > 24) return undefined
  return Number(text) % 24
}
