import type { AlertMetric } from '@hornets/contract/admin/operation/alerts'
import type { ChainSight } from '@hornets/contract/admin/subscriptions/subscribers'

export type Measure = () => Promise<number | undefined> | number | undefined
export type Measures = Readonly<Record<AlertMetric, Measure>>

export interface MeasureParts {
  readonly freeSpace: { readonly freeBytes: number; readonly totalBytes: number }
  /** Milliseconds; null if none was ever made. */
  readonly lastBackupAt: () => Promise<number | null>
  readonly countFailed: (since: number) => Promise<number>
  readonly countCases: () => Promise<number>
  /** Of the event loop, milliseconds. */
  readonly delayMs: () => number
  readonly sight: () => Promise<ChainSight>
  readonly now: () => number
}

const hourMs = 3_600_000

/** What alert rules look at, in the units of their thresholds. */
export function measuresOf(parts: MeasureParts): Measures {
  const { freeSpace, lastBackupAt, countFailed, countCases, delayMs, sight, now } = parts
  return {
    disk_free: () => (100 * freeSpace.freeBytes) / freeSpace.totalBytes,
    async backup_age() {
      const at = await lastBackupAt()
      return at === null ? undefined : (now() - at) / hourMs
    },
    failed_payments: () => countFailed(now() - 24 * hourMs),
    open_cases: countCases,
    event_loop: delayMs,
    async node_away() {
      const seen = await sight()
      return seen === 'unknown' ? undefined : Number(seen === 'no_chain')
    },
  }
}
