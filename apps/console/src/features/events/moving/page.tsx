import { listTransfers } from '@hornets/contract/admin/events/transfers'
import { useQueryClient } from '@tanstack/react-query'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useIsRole } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/content/card.tsx'
import { TransferButtons, Transfers } from '../transfers/transfers.tsx'
import { MovingCard } from './moving-card.tsx'

export function MovingPage() {
  const { t } = useTexts()
  const client = useQueryClient()
  const isOwner = useIsRole('owner')
  const refresh = () => void client.invalidateQueries(apiQuery(listTransfers))
  return (
    <div className="grid max-w-240 content-start gap-4">
      <div>
        <h1 className="font-semibold text-title">{t('shell.nav.moving')}</h1>
        <p className="text-muted text-small">{t('moving.description')}</p>
      </div>
      <Transfers onEnd={() => {}} />
      {isOwner ? <MovingCard onBegun={refresh} /> : <p className="text-small">{t('moving.ownersOnly')}</p>}
      <Card title={t('moving.others')} description={t('moving.othersText')}>
        <div className="mt-3">
          <TransferButtons filter={{}} />
        </div>
      </Card>
    </div>
  )
}
