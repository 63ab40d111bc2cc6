import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { deliveryChannels } from '../notifications/delivery.ts'

const session = { tag: 'Alerts', access: 'session', role: 'operator' } as const

/** `below` or `above` is too much; a `fact` has no threshold. Failed payments: of the last 24 hours. */
export const alertMetrics = {
  disk_free: { is: 'below', unit: '%', max: 100, usual: 10 },
  backup_age: { is: 'above', unit: 'h', max: 8760, usual: 48 },
  failed_payments: { is: 'above', unit: '', max: 100, usual: 1 },
  open_cases: { is: 'above', unit: '', max: 1_000_000, usual: 20 },
  event_loop: { is: 'above', unit: 'ms', max: 60_000, usual: 200 },
  node_away: { is: 'fact', unit: '', max: 1, usual: 1 },
} as const satisfies Record<string, { is: string; unit: string; max: number; usual: number }>
export type AlertMetric = keyof typeof alertMetrics
export const alertMetricNames = Object.keys(alertMetrics) as [AlertMetric, ...AlertMetric[]]

export const alertRulesMax = 50

const rule = z
  .strictObject({
    metric: z.enum(alertMetricNames),
    threshold: z.int().check(z.minimum(1), z.maximum(1_000_000)),
    /** For how long without a break. */
    minutes: z.int().check(z.minimum(0), z.maximum(1440)),
    /** Each admin's own choice counts too: a channel reaches those who have chosen it for health. */
    channels: z.array(z.enum(deliveryChannels)).check(z.maxLength(deliveryChannels.length)),
    /** Does not wait for the end of quiet hours. */
    is_urgent: z.boolean(),
    is_on: z.boolean(),
  })
  .check(z.refine(({ metric, threshold }) => threshold <= alertMetrics[metric].max, { path: ['threshold'] }))
export type AlertRule = z.infer<typeof rule>

const shownRule = z.object({
  id: z.int(),
  rule,
  /** Measured now; null if it cannot be told. */
  value: z.nullable(z.number()),
  /** Since when it has been too much, RFC 3339; null while it is not. */
  since: z.nullable(z.string()),
  /** It has been for long enough: admins are told. */
  is_alerting: z.boolean(),
})
export type ShownAlertRule = z.infer<typeof shownRule>

const rules = z.object({ rules: z.array(shownRule) })
const params = z.object({ id: z.coerce.number().check(z.int(), z.minimum(1)) })

export const listAlertRules = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/alerts',
  summary: 'The rules with the values measured now',
  staleOn: ['health'],
  answers: { 200: rules },
  errors: [],
})

export const addAlertRule = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/alerts',
  summary: 'Add a rule; looked at each minute',
  demo: 'plays',
  audit: 'alerts.add',
  body: z.strictObject({ rule }),
  answers: { 200: rules },
  errors: ['invalid_fields', 'conflict'],
})

export const changeAlertRule = defineEndpoint({
  ...session,
  method: 'PUT',
  path: '/api/alerts/:id',
  summary: 'Change a rule; its time begins again',
  demo: 'plays',
  audit: 'alerts.change',
  params,
  body: z.strictObject({ rule }),
  answers: { 200: rules },
  errors: ['invalid_fields', 'not_found'],
})

export const removeAlertRule = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/alerts/:id',
  summary: 'Remove a rule',
  demo: 'plays',
  audit: 'alerts.remove',
  params,
  answers: { 200: rules },
  errors: ['not_found'],
})
