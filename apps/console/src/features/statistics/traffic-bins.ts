export interface TrafficMinute {
  /** RFC 3339, UTC, start of the minute. */
  readonly minute: string
  readonly accepted: number
  readonly refused: number
  /** Open connections in that minute. */
  readonly connections: number
}

export interface TrafficBin {
  /** Start of the bin, Unix milliseconds. */
  readonly startMs: number
  /** Events per minute over the counted minutes; null if the relay was not running. */
  readonly accepted: number | null
  readonly refused: number | null
  readonly connections: number | null
}

/** The ranges, with bins wide enough for 60 to 96 points per chart, and ticks for six labels. */
export const trafficRanges = {
  '1h': { minutes: 60, binMinutes: 1, tickMinutes: 10 },
  '6h': { minutes: 360, binMinutes: 5, tickMinutes: 60 },
  '24h': { minutes: 1440, binMinutes: 15, tickMinutes: 240 },
} as const
export type TrafficRange = keyof typeof trafficRanges

const minuteMs = 60_000
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Groups minutes into bins that start at round times, up to the last whole minute before `nowMs`. A bin without counted
 * minutes is unknown, not zero; partial ones show their mean, so that they do not look quiet.
 */
export function binTraffic(rows: readonly TrafficMinute[], range: TrafficRange, nowMs: number): TrafficBin[] {
  const { minutes, binMinutes } = trafficRanges[range]
  const binMs = binMinutes * minuteMs
  const endMs = Math.ceil((Math.floor(nowMs / minuteMs) * minuteMs) / binMs) * binMs
  const firstMs = endMs - minutes * minuteMs
  const bins = Array.from({ length: minutes / binMinutes }, (): TrafficMinute[] => [])
  for (const row of rows) bins[Math.floor((Date.parse(row.minute) - firstMs) / binMs)]?.push(row)
  return bins.map((counted, index) => {
    const of = (key: 'accepted' | 'refused' | 'connections') =>
      counted.length === 0 ? null : mean(counted.map(row => row[key]))
    return {
      startMs: firstMs + index * binMs,
      accepted: of('accepted'),
      refused: of('refused'),
      connections: of('connections'),
    }
  })
}

/** Whether this bin has a tick. Ticks are at round times of the user's clock. */
export function isTick({ startMs }: TrafficBin, range: TrafficRange): boolean {
  const start = new Date(startMs)
  return (start.getHours() * 60 + start.getMinutes()) % trafficRanges[range].tickMinutes === 0
}
