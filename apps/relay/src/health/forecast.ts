import type { DiskForecast } from '@hornets/contract/admin/files/disk-forecast'

export interface DaySize {
  /** Days since 1970 in UTC. */
  readonly day: number
  readonly bytes: number
}

export const windowDays = 30
const leastDays = 7
/** Beyond ten years nothing is foretold. */
const daysMax = 3650

export function forecastOf(days: readonly DaySize[], roomBytes: number): DiskForecast {
  const last = days.at(-1)
  const first = last && days.find(({ day }) => last.day - day <= windowDays)
  const span = first ? last.day - first.day : 0
  if (!first || span < leastDays) return { state: 'measuring', daysMissing: leastDays - span }
  const bytesPerDay = Math.ceil((last.bytes - first.bytes) / span)
  if (bytesPerDay <= 0) return { state: 'steady' }
  const left = Math.floor(Math.max(0, roomBytes) / bytesPerDay)
  return left > daysMax ? { state: 'steady' } : { state: 'fills', days: left, bytesPerDay }
}
