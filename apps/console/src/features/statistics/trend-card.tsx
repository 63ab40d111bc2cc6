import { useQuery } from '@tanstack/react-query'
import { ChartSpline } from 'lucide-react'
import { chartState } from '../../api/queries/chart-state.ts'
import { statisticsQueries } from '../../api/queries/statistics-queries.ts'
import { kindName } from '../../i18n/contract-texts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { byteUnit, formatInUnit } from '../../ui/chart/calculations/byte-unit.ts'
import { lastMonths } from '../../ui/chart/calculations/months.ts'
import { largestValue, scaled } from '../../ui/chart/calculations/series.ts'
import { ChartCard } from '../../ui/chart/chart-card.tsx'
import { tableOf } from '../../ui/chart/chart-table.tsx'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import { Card } from '../../ui/content/card.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { formatMonth } from '../../ui/text/format.ts'
import { shownMonths, useHeight } from './measures.ts'
import { useStatisticsSearch } from './use-statistics-search.ts'

export function TrendCard() {
  const { t } = useTexts()
  const [{ kind }] = useStatisticsSearch()
  if (kind !== undefined) return <Trend key={kind} kind={kind} />
  return (
    <Card title={t('statistics.trend.none')} className="flex flex-col">
      <EmptyState
        icon={ChartSpline}
        title={t('statistics.trend.noneChosen')}
        text={t('statistics.trend.choose')}
        className="flex-1"
      />
    </Card>
  )
}

function Trend({ kind }: { readonly kind: number }) {
  const heightPx = useHeight()
  const { t } = useTexts()
  const query = useQuery(statisticsQueries.kindTrend(kind))
  const rows = lastMonths(query.data ?? [], shownMonths, new Date(), month => ({ month, totalSize: 0 }))
  type MonthOfKind = (typeof rows)[number]
  const series = [
    { key: 'size', label: t('statistics.trend.size'), colour: 'notes', value: (row: MonthOfKind) => row.totalSize },
  ] as const
  const { unit, factor } = byteUnit(largestValue({ rows, series }), 'MB')
  const chart = {
    rows,
    series: scaled(series, factor),
    keyOf: (row: MonthOfKind) => row.month,
    nameOf: (row: MonthOfKind) => formatMonth(row.month, 'long'),
    tickOf: (row: MonthOfKind) => formatMonth(row.month),
    unit,
    format: (value: number) => formatInUnit(value, unit, 2),
  }
  const title = t('statistics.trend.title', { name: kindName(kind) })
  return (
    <ChartCard
      title={title}
      description={t('statistics.trend.description')}
      state={chartState(query, data => data.length === 0)}
      heightPx={heightPx}
      table={() => tableOf(t('chart.month'), chart)}
    >
      {() => <LineChart area label={title} heightPx={heightPx} {...chart} />}
    </ChartCard>
  )
}
