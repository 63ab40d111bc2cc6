import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64, nostrEvent } from '../../nostr.ts'
import { notificationCalls } from './notification-calls.ts'
import { notificationDone, notificationId } from './notification-page.ts'

/** NIP-56 (kind 1984), and files that the relay finds near a banned one: one case each. */

const session = { tag: 'Reports', access: 'session', errors: [] } as const
const timestamp = z.string()
const hexOrEmpty = z.union([hex64, z.literal('')])

export const reportTypes = [
  'nudity',
  'malware',
  'profanity',
  'illegal',
  'spam',
  'impersonation',
  'other',
] as readonly string[]

/** The type of a case that the relay opens itself: the file is near a banned one, and was let in. */
export const similarReport = 'similar'
/** The same: the event was stored before one of its words was blocked. */
export const wordReport = 'word'

export const reportNotification = z.object({
  id: notificationId,
  /** Author of the reported event; empty for a file whose first report names nobody. */
  pubkey: hexOrEmpty,
  /** Empty if the key itself or a file is reported. */
  event_id: hexOrEmpty,
  /** SHA-256 of the reported file; empty if an event or a key is reported. */
  file_hash: hexOrEmpty,
  /** The one that most reporters chose: nudity, malware, profanity, illegal, spam, impersonation, other, similar or word. */
  report_type: z.string(),
  /** Text of the last reporter who wrote any. */
  report_content: z.string(),
  /** The first reporter; the relay's own key if it opened the case. */
  reporter_pubkey: hex64,
  report_count: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
  is_read: z.boolean(),
  /** What was done about it; missing while it is open. */
  resolution: z.optional(z.enum(['deleted', 'dismissed'])),
})
export type ReportNotification = z.infer<typeof reportNotification>

export const reportNotifications = notificationCalls({
  tag: 'Reports',
  path: '/api/reports',
  topic: 'reports',
  role: 'moderator',
  row: reportNotification,
  summary: 'Reported events, files and keys, most reported first; 204 if the page is empty',
  allRead: 'All report notifications marked as read',
})

export const getReportStats = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/reports/stats',
  role: 'moderator',
  summary: 'Numbers of reports by reason, and the most reported',
  staleOn: ['reports'],
  answers: {
    200: z.object({
      total_reported: z.int(),
      total_reported_today: z.int(),
      by_report_type: z.array(z.object({ type: z.string(), count: z.int() })),
      most_reported: z.array(
        z.object({
          event_id: hexOrEmpty,
          file_hash: hexOrEmpty,
          pubkey: hexOrEmpty,
          report_count: z.int(),
          report_type: z.string(),
          created_at: timestamp,
        }),
      ),
    }),
  },
})

export const getReportedEvent = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/reports/event/:id',
  role: 'moderator',
  summary: 'The reported event, if stored',
  staleOn: ['reports'],
  params: z.object({ id: hex64 }),
  answers: { 200: z.object({ event: nostrEvent }) },
  errors: ['not_found'],
})

export const deleteReportedEvent = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/reports/event/:id',
  role: 'moderator',
  summary: 'Permanently delete a reported event; optionally block its author, and delete all of their events',
  demo: 'plays',
  audit: 'reports.delete_event',
  params: z.object({ id: hex64 }),
  query: z.object({
    block_author: z._default(z.enum(['true', 'false']), 'false'),
    /** Also blocks the author and deletes all of their stored events. */
    delete_events: z._default(z.enum(['true', 'false']), 'false'),
  }),
  answers: {
    200: z.extend(notificationDone, { deleted_events: z.optional(z.int()), still_deleting: z.optional(z.boolean()) }),
  },
  errors: ['not_found', 'conflict', 'password_needed'],
})

export const deleteReportedFile = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/reports/file/:hash',
  role: 'moderator',
  summary: 'Move a reported file to the trash and close its case',
  demo: 'plays',
  audit: 'reports.delete_file',
  params: z.object({ hash: hex64 }),
  answers: { 200: notificationDone },
  errors: ['not_found'],
})

export const dismissReport = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/reports/notifications/dismiss',
  role: 'moderator',
  summary: 'Close a case: the reported content stays. Another reporter reopens it',
  demo: 'plays',
  audit: 'reports.dismiss',
  body: z.object({ id: notificationId }),
  answers: { 200: notificationDone },
  errors: ['not_found'],
})
