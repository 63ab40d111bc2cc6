import { useTranslation } from 'react-i18next'
import { formFailureText } from '../../api/failure-text.ts'
import { useStatus } from '../../api/use-status.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'

/** Which relay this is: its version, since when it runs, and what checks its signatures. */
export function AboutPage() {
  const { t } = useTranslation()
  return (
    <div className="grid content-start gap-4">
      <h1 className="font-semibold text-title">{t('shell.nav.about')}</h1>
      <Card title={t('about.running')}>
        <Facts />
      </Card>
    </div>
  )
}

function Facts() {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useStatus()
  if (error && !data)
    return <ErrorState message={formFailureText(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <RowsSkeleton rows={3} className="h-5" />
  const facts = [
    [t('about.version'), data.version],
    [t('about.since'), formatDateTime(data.startedAt)],
    [t('about.verifier'), data.verifier],
  ] as const
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1 text-small sm:grid-cols-[auto_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
