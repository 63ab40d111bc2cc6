import { RotateCw, Wrench } from 'lucide-react'
import { useStatus } from '../../api/queries/use-status.ts'
import { EndMaintenance } from '../../features/operation/maintenance/maintenance-card.tsx'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ErrorPage } from './error-page.tsx'

/** Replaces every page while the relay reports maintenance. Also at `/maintenance`. */
export function MaintenancePage() {
  const { t } = useTexts()
  const { data, refetch, isFetching } = useStatus()
  return (
    <ErrorPage
      icon={Wrench}
      status={503}
      title={t('errorPages.maintenance.title')}
      text={data?.maintenance ? t('errorPages.maintenance.text') : t('errorPages.maintenance.over')}
      action={
        data?.maintenance && (
          <span className="flex flex-wrap justify-center gap-3">
            <Button icon={RotateCw} loading={isFetching} onClick={() => void refetch()}>
              {t('ui.tryAgain')}
            </Button>
            <EndMaintenance />
          </span>
        )
      }
    >
      {data?.maintenance && data.maintenanceReason && (
        <figure className="mt-2 grid max-w-120 gap-1 text-small">
          <figcaption className="text-muted">{t('errorPages.maintenance.reason')}</figcaption>
          <blockquote className="wrap-anywhere">{data.maintenanceReason}</blockquote>
        </figure>
      )}
    </ErrorPage>
  )
}
