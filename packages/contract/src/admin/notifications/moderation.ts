import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64, nostrEvent } from '../../nostr.ts'
import { imageModeration } from '../settings/image-moderation.ts'
import { notificationCalls } from './notification-calls.ts'
import { notificationDone, notificationId } from './notification-page.ts'

/** Images and videos that the judge flagged or blocked, and those that could not be judged: one case per event or file. */

const session = { tag: 'Moderation', access: 'session', role: 'moderator' } as const
const eventId = z.object({ event_id: hex64 })

export const moderationNotification = z.object({
  id: notificationId,
  /** The author, or who uploaded the file. */
  pubkey: hex64,
  /** The event; of a file that nobody names, its SHA-256. */
  event_id: hex64,
  /** What the judge said, with its category and confidence. */
  reason: z.string(),
  created_at: z.string(),
  is_read: z.boolean(),
  content_type: z.enum(['image', 'video']),
  media_url: z.string(),
  /** Empty: the relay has no thumbnail of it. */
  thumbnail_url: z.string(),
  /** `blocked` and `disputed` ones are hidden; `pending` ones could not be judged. */
  state: z.enum(['flagged', 'blocked', 'disputed', 'pending', 'released', 'deleted']),
  /** When a blocked event is deleted; null if it is not. */
  expires_at: z.nullable(z.string()),
})
export type ModerationNotification = z.infer<typeof moderationNotification>

export const moderationNotifications = notificationCalls({
  ...{
    tag: 'Moderation',
    path: '/api/moderation',
    topic: 'moderation',
    role: 'moderator',
    row: moderationNotification,
  },
  summary: 'Flagged, blocked and disputed media, the newest first; 204 if the page is empty',
  allRead: 'All notifications marked as read',
})

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

/** Verdicts that a preview looks at. */
export const previewedMax = 500

const decisions = z.object({ allow: z.int(), flag: z.int(), block: z.int() })
export const moderationPreview = z.object({
  judged: z.int(),
  /** What they were. */
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
  summary: 'A blocked event, which nobody else can read',
  staleOn: ['moderation'],
  params: z.object({ id: hex64 }),
  answers: { 200: z.object({ event: nostrEvent }) },
  errors: ['bad_request'],
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
