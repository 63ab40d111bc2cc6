import type { kinds } from '@hornets/contract/admin/statistics'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Shapes } from 'lucide-react'
import type * as z from 'zod/mini'
import { chartFailureText } from '../../api/calls/failure-text.ts'
import { statisticsQueries } from '../../api/queries/statistics-queries.ts'
import { isCalledByNumber, kindName } from '../../i18n/contract-texts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { formatShare } from '../../ui/chart/calculations/formats.ts'
import { Card } from '../../ui/content/card.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/content/table.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { formatSize } from './measures.ts'
import { useStatisticsSearch } from './use-statistics-search.ts'

type StoredKind = z.infer<(typeof kinds.answers)[200]>[number]

export function KindsCard() {
  const { t } = useTexts()
  const query = useQuery(statisticsQueries.kinds)
  return (
    <Card title={t('statistics.kinds.title')} description={t('statistics.kinds.description')}>
      <div className="mt-3 min-h-72">
        {query.isPending && <KindsSkeleton />}
        {query.isError && !query.data && (
          <ErrorState
            title={t('chart.noData')}
            message={chartFailureText(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {query.data?.length === 0 && (
          <EmptyState icon={Shapes} title={t('chart.noData')} text={t('statistics.kinds.empty')} />
        )}
        {query.data && query.data.length > 0 && <KindsTable kinds={query.data} />}
      </div>
    </Card>
  )
}

function KindsTable({ kinds }: { readonly kinds: readonly StoredKind[] }) {
  const { t } = useTexts()
  const [{ kind: chosen }, change] = useStatisticsSearch()
  const bySize = [...kinds].sort((a, b) => b.totalSize - a.totalSize)
  const total = bySize.reduce((sum, { totalSize }) => sum + totalSize, 0)
  return (
    <Table caption={t('statistics.kinds.caption')}>
      <TableHead>
        <HeadCell>{t('statistics.kinds.kind')}</HeadCell>
        <HeadCell numeric className="max-sm:hidden">
          {t('statistics.kinds.number')}
        </HeadCell>
        <HeadCell numeric>{t('statistics.kinds.count')}</HeadCell>
        <HeadCell numeric>{t('statistics.kinds.size')}</HeadCell>
        <HeadCell className="max-sm:hidden">{t('statistics.kinds.share')}</HeadCell>
      </TableHead>
      <TableBody>
        {bySize.map(({ kindNumber, kindCount, totalSize }) => {
          const isChosen = kindNumber === chosen
          const share = total > 0 ? totalSize / total : 0
          const name = kindName(kindNumber)
          return (
            <Row key={kindNumber} className={clsx(isChosen && 'bg-accent-soft hover:bg-accent-soft')}>
              <Cell className="max-sm:wrap-anywhere sm:whitespace-nowrap">
                <button
                  type="button"
                  aria-pressed={isChosen}
                  title={t('statistics.kinds.choose', { name })}
                  onClick={() => change({ kind: isChosen ? undefined : kindNumber })}
                  className={clsx(
                    'min-h-6 rounded-sm text-left hover:underline max-sm:hyphens-auto',
                    isChosen && 'font-semibold',
                  )}
                >
                  {name}
                </button>
                <ShareBar share={share} className="mb-1.5 h-1 sm:hidden" />
              </Cell>
              <Cell numeric className="text-muted max-sm:hidden">
                {isCalledByNumber(kindNumber) ? '' : kindNumber}
              </Cell>
              <Cell numeric>{formatNumber(kindCount)}</Cell>
              <Cell numeric>{formatSize(totalSize)}</Cell>
              <Cell className="w-2/5 min-w-40 max-sm:hidden">
                <span className="flex items-center gap-2">
                  <ShareBar share={share} className="h-2 flex-1" />
                  <span className="w-14 text-right text-muted tabular-nums">{formatShare(share)}</span>
                </span>
              </Cell>
            </Row>
          )
        })}
      </TableBody>
    </Table>
  )
}

function ShareBar({ share, className }: { readonly share: number; readonly className: string }) {
  return (
    <span className={clsx('block overflow-hidden rounded-sm bg-sunken', className)}>
      <span className="block h-full min-w-px rounded-sm bg-notes" style={{ width: `${share * 100}%` }} />
    </span>
  )
}

const places = [1, 2, 3, 4, 5, 6]

function KindsSkeleton() {
  const { t } = useTexts()
  return (
    <div role="status" className="grid gap-5 py-3">
      <span className="sr-only">{t('chart.loading')}</span>
      {places.map(place => (
        <Skeleton key={place} className="h-6" />
      ))}
    </div>
  )
}
