import { useMay } from '../../../api/session/use-may.ts'
import { health } from '../boxes/boxes.ts'
import { ListPage } from '../list-page.tsx'
import { NotAllowed } from '../not-allowed.tsx'
import { HealthEntry } from './health-entry.tsx'
import { Rounds } from './rounds.tsx'
import { SetupLines } from './setup-lines.tsx'

/** Everything about the relay that needed attention. */
export function HealthNotificationsPage() {
  return useMay(health.calls.list) ? (
    <ListPage box={health} Entry={HealthEntry} lead={<Lead />} />
  ) : (
    <NotAllowed name="health" />
  )
}

const Lead = () => (
  <>
    <SetupLines />
    <Rounds />
  </>
)
