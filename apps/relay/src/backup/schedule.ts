import type { BackupPlan } from '@hornets/contract/admin/settings/backup'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** 1 January 1970 was a Thursday. */
const mondayMs = 4 * dayMs
const retryMs = hourMs

type Schedule = Pick<BackupPlan, 'schedule' | 'hour'>

const intervals: Readonly<Record<Exclude<BackupPlan['schedule'], 'off'>, number>> = {
  six_hours: 6 * hourMs,
  daily: dayMs,
  weekly: 7 * dayMs,
}

/** The interval in milliseconds; null without a schedule. */
const intervalOf = ({ schedule }: Pick<Schedule, 'schedule'>): number | null =>
  schedule === 'off' ? null : intervals[schedule]

/** When the first backup after this moment is due, milliseconds; null without a schedule. */
export function nextDue(plan: Schedule, after: number): number | null {
  const every = intervalOf(plan)
  if (every === null) return null
  const offset = plan.schedule === 'weekly' ? mondayMs + plan.hour * hourMs : plan.hour * hourMs
  return Math.floor((after - offset) / every + 1) * every + offset
}

export interface LastRun {
  readonly began_at: number
  readonly state: string
}

/** Whether a backup should begin now. `since`: when the schedule was set. Failed ones are tried again after an hour. */
export function isDue(plan: Schedule, { since, last, now }: { since: number; last?: LastRun; now: number }): boolean {
  if (last?.state === 'failed' && last.began_at >= since)
    return intervalOf(plan) !== null && now - last.began_at >= retryMs
  const due = nextDue(plan, Math.max(since, last?.began_at ?? 0))
  return due !== null && due <= now
}

/** Whether the last complete backup is older than two intervals, or 30 days without a schedule. */
export function isTooOld(plan: Pick<Schedule, 'schedule'>, lastAt: number, now: number): boolean {
  return now - lastAt > 2 * (intervalOf(plan) ?? 15 * dayMs)
}
