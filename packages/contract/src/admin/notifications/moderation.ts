import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64, nostrEvent } from '../../nostr.ts'
import { imageModeration } from '../settings/image-moderation.ts'
import { notificationDone } from './notification-page.ts'

const session = { tag: 'Moderation', access: 'session', role: 'moderator' } as const
const eventId = z.object({ event_id: hex64 })

export const getModerationStats = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/moderation/stats',
  summary: 'Numbers of blocked events by type and author, and the latest reasons',
  staleOn: ['moderation'],
  answers: {
    200: z.object({
      total_blocked: z.int(),
      total_blocked_today: z.int(),
      by_content_type: z.array(z.object({ type: z.string(), count: z.int() })),
      by_user: z.array(z.object({ pubkey: hex64, count: z.int() })),
      recent_reasons: z.array(z.string()),
    }),
  },
  errors: [],
})

export const previewedMax = 500

const decisions = z.object({ allow: z.int(), flag: z.int(), block: z.int() })
export const moderationPreview = z.object({
  judged: z.int(),
  now: decisions,
  /** What they would be. `unknown`: the service does not say what it found in this mode. */
  changed: z.extend(decisions, { unknown: z.int() }),
})
export type ModerationPreview = z.infer<typeof moderationPreview>

export const previewModeration = defineEndpoint({
  ...session,
  role: 'operator',
  method: 'GET',
  path: '/api/moderation/preview',
  summary: 'What the last 500 verdicts would be with this mode and threshold; changes nothing',
  staleOn: ['moderation'],
  query: z.object({
    mode: imageModeration.fields.mode.schema,
    threshold: z.coerce.number().check(z.minimum(0), z.maximum(1)),
  }),
  answers: { 200: moderationPreview },
  errors: [],
})

export const getBlockedEvent = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/moderation/blocked-event/:id',
  summary: 'A blocked event, which no one else can read',
  staleOn: ['moderation'],
  params: z.object({ id: hex64 }),
  answers: { 200: z.object({ event: nostrEvent }) },
  errors: ['bad_request', 'not_found'],
})

export const unblockEvent = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/moderation/unblock',
  summary: 'Show a blocked event again; a dispute is answered',
  demo: 'plays',
  audit: 'moderation.unblock',
  body: eventId,
  answers: { 200: notificationDone },
  errors: ['bad_request'],
})

export const deleteBlockedEvent = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/moderation/event/:id',
  summary: 'Permanently delete a blocked event before its time; a dispute is answered',
  demo: 'plays',
  audit: 'moderation.delete_event',
  params: z.object({ id: hex64 }),
  answers: { 200: notificationDone },
  errors: ['bad_request'],
})
