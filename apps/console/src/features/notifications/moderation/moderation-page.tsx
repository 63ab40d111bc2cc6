import { useMay } from '../../../api/session/use-may.ts'
import { moderation } from '../boxes/boxes.ts'
import { ListPage } from '../list-page.tsx'
import { NotAllowed } from '../not-allowed.tsx'
import { ModerationEntry } from './moderation-entry.tsx'

/** Images and videos that the judge flagged or blocked, and those that could not be judged. */
export function ModerationNotificationsPage() {
  return useMay(moderation.calls.list) ? (
    <ListPage box={moderation} Entry={ModerationEntry} />
  ) : (
    <NotAllowed name="moderation" />
  )
}
