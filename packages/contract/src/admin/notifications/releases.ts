import * as z from 'zod/mini'
import { notificationCalls } from './notification-calls.ts'
import { notificationId } from './notification-page.ts'

export const releaseNotification = z.object({
  id: notificationId,
  version: z.string(),
  created_at: z.string(),
  is_read: z.boolean(),
})
export type ReleaseNotification = z.infer<typeof releaseNotification>

export const releaseNotifications = notificationCalls({
  tag: 'Releases',
  path: '/api/releases',
  topic: 'health',
  role: 'operator',
  row: releaseNotification,
  summary: 'Releases of this relay, newest first; 204 if the page is empty',
  allRead: 'All release notifications marked as read',
})
