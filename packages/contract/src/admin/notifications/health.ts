import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { notificationCalls } from './notification-calls.ts'
import { notificationId } from './notification-page.ts'

const session = { tag: 'Health', access: 'session', role: 'operator', errors: [] } as const
const timestamp = z.string()

export const severities = ['INFO', 'LOW', 'MEDIUM', 'HIGH'] as const
export type Severity = (typeof severities)[number]

export const notificationTypes = ['success', 'info', 'warning', 'error'] as const
export type NotificationType = (typeof notificationTypes)[number]

export const healthSeverities = {
  disk_low: 'MEDIUM',
  disk_full: 'HIGH',
  disk_fills: 'MEDIUM',
  disk_fills_soon: 'HIGH',
  database_damaged: 'HIGH',
  events_full: 'HIGH',
  files_damaged: 'HIGH',
  store_away: 'HIGH',
  sale_blocked: 'HIGH',
  /** A payment to an address made for a subscriber that no key has, as after restoring an older backup of the relay. */
  payment_unassigned: 'MEDIUM',
  wallet_away: 'MEDIUM',
  wallet_behind: 'LOW',
  mail_failing: 'MEDIUM',
  judge_failing: 'HIGH',
  certificate_ends: 'MEDIUM',
  certificate_ended: 'HIGH',
  /** The last backup is older than two intervals of its schedule, or than 30 days without one; never if there was none. */
  backup_old: 'MEDIUM',
  backup_failed: 'MEDIUM',
  restore_test_failed: 'HIGH',
  round_failed: 'MEDIUM',
  round_late: 'MEDIUM',
  alert: 'MEDIUM',
  alert_urgent: 'HIGH',
  version_out: 'INFO',
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
  value: z.optional(z.number()),
  running: z.optional(z.string()),
  created_at: timestamp,
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
