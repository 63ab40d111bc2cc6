import { getHealthReport } from '@hornets/contract/admin/notifications/health-report'
import { useMay } from '../../api/session/use-may.ts'
import { Rounds } from '../../features/notifications/health/rounds.tsx'
import { SetupLines } from '../../features/notifications/health/setup-lines.tsx'
import { HealthReportRows } from '../../features/operation/health/health-report.tsx'
import { OutsideCard } from '../../features/operation/health/outside-card.tsx'
import { EventEngineCard } from '../../features/operation/maintenance/event-engine-card.tsx'
import { MaintenanceCard } from '../../features/operation/maintenance/maintenance-card.tsx'
import { RestartCard } from '../../features/operation/maintenance/restart-card.tsx'
import { ReleaseCard } from '../../features/operation/release/release-card.tsx'
import { useTexts } from '../../i18n/texts.ts'
import { NotForRole } from '../../ui/states/not-for-role.tsx'

/** How the relay and its machine are, what is not set up, and what runs at intervals. */
export function Health() {
  const { t } = useTexts()
  const may = useMay(getHealthReport)
  return (
    <div className="grid max-w-300 grid-cols-1 content-start gap-4">
      <div className="max-w-160">
        <h1 className="font-semibold text-title">{t('shell.nav.operationHealth')}</h1>
        <p className="text-muted text-small">{t('operation.health.description')}</p>
      </div>
      {may ? (
        <>
          <SetupLines />
          <HealthReportRows />
          <OutsideCard />
          <Rounds />
          <ReleaseCard />
          <EventEngineCard />
          <RestartCard />
          <MaintenanceCard />
        </>
      ) : (
        <NotForRole title={t('notifications.notAllowed')} text={t('operation.health.notAllowed')} />
      )}
    </div>
  )
}
