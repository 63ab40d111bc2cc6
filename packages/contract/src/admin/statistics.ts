import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { kindMax } from '../nostr.ts'

const tag = 'Statistics'
const session = { tag, access: 'session', staleOn: ['statistics'], errors: [] } as const
const month = z.string().check(z.regex(/^\d{4}-\d{2}$/))
const count = z.int()

export const barChartData = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/barchartdata',
  role: 'viewer',
  summary: 'Stored bytes by month of arrival: notes and media, in GB (2^30 bytes), ascending',
  answers: { 200: z.array(z.object({ month, notes_gb: z.number(), media_gb: z.number() })) },
})

export const activityData = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/activitydata',
  role: 'viewer',
  summary: 'Notes and media together by month of arrival, in GB with 6 decimals, ascending',
  answers: { 200: z.array(z.object({ month, total_gb: z.number() })) },
})

export const relayCount = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/relaycount',
  role: 'viewer',
  summary: 'Stored events, and stored files by group',
  answers: {
    200: z.object({
      kinds: count,
      photos: count,
      videos: count,
      audio: count,
      misc: count,
      /** Sent by some servers of the family only. */
      gitNestr: z.optional(count),
    }),
  },
})

export const timeSeries = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/timeseries',
  role: 'viewer',
  summary: 'Profiles and what they announce, cumulative over the last 6 months, oldest first',
  answers: {
    200: z.array(z.object({ month, profiles: count, lightning_addr: count, dht_key: count, lightning_and_dht: count })),
  },
})

export const kinds = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/kinds',
  role: 'viewer',
  summary: 'Stored events by kind, largest first; totalSize in MB (2^20 bytes)',
  answers: { 200: z.array(z.object({ kindNumber: count, kindCount: count, totalSize: z.number() })) },
})

export const kindTrend = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/kind-trend/:kind',
  role: 'viewer',
  summary: 'Stored MB of a kind by month, last 12 months with data',
  params: z.object({ kind: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(kindMax)) }),
  answers: { 200: z.array(z.object({ month, totalSize: z.number() })) },
})

export const traffic = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/traffic',
  role: 'viewer',
  summary: "The public server's traffic by minute, ascending; minutes without a running relay are missing",
  query: z.object({ minutes: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1440)), 60) }),
  answers: { 200: z.array(z.object({ minute: z.string(), accepted: count, refused: count, connections: count })) },
})

export const historyRanges = ['1h', '6h', '24h', '7d', '30d', '1y'] as const
export type HistoryRange = (typeof historyRanges)[number]

const known = z.nullable(count)
const bin = z.object({
  /** RFC 3339, UTC, start of the bin. */
  at: z.string(),
  accepted: known,
  refused: known,
  connections: known,
  /** At the end of the bin. */
  notes_bytes: known,
  media_bytes: known,
})
export type HistoryBin = z.infer<typeof bin>

export const getHistory = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/history',
  role: 'viewer',
  summary:
    'Traffic and stored bytes of a range in bins, those of the time before, and starts, releases and saved settings',
  query: z.object({ range: z._default(z.enum(historyRanges), '24h') }),
  answers: {
    200: z.object({
      range: z.enum(historyRanges),
      bin_seconds: count,
      /** Ascending. Nothing is known of a bin without a running relay. */
      bins: z.array(bin),
      before: z.array(bin),
      /** Ascending, the newest 100 of the range. `detail` is a version, or a group of settings. */
      marks: z.array(z.object({ at: z.string(), what: z.enum(['start', 'release', 'settings']), detail: z.string() })),
    }),
  },
})
