import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { notificationCalls } from './notification-calls.ts'
import { notificationId } from './notification-page.ts'

const session = { tag: 'Health', access: 'session', role: 'operator', errors: [] } as const
/** RFC 3339, UTC. */
const timestamp = z.string()

/** How urgent something is, from least to most. */
export const severities = ['INFO', 'LOW', 'MEDIUM', 'HIGH'] as const
export type Severity = (typeof severities)[number]

export const notificationTypes = ['success', 'info', 'warning', 'error'] as const
export type NotificationType = (typeof notificationTypes)[number]

export const healthSeverities = {
  /** Free space is below four times the reserve. */
  disk_low: 'MEDIUM',
  /** Free space is below the reserve: nothing from strangers is accepted. */
  disk_full: 'HIGH',
  /** At the growth of the last 30 days the disk is full in less than 30 days. */
  disk_fills: 'MEDIUM',
  disk_fills_soon: 'HIGH',
  database_damaged: 'HIGH',
  /** The file of events cannot grow: no event is accepted, and deleting frees room. */
  events_full: 'HIGH',
  /** A check found stored files that are missing or damaged. */
  files_damaged: 'HIGH',
  /** The S3 server does not answer: its files cannot be fetched, and it takes no new ones. */
  store_away: 'HIGH',
  /** Tiers are on sale, but the wallet has no keys or does not see the chain: nobody can pay on-chain. */
  sale_blocked: 'HIGH',
  /** A payment to an address made for a subscriber that no key has, as after restoring an older backup of the relay. */
  payment_unassigned: 'MEDIUM',
  wallet_away: 'MEDIUM',
  /** The wallet answers, and has not caught up with its chain source for 30 minutes. */
  wallet_behind: 'LOW',
  mail_failing: 'MEDIUM',
  judge_failing: 'HIGH',
  /** The certificate of the relay's or the console's public address ends in less than 14 days. */
  certificate_ends: 'MEDIUM',
  certificate_ended: 'HIGH',
  /** The last backup is older than two intervals of its schedule, or than 30 days without one; never if there was none. */
  backup_old: 'MEDIUM',
  backup_failed: 'MEDIUM',
  /** The last restore test failed: the backup cannot be relied on. */
  restore_test_failed: 'HIGH',
  round_failed: 'MEDIUM',
  /** A round has not run for two intervals, or its run does not end. */
  round_late: 'MEDIUM',
  /** A rule of the operator's own (`alert_rules`). */
  alert: 'MEDIUM',
  alert_urgent: 'HIGH',
  /** The repository that this relay was cloned from has a newer release. */
  version_out: 'INFO',
  /** A newer version has been installed for 10 minutes, and an older one runs. */
  restart_due: 'LOW',
} as const satisfies Record<string, Severity>

export const healthMatters = Object.keys(healthSeverities) as (keyof typeof healthSeverities)[]
export type HealthMatter = (typeof healthMatters)[number]

const looks: Readonly<Record<Severity, NotificationType>> = {
  INFO: 'info',
  LOW: 'info',
  MEDIUM: 'warning',
  HIGH: 'error',
}

export const healthNotification = z.object({
  id: notificationId,
  what: z.enum(healthMatters as [HealthMatter, ...HealthMatter[]]),
  severity: z.enum(severities),
  /** Damaged file, host, round, new version, or an own rule's watched value and threshold; else empty. */
  subject: z.string(),
  free_bytes: z.optional(z.int()),
  /** What a rule of the operator's own measured. */
  value: z.optional(z.number()),
  /** The version that ran when a new one was noticed. */
  running: z.optional(z.string()),
  created_at: timestamp,
  /** When it was over; missing while it lasts. */
  ended_at: z.optional(timestamp),
  is_read: z.boolean(),
})
export type HealthNotification = z.infer<typeof healthNotification>

export const typeOf = ({ severity, ended_at }: Pick<HealthNotification, 'severity' | 'ended_at'>): NotificationType =>
  ended_at === undefined ? looks[severity] : 'success'

export const healthNotifications = notificationCalls({
  tag: 'Health',
  path: '/api/health',
  topic: 'health',
  role: 'operator',
  row: healthNotification,
  summary: 'Health notifications, newest first; 204 if the page is empty',
  allRead: 'All health notifications marked as read',
})

/** What can be missing. `wallet_unknown`: the wallet has not answered since the start. */
export const setupMatters = [
  ...(['backup', 'wallet', 'chain_source', 'wallet_unknown', 'public_address', 'tls', 'certificate', 'mail'] as const),
] as const

const setupLine = z.object({ what: z.enum(setupMatters), urgency: z.enum(['info', 'warning']), subject: z.string() })
export type SetupLine = z.infer<typeof setupLine>

export const getHealthSetup = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/health/setup',
  summary: 'What is not set up, and therefore not watched',
  staleOn: ['health', 'relay_settings', 'wallet'],
  answers: { 200: z.object({ lines: z.array(setupLine) }) },
})
