import { caseCauses, getCaseStatistics, verdicts } from '@hornets/contract/admin/notifications/cases'
import type { AnswerOf } from '@hornets/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/content/card.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatDuration, formatNumber, formatPercent } from '../../../ui/text/format.ts'

const days = 30

export function CaseNumbers() {
  const { data, error, refetch, isFetching } = useQuery(apiQuery(getCaseStatistics, { query: { days } }))
  if (error) return <ErrorState message={formFailureText(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <RowsSkeleton rows={3} className="h-9" />
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Verdicts {...data} />
      <Alarms alarms={data.alarms} />
    </div>
  )
}

type Numbers = AnswerOf<typeof getCaseStatistics>

const cell = 'px-2 py-1 text-right tabular-nums'

function Verdicts({ verdicts: given, time }: Pick<Numbers, 'verdicts' | 'time'>) {
  const { t } = useTexts()
  const countOf = (cause: string, verdict: string) =>
    given.find(one => one.cause === cause && one.verdict === verdict)?.count ?? 0
  const causes = caseCauses.filter(cause => given.some(one => one.cause === cause))
  return (
    <Card
      title={t('notifications.cases.numbers.verdicts', { count: days })}
      description={
        time.median === null || time.p90 === null
          ? t('notifications.cases.numbers.none')
          : t('notifications.cases.numbers.time', {
              median: formatDuration(time.median),
              p90: formatDuration(time.p90),
            })
      }
    >
      {causes.length > 0 && (
        <div className="overflow-x-auto">
          <table className="mt-2 text-small">
            <thead className="text-caption text-muted">
              <tr>
                <td />
                {verdicts.map(verdict => (
                  <th key={verdict} scope="col" className={cell}>
                    {t(`notifications.cases.verdict.${verdict}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {causes.map(cause => (
                <tr key={cause} className="border-line border-t">
                  <th scope="row" className="py-1 pe-2 text-left font-normal">
                    {t(`notifications.cases.cause.${cause}`)}
                  </th>
                  {verdicts.map(verdict => (
                    <td key={verdict} className={cell}>
                      {formatNumber(countOf(cause, verdict))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

/** Which judges' alarms were dismissed, by threshold. */
function Alarms({ alarms }: Pick<Numbers, 'alarms'>) {
  const { t } = useTexts()
  return (
    <Card
      title={t('notifications.cases.numbers.alarms')}
      description={t(`notifications.cases.numbers.${alarms.length > 0 ? 'alarmsText' : 'noAlarms'}`)}
    >
      {alarms.length > 0 && (
        <table className="mt-2 text-small">
          <thead className="text-caption text-muted">
            <tr>
              {(['threshold', 'decided', 'dismissed', 'share'] as const).map(name => (
                <th key={name} scope="col" className={cell}>
                  {t(`notifications.cases.numbers.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {alarms.map(({ threshold, decided, dismissed }) => (
              <tr key={threshold} className="border-line border-t">
                <th scope="row" className={cell}>
                  {formatNumber(threshold)}
                </th>
                <td className={cell}>{formatNumber(decided)}</td>
                <td className={cell}>{formatNumber(dismissed)}</td>
                <td className={cell}>{formatPercent(dismissed / decided)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
