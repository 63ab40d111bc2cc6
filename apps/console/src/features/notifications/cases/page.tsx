import { listCases } from '@hornets/contract/admin/notifications/cases'
import { useParams } from '@tanstack/react-router'
import clsx from 'clsx'
import { ChartColumn, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { listFailures } from '../../../api/calls/failure-text.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { NotForRole } from '../../../ui/states/not-for-role.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { CaseCard } from './case-card.tsx'
import { CaseNumbers } from './case-numbers.tsx'
import { CaseQueue } from './case-queue.tsx'
import { useInbox } from './use-inbox.ts'

export function ModerationPage() {
  const { t } = useTexts()
  const may = useMay(listCases)
  const [showsNumbers, showNumbers] = useState(false)
  const isOnCase = (useParams({ strict: false }) as { case?: string }).case !== undefined
  // A phone shows an open case alone, with its verdicts on the first screen.
  const besides = isOnCase ? 'max-lg:hidden' : undefined
  return (
    <div className="grid max-w-600 content-start gap-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h1 className="font-semibold text-title">{t('shell.nav.cases')}</h1>
          <p className={clsx('max-w-160 text-muted text-small', besides)}>{t('notifications.cases.description')}</p>
        </div>
        {may && (
          <Button
            icon={ChartColumn}
            aria-pressed={showsNumbers}
            onClick={() => showNumbers(!showsNumbers)}
            className={besides}
          >
            {t('notifications.cases.numbers.title')}
          </Button>
        )}
      </div>
      {may && showsNumbers && (
        <div className={besides}>
          <CaseNumbers />
        </div>
      )}
      {may ? (
        <Inbox />
      ) : (
        <NotForRole title={t('notifications.notAllowed')} text={t('notifications.cases.notAllowed')} />
      )}
    </div>
  )
}

function Inbox() {
  const { t } = useTexts()
  const inbox = useInbox()
  const { query, cases, current, isChosen } = inbox
  if (query.error)
    return (
      <ErrorState
        message={listFailures.list(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (!query.data) return <RowsSkeleton rows={6} className="h-12" />
  return (
    <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
      <div className={isChosen ? 'max-lg:hidden' : undefined}>
        <CaseQueue inbox={inbox} />
      </div>
      {current > 0 && <CaseCard key={current} id={current} inbox={inbox} />}
      {current === 0 && cases.length === 0 && (
        <div className="rounded-md border border-line bg-surface">
          <EmptyState
            icon={ShieldCheck}
            title={t('notifications.cases.empty')}
            text={t('notifications.cases.emptyText')}
          />
        </div>
      )}
    </div>
  )
}
