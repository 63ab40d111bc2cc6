import { TrialPanel } from '../../features/access/rules/trial/trial-panel.tsx'
import { AdmissionPage } from '../../features/relay-settings/page.tsx'

/** What the relay accepts, with a trial of what a change would have refused. */
export function RelaySettingsPage() {
  return <AdmissionPage trial={TrialPanel} />
}
