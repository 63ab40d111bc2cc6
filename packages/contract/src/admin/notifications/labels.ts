import * as z from 'zod/mini'
import { notificationCalls } from './notification-calls.ts'
import { notificationId } from './notification-page.ts'

/** A label that somebody gave a key (NIP-32). */
const labelNotification = z.object({ id: notificationId, pubkey: z.string(), label: z.string(), is_read: z.boolean() })
export type LabelNotification = z.infer<typeof labelNotification>

export const labelNotifications = notificationCalls({
  tag: 'Labels',
  path: '/api/labels',
  topic: 'reports',
  role: 'moderator',
  row: labelNotification,
  summary: 'Label notifications, newest first; 204 if the page is empty',
  allRead: 'All label notifications marked as read',
})
