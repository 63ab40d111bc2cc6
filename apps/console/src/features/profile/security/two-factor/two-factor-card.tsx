import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { lazy } from '../../../../ui/page/lazy.tsx'
import { Alert } from '../../../../ui/states/alert.tsx'
import { Badge } from '../../../../ui/states/badge.tsx'
import { profileQueries } from '../../profile-queries.ts'
import { QueryCard } from '../../query-card.tsx'
import type { TwoFactorTask } from './two-factor-dialog.tsx'

const { Part: TwoFactorDialog } = lazy(async () => (await import('./two-factor-dialog.tsx')).TwoFactorDialog)

const fewCodes = 3

export function TwoFactorCard() {
  const { t } = useTexts()
  const query = useQuery(profileQueries.twoFactor)
  const [task, setTask] = useState<TwoFactorTask>()
  return (
    <QueryCard
      title={t('profile.twoFactor.title')}
      description={t('profile.twoFactor.description')}
      query={query}
      aside={
        query.data && (
          <Badge kind={query.data.enabled ? 'ok' : 'neutral'}>
            {query.data.enabled ? t('profile.twoFactor.on') : t('profile.twoFactor.off')}
          </Badge>
        )
      }
      shape="line"
    >
      {({ enabled, recoveryCodesLeft }) => (
        <div className="grid gap-3">
          {enabled && recoveryCodesLeft <= fewCodes && (
            <Alert kind="warning">{t('profile.twoFactor.few', { count: recoveryCodesLeft })}</Alert>
          )}
          {enabled ? (
            <div className="flex flex-wrap items-center gap-2">
              <p className="mr-auto text-muted text-small">
                {t('profile.twoFactor.left', { count: recoveryCodesLeft })}
              </p>
              <Button size="small" onClick={() => setTask('renew')}>
                {t('profile.twoFactor.renew')}
              </Button>
              <Button size="small" onClick={() => setTask('disable')}>
                {t('profile.twoFactor.disable')}
              </Button>
            </div>
          ) : (
            <Button variant="primary" className="w-fit" onClick={() => setTask('enable')}>
              {t('profile.twoFactor.enable')}
            </Button>
          )}
          {task && <TwoFactorDialog key={task} task={task} onClose={() => setTask(undefined)} />}
        </div>
      )}
    </QueryCard>
  )
}
