import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { formatMonth } from '../text/format.ts'
import { byteUnit, formatInUnit } from './calculations/byte-unit.ts'
import { lastMonths, type MonthRow } from './calculations/months.ts'
import { largestValue, type RowChart, scaled } from './calculations/series.ts'
import { ChartCard, type ChartState } from './chart-card.tsx'
import { tableOf } from './chart-table.tsx'

/** Month names are short and fit under a chart. */

interface MonthsCardProps<Row extends MonthRow> {
  readonly title: string
  readonly description: string
  readonly action?: ReactNode
  /** Undefined while unknown. */
  readonly months: readonly Row[] | undefined
  readonly state: Omit<ChartState, 'isEmpty'>
  readonly shown: number
  readonly heightPx: number
  /** A month without data. */
  readonly empty: (month: string) => Row
  readonly series: RowChart<Row>['series']
  readonly children: (chart: RowChart<Row> & { readonly label: string; readonly heightPx: number }) => ReactNode
}

/** A chart of GB by month, in a smaller unit if all values are far below one GB; shows a text without data. */
export function MonthsCard<Row extends MonthRow>(props: MonthsCardProps<Row>) {
  const { title, description, action, months = [], state, shown, heightPx, empty, series, children } = props
  const { t } = useTexts()
  const rows = lastMonths(months, shown, new Date(), empty)
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
      action={action}
      state={{ ...state, isEmpty: months.every(row => series.every(({ value }) => value(row) === 0)) }}
      heightPx={heightPx}
      legend={series}
      table={() => tableOf(t('chart.month'), chart)}
    >
      {() => children({ ...chart, label: title, heightPx })}
    </ChartCard>
  )
}
