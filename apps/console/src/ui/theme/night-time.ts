/** Milliseconds from local midnight. It can cross midnight; equal values mean no night. */
export type NightTime = readonly [startMs: number, endMs: number]

export const hourMs = 3_600_000
export const dayMs = 864e5

/** 20:00 to 08:00 (SHELL-19). */
export const defaultNightTime: NightTime = [72_000_000, 28_800_000]

/** Milliseconds by which local clocks are ahead of UTC. */
export type OffsetAt = (instant: number) => number

const localOffset: OffsetAt = instant => new Date(instant).getTimezoneOffset() * -60_000

/** The theme for the current local time, and until when. */
export interface NightPlan {
  readonly theme: 'light' | 'dark'
  /** Milliseconds since 1970. */
  readonly until: number
}

/** Across clock changes. Null if there is no night. `now`: milliseconds since 1970. */
export function planNight(night: NightTime, now: number, offsetAt: OffsetAt = localOffset): NightPlan | null {
  if (night[0] === night[1]) return null
  const isDark = (instant: number) => isNight(night, wallTime(instant, offsetAt))
  const dark = isDark(now)
  let until = now
  // If clocks change before the edge, it is searched again from there; they change at most once a night.
  for (let tries = 0; tries < triesMax && isDark(until) === dark; tries += 1) {
    const edge = until + untilEdge(night[dark ? 1 : 0], wallTime(until, offsetAt))
    until = clockChange(until, edge, offsetAt) ?? edge
  }
  return { theme: dark ? 'dark' : 'light', until }
}

const triesMax = 8

/** Whether a time of day, in milliseconds from midnight, is in the night. */
export function isNight([start, end]: NightTime, time: number): boolean {
  return start < end ? time >= start && time < end : time >= start || time < end
}

const wallTime = (instant: number, offsetAt: OffsetAt) => modulo(instant + offsetAt(instant), dayMs)
const untilEdge = (edge: number, time: number) => modulo(edge - time, dayMs) || dayMs
const modulo = (value: number, divisor: number) => ((value % divisor) + divisor) % divisor

/** The first instant after `from` and up to `to` with another offset; by bisection. */
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

/** The stored pair; the default if it is invalid. */
export function parseNightTime(stored: string | null): NightTime {
  try {
    const pair: unknown = JSON.parse(stored ?? '')
    if (Array.isArray(pair) && pair.length === 2 && pair.every(isTimeOfDay)) return pair as unknown as NightTime
  } catch {
    // Not JSON: it was never set.
  }
  return defaultNightTime
}

const isTimeOfDay = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < dayMs

/** Typed whole hours from 0 to 24, where 24 is 0 (SHELL-22); undefined if invalid. */
export function readHour(typed: string): number | undefined {
  const text = typed.trim()
  if (!/^\d{1,2}$/.test(text) || Number(text) > 24) return undefined
  return Number(text) % 24
}
