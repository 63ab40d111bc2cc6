import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { pubkeyInput } from '../accounts/auth.ts'
import { notificationCalls } from './notification-calls.ts'
import { notificationId } from './notification-page.ts'

export const moderationNotification = z.object({
  id: notificationId,
  pubkey: hex64,
  /** The event; of a file that nobody names, its SHA-256. */
  event_id: hex64,
  /** What the judge said, with its category and confidence. */
  reason: z.string(),
  created_at: z.string(),
  is_read: z.boolean(),
  content_type: z.enum(['image', 'video']),
  /** Of a file stored here, both are links that are valid without a token for an hour or two; empty if it is gone. */
  media_url: z.string(),
  /** Empty if there is no thumbnail here. */
  thumbnail_url: z.string(),
  /** `blocked` and `disputed` ones are hidden; `pending` ones could not be judged. */
  state: z.enum(['flagged', 'blocked', 'disputed', 'pending', 'released', 'deleted']),
  /** When a blocked event is deleted; null if it is not. */
  expires_at: z.nullable(z.string()),
})
export type ModerationNotification = z.infer<typeof moderationNotification>

const calls = notificationCalls({
  tag: 'Moderation',
  path: '/api/moderation',
  topic: 'moderation',
  role: 'moderator',
  row: moderationNotification,
  summary: 'Flagged, blocked and disputed media, the newest first; 204 if the page is empty',
  allRead: 'All notifications marked as read',
})

export const moderationNotifications = {
  ...calls,
  readAll: defineEndpoint({
    ...calls.readAll,
    summary: 'Mark all as read, or all of one key',
    body: z.strictObject({ pubkey: z.optional(z.union([pubkeyInput, z.literal('')])) }),
  }),
}
