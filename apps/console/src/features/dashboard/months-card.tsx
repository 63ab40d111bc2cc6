import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { chartState } from '../../api/chart-state.ts'
import { byteUnit, formatInUnit } from '../../ui/chart/byte-unit.ts'
import { ChartCard } from '../../ui/chart/chart-card.tsx'
import { tableOf } from '../../ui/chart/chart-table.tsx'
import { lastMonths, type MonthRow } from '../../ui/chart/months.ts'
import { largestValue, type RowChart, scaled } from '../../ui/chart/series.ts'
import { formatMonth } from '../../ui/format.ts'
import { DetailsLink } from './details-link.tsx'
import { monthTickPx, shownMonths, useCardHeight } from './measures.ts'

interface MonthsCardProps<Row extends MonthRow> {
  readonly title: string
  readonly description: string
  readonly query: UseQueryResult<readonly Row[]>
  /** A month of which nothing was told. */
  readonly empty: (month: string) => Row
  readonly series: RowChart<Row>['series']
  readonly children: (
    chart: RowChart<Row> & { readonly label: string; readonly heightPx: number; readonly tickPx: number },
  ) => ReactNode
}

/** A chart of GB by month, or of a smaller unit where all is far below one GB; without any it says so. */
export function MonthsCard<Row extends MonthRow>(props: MonthsCardProps<Row>) {
  const { title, description, query, empty, series, children } = props
  const { t } = useTranslation()
  const heightPx = useCardHeight()
  const rows = lastMonths(query.data ?? [], shownMonths, new Date(), empty)
  const { unit, factor } = byteUnit(largestValue({ rows, series }), 'GB')
  const chart: RowChart<Row> = {
    rows,
    series: scaled(series, factor),
    keyOf: row => row.month,
    nameOf: row => formatMonth(row.month, 'long'),
    tickOf: row => formatMonth(row.month),
    unit,
    format: value => formatInUnit(value, unit, 3),
  }
  return (
    <ChartCard
      title={title}
      description={description}
      action={<DetailsLink to="/nostr-stats" of={title} />}
      state={chartState(query, data => data.every(row => series.every(({ value }) => value(row) === 0)))}
      heightPx={heightPx}
      legend={series}
      table={() => tableOf(t('chart.month'), chart)}
    >
      {() => children({ ...chart, label: title, heightPx, tickPx: monthTickPx })}
    </ChartCard>
  )
}
