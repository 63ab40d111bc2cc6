import { useMay } from '../../api/session/use-may.ts'
import { health } from './boxes.ts'
import { HealthEntry } from './health-entry.tsx'
import { ListPage } from './list-page.tsx'
import { NotAllowed } from './not-allowed.tsx'

/** Everything about the relay that needed attention. */
export function HealthNotificationsPage() {
  return useMay(health.call) ? <ListPage box={health} Entry={HealthEntry} /> : <NotAllowed name="health" />
}
