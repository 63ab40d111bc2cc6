import type { QuietHours } from '@hornets/contract/admin/notifications/delivery'

const minuteMs = 60_000
const dayMinutes = 24 * 60

/** Milliseconds; null outside of them. Follows the zone's changes of the clock. */
export function quietUntil(quiet: QuietHours | null, now: number): number | null {
  if (!quiet) return null
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const local = localMinutes(now, quiet.zone)
  const isQuiet = from < to ? local >= from && local < to : local >= from || local < to
  if (!isQuiet) return null
  const startOfMinute = Math.floor(now / minuteMs) * minuteMs
  const end = startOfMinute + after(local, to) * minuteMs
  // The clock may have been changed in between: by how much, the zone tells.
  const late = (localMinutes(end, quiet.zone) - to + dayMinutes * 1.5) % dayMinutes
  const corrected = end - (late - dayMinutes / 2) * minuteMs
  return corrected > now ? corrected : end
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Minutes from one time of day to the next of another. */
const after = (from: number, to: number) => (to - from + dayMinutes) % dayMinutes

function localMinutes(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const [hour = '0', minute = '0'] = format.format(at).split(':')
  return Number(hour) * 60 + Number(minute)
}
