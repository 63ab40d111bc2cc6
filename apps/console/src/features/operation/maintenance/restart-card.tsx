import { getRestart, restartRelay } from '@hornets/contract/admin/operation/restart'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useStatus } from '../../../api/queries/use-status.ts'
import { offersCall } from '../../../api/server/server.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { useRestart } from './use-restart.ts'

/** For owners; others see nothing of it. */
export function RestartCard() {
  const { t } = useTexts()
  const may = useMay(restartRelay) && offersCall(restartRelay)
  const { data } = useQuery({ ...apiQuery(getRestart), enabled: may })
  const connections = useStatus().data?.connections ?? 0
  const { step, seconds, begin } = useRestart()
  if (!may || !data) return null
  const ask = async () => {
    const isSure = await confirm({
      title: t('operation.restart.sure'),
      text: t('operation.restart.sureText', { count: connections }),
      action: t('operation.restart.action'),
      danger: true,
    })
    if (isSure) void begin()
  }
  return (
    <div id="restart">
      <Card title={t('operation.restart.title')} description={t('operation.restart.text')}>
        <div className="mt-3 flex flex-wrap items-center gap-3">
          {data.isOffered ? (
            <Button loading={step !== 'none'} onClick={() => void ask()}>
              {t('operation.restart.action')}
            </Button>
          ) : (
            <p className="text-muted text-small">{t('operation.restart.notOffered')}</p>
          )}
          <p role="status" className="text-small">
            {step !== 'none' && t(`operation.restart.${step}`, { seconds })}
          </p>
        </div>
      </Card>
    </div>
  )
}
