import { historyRanges } from '@hornets/contract/admin/statistics'
import { useQuery } from '@tanstack/react-query'
import { chartState } from '../../../api/queries/chart-state.ts'
import { statisticsQueries } from '../../../api/queries/statistics-queries.ts'
import { type Translate, useTexts } from '../../../i18n/texts.ts'
import { byteUnit, formatInUnit } from '../../../ui/chart/calculations/byte-unit.ts'
import { largestValue, type RowChart, type Series, scaled } from '../../../ui/chart/calculations/series.ts'
import { ChartCard } from '../../../ui/chart/chart-card.tsx'
import { tableOf } from '../../../ui/chart/chart-table.tsx'
import { LineChart } from '../../../ui/chart/line-chart.tsx'
import { Segmented } from '../../../ui/forms/segmented.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { ChosenBin } from './chosen-bin.tsx'
import { Comparison } from './comparison.tsx'
import { type Figure, type History, type HistoryRow, nameOf, rowsOf, tickOf } from './history-rows.ts'
import { historyCharts } from './history-search.ts'
import { MarkList, markedRows } from './mark-list.tsx'
import { useHistorySearch } from './use-history-search.ts'

const bytesPerKb = 1024

export function HistoryCard({ heightPx }: { readonly heightPx: number }) {
  const { t } = useTexts()
  const [{ chart: shown, range, at }, change] = useHistorySearch()
  const query = useQuery(statisticsQueries.history(range))
  const history = query.data
  const rows = history ? rowsOf(history) : []
  const chart = chartOf({ rows, shown, history, t })
  const title = t(`statistics.history.${shown}`)
  const chosen = rows.find(row => row.at === at)
  return (
    <ChartCard
      title={title}
      description={t(`statistics.history.${shown}Description`)}
      state={chartState(query, () => rows.every(row => chart.series.every(({ value }) => value(row) === null)))}
      emptyTitle={t('statistics.history.counting')}
      emptyText={t('statistics.history.countingText')}
      heightPx={heightPx}
      legend={chart.series}
      note={
        // As high as a sentence and three marks, so that nothing below moves when these load.
        <span className="grid min-h-26 content-start gap-2">
          {history && <Comparison rows={rows} shown={shown} range={range} />}
          {chosen && history && (
            <ChosenBin row={chosen} seconds={history.bin_seconds} onClose={() => change({ at: undefined })} />
          )}
          {history && <MarkList marks={history.marks} />}
        </span>
      }
      table={() => tableOf(t('chart.time'), chart)}
      wideAction
      action={
        <span className="flex flex-wrap gap-2">
          <Segmented
            label={t('statistics.history.chart')}
            value={shown}
            onValueChange={next => change({ chart: next, at: undefined })}
            choices={historyCharts.map(value => ({ value, label: t(`statistics.history.${value}`) }))}
          />
          <Segmented
            label={t('statistics.history.range')}
            value={range}
            onValueChange={next => change({ range: next, at: undefined })}
            choices={historyRanges.map(value => ({ value, label: t(`statistics.history.ranges.${value}`) }))}
          />
        </span>
      }
    >
      {() => (
        <LineChart
          area
          label={title}
          heightPx={heightPx}
          marked={markedRows(rows, history?.marks ?? [])}
          onChoose={row => change({ at: row.at })}
          {...chart}
        />
      )}
    </ChartCard>
  )
}

interface Shown {
  readonly rows: readonly HistoryRow[]
  readonly shown: 'traffic' | 'storage'
  readonly history: History | undefined
  readonly t: Translate
}

function chartOf({ rows, shown, history, t }: Shown): RowChart<HistoryRow> {
  const names = {
    rows,
    keyOf: (row: HistoryRow) => row.at,
    nameOf: (row: HistoryRow) => nameOf(history?.bin_seconds ?? 0, row.at),
    tickOf: (row: HistoryRow) => tickOf(history?.range ?? '24h', row.at),
  }
  if (shown === 'traffic')
    return {
      ...names,
      series: [
        ...besideBefore({ figure: 'accepted', label: t('statistics.history.accepted'), colour: 'notes', t }),
        seriesOf({ figure: 'refused', label: t('statistics.history.refused'), colour: 'errors' }),
      ],
      also: [
        {
          key: 'connections',
          label: t('statistics.history.connections'),
          text: row => (row.connections === null ? '–' : formatNumber(row.connections)),
        },
      ],
      format: value => formatNumber(value),
    }
  const series = [
    ...besideBefore({ figure: 'notes_bytes', label: t('chart.series.notes'), colour: 'notes', t }),
    ...besideBefore({ figure: 'media_bytes', label: t('chart.series.media'), colour: 'media', t }),
  ]
  const gigabytes = scaled(series, 1 / bytesPerKb ** 3)
  const { unit, factor } = byteUnit(largestValue({ rows, series: gigabytes }), 'GB')
  return { ...names, series: scaled(gigabytes, factor), unit, format: value => formatInUnit(value, unit, 2) }
}

interface Line {
  readonly figure: Figure
  readonly label: string
  readonly colour: Series<HistoryRow>['colour']
}

const seriesOf = ({ figure, ...line }: Line): Series<HistoryRow> => ({
  key: figure,
  ...line,
  value: row => row[figure],
})

const besideBefore = ({ t, ...line }: Line & { readonly t: Translate }): Series<HistoryRow>[] => [
  seriesOf(line),
  {
    key: `${line.figure}-before`,
    label: t('statistics.history.before', { name: line.label }),
    colour: line.colour,
    isFaint: true,
    value: row => row.before?.[line.figure] ?? null,
  },
]
