import { type ModerationNotification, moderationNotifications } from '@hornets/contract/admin/notifications/moderation'
import { useMay } from '../../../api/session/use-may.ts'
import type { Box } from '../boxes/boxes.ts'
import { ListPage } from '../list-page.tsx'
import { NotAllowed } from '../not-allowed.tsx'
import { ModerationEntry } from './moderation-entry.tsx'

/** Not among the other boxes, which the bell loads with the first page. */
const moderation: Box<ModerationNotification> = {
  ...{ name: 'moderation', path: '/moderation-notifications', calls: moderationNotifications },
}

/** Images and videos that the judge flagged or blocked, and those that could not be judged. */
export function ModerationNotificationsPage() {
  return useMay(moderation.calls.list) ? (
    <ListPage box={moderation} Entry={ModerationEntry} />
  ) : (
    <NotAllowed name="moderation" />
  )
}
