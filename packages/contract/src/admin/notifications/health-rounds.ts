import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'

export const roundNames = [
  'access',
  'audit_log',
  'backup',
  'console_heartbeats',
  'console_status',
  'console_switch',
  'data_growth',
  'deleted_events',
  'demo_traffic',
  'downloads',
  'event_copies',
  'exchange_rates',
  'expired_events',
  'expired_files',
  'fan_out',
  'file_checks',
  'health',
  'image_moderation',
  'maintenance',
  'moderation_inbox',
  'notifications',
  'old_notifications',
  'old_refusals',
  'outside_view',
  'people',
  'people_times',
  'pings',
  'provisional_settings',
  'refusals',
  'relay_invoices',
  'rules',
  'secrets',
  'subscriber_usage',
  'subscription_ends',
  'traffic',
  'trash',
  'trust',
  'vitals',
  'x_handles',
  'zaps',
] as const
export type RoundName = (typeof roundNames)[number]

const roundState = z.object({
  name: z.enum(roundNames),
  every_ms: z.number(),
  is_running: z.boolean(),
  /** It should have run, or has been running for too long. */
  is_late: z.boolean(),
  /** When the last run ended, RFC 3339, UTC; null before. */
  last_at: z.nullable(z.string()),
  last_duration_ms: z.nullable(z.number()),
  /** Of the last run; null if it succeeded. */
  last_error: z.nullable(z.string()),
})
export type RoundState = z.infer<typeof roundState>

export const getHealthRounds = defineEndpoint({
  ...({ tag: 'Health', access: 'session', role: 'operator', errors: [] } as const),
  method: 'GET',
  path: '/api/health/rounds',
  summary: 'What the relay repeats at intervals, with the last run and error of each',
  staleOn: ['health'],
  answers: { 200: z.object({ rounds: z.array(roundState) }) },
})
