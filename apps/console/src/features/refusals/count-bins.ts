import type { RefusalCause } from '@hornets/contract/admin/refusals/causes'
import { formatDateTime, formatDay, formatTime } from '../../ui/text/format.ts'

/** Bins of each range, all within the hours that the relay gives. */
export const countRanges = {
  day: { bins: 24, binHours: 1, tickEvery: 6 },
  week: { bins: 28, binHours: 6, tickEvery: 4 },
  month: { bins: 30, binHours: 24, tickEvery: 5 },
} as const
export type CountRange = keyof typeof countRanges

type Counts = Partial<Record<RefusalCause, number>>

export interface CountBin {
  readonly startMs: number
  readonly refused: number
  readonly name: string
  readonly tick: string
}

const hourMs = 3_600_000

/** Bins begin at the user's own hours. */
function firstStart(range: CountRange, nowMs: number): number {
  const { bins, binHours } = countRanges[range]
  const end = new Date(nowMs)
  end.setMinutes(0, 0, 0)
  end.setHours(end.getHours() - (end.getHours() % binHours) + binHours)
  return end.getTime() - bins * binHours * hourMs
}

export const startOf = (range: CountRange, nowMs: number): string => new Date(firstStart(range, nowMs)).toISOString()

/** Sums of hours, oldest first; without a gap. */
export function binCounts(
  { by_hour }: { readonly by_hour: readonly { readonly hour: string; readonly counts: Counts }[] },
  range: CountRange,
  nowMs: number,
): CountBin[] {
  const { bins, binHours, tickEvery } = countRanges[range]
  const first = firstStart(range, nowMs)
  const sums = Array.from({ length: bins }, () => 0)
  for (const { hour, counts } of by_hour) {
    const hourAt = Date.parse(hour)
    // Where time zones differ by half hours, the first bin begins within an hour.
    const at = hourAt + hourMs > first ? Math.max(hourAt, first) : hourAt
    const bin = Math.floor((at - first) / (binHours * hourMs))
    if (bin in sums) sums[bin] = (sums[bin] ?? 0) + sumOf(counts)
  }
  return sums.map((refused, index) => {
    const startMs = first + index * binHours * hourMs
    const start = new Date(startMs)
    const tick = range === 'day' ? formatTime(start) : formatDay(start)
    return { startMs, refused, name: formatDateTime(start), tick: index % tickEvery === 0 ? tick : '' }
  })
}

const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** The most frequent first. */
export function causesOf(counts: Counts): { cause: RefusalCause; count: number }[] {
  return Object.entries(counts)
    .map(([cause, count]) => ({ cause: cause as RefusalCause, count }))
    .sort((one, other) => other.count - one.count)
}
