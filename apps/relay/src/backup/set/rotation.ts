export interface Keep {
  readonly daily: number
  readonly weekly: number
  readonly monthly: number
}

const dayMs = 86_400_000
/** 1 January 1970 was a Thursday: weeks begin on Monday. */
const weekShiftDays = 3

const periods: Readonly<Record<keyof Keep, (at: number) => number>> = {
  daily: at => Math.floor(at / dayMs),
  weekly: at => Math.floor((Math.floor(at / dayMs) + weekShiftDays) / 7),
  monthly: at => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth(),
}

/** Milliseconds; the newest of each of the last days, weeks and months (UTC) that have one, and always the newest. */
export function backupsToKeep(times: readonly number[], keep: Keep): Set<number> {
  const newestFirst = [...times].sort((one, other) => other - one)
  const kept = new Set(newestFirst.slice(0, 1))
  for (const [name, periodOf] of Object.entries(periods)) {
    const seen = new Set<number>()
    for (const at of newestFirst) {
      const period = periodOf(at)
      if (seen.has(period)) continue
      if (seen.size === keep[name as keyof Keep]) break
      seen.add(period)
      kept.add(at)
    }
  }
  return kept
}
