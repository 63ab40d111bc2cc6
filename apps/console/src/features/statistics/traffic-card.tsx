import { useQuery } from '@tanstack/react-query'
import { chartState } from '../../api/queries/chart-state.ts'
import { statisticsQueries } from '../../api/queries/statistics-queries.ts'
import { type Translate, useTexts } from '../../i18n/texts.ts'
import { ChartCard } from '../../ui/chart/chart-card.tsx'
import { tableOf } from '../../ui/chart/chart-table.tsx'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { formatDateTime, formatNumber, formatTime } from '../../ui/text/format.ts'
import { useHeight } from './measures.ts'
import { binTraffic, isTick, type TrafficBin, type TrafficRange, trafficRanges } from './traffic-bins.ts'
import { useStatisticsSearch } from './use-statistics-search.ts'

const ranges = Object.keys(trafficRanges) as TrafficRange[]
const aMinute = (value: number) => formatNumber(value, { maximumFractionDigits: 1 })

/** The public server's traffic in the last hours. */
export function TrafficCard() {
  const heightPx = useHeight()
  const { t } = useTexts()
  const [{ range = '1h' }, change] = useStatisticsSearch()
  const { minutes, binMinutes } = trafficRanges[range]
  const query = useQuery(statisticsQueries.traffic(minutes))
  const rows = binTraffic(query.data ?? [], range, query.dataUpdatedAt)
  const chart = {
    rows,
    series: seriesOf(t),
    also: [
      {
        key: 'connections',
        label: t('statistics.traffic.connections'),
        text: (bin: TrafficBin) =>
          bin.connections === null ? '–' : formatNumber(bin.connections, { maximumFractionDigits: 0 }),
      },
    ],
    keyOf: (bin: TrafficBin) => String(bin.startMs),
    nameOf: (bin: TrafficBin) => formatDateTime(new Date(bin.startMs)),
    tickOf: (bin: TrafficBin) => (isTick(bin, range) ? formatTime(new Date(bin.startMs)) : ''),
    format: aMinute,
  }
  const title = t('statistics.traffic.title')
  return (
    <ChartCard
      title={title}
      description={t('statistics.traffic.description', { count: binMinutes })}
      state={chartState(query, () => rows.every(bin => bin.accepted === null))}
      emptyTitle={t('statistics.traffic.counting')}
      emptyText={t('statistics.traffic.countingText')}
      heightPx={heightPx}
      legend={chart.series}
      note={t('statistics.traffic.gaps')}
      table={() => tableOf(t('chart.time'), chart)}
      wideAction
      action={
        <Segmented
          label={t('statistics.traffic.range')}
          value={range}
          onValueChange={next => change({ range: next })}
          choices={ranges.map(value => ({ value, label: t(`statistics.traffic.${value}`) }))}
        />
      }
    >
      {() => <LineChart area tickPx={80} label={title} heightPx={heightPx} {...chart} />}
    </ChartCard>
  )
}

const seriesOf = (t: Translate) =>
  [
    {
      key: 'accepted',
      label: t('statistics.traffic.accepted'),
      colour: 'notes',
      value: (bin: TrafficBin) => bin.accepted,
    },
    {
      key: 'refused',
      label: t('statistics.traffic.refused'),
      colour: 'errors',
      value: (bin: TrafficBin) => bin.refused,
    },
  ] as const
