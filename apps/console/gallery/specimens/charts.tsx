import { BarChart } from '../../src/ui/chart/bar-chart.tsx'
import type { RowChart } from '../../src/ui/chart/calculations/series.ts'
import { ChartCard, type ChartCardProps, type ChartState } from '../../src/ui/chart/chart-card.tsx'
import { tableOf } from '../../src/ui/chart/chart-table.tsx'
import { DonutChart } from '../../src/ui/chart/donut-chart.tsx'
import { LineChart } from '../../src/ui/chart/line-chart.tsx'
import { MonthsCard } from '../../src/ui/chart/months-card.tsx'
import { formatMonth, formatNumber } from '../../src/ui/text/format.ts'
import { Specimen, State } from '../state.tsx'
import { useWords } from '../words.ts'

interface MonthRow {
  readonly month: string
  readonly notes: number
  readonly media: number | null
}

const rows: readonly MonthRow[] = [12, 18, 9, 31, 44, 38].map((notes, index) => ({
  month: `2026-0${index + 3}`,
  notes,
  media: index === 2 ? null : notes * 2.4,
}))
const ready: ChartState = { isPending: false, isEmpty: false, onRetry: () => {} }
const heightPx = 220

export function Charts() {
  const words = useWords()
  const chart: RowChart<MonthRow> = {
    rows,
    series: [
      { key: 'notes', label: words('notes'), colour: 'notes', value: row => row.notes },
      { key: 'media', label: words('media'), colour: 'media', value: row => row.media },
    ],
    keyOf: row => row.month,
    nameOf: row => formatMonth(row.month, 'long'),
    tickOf: row => formatMonth(row.month),
    format: value => `${formatNumber(value)} MB`,
    unit: 'MB',
  }
  const items = [
    { key: 'notes', label: words('notes'), colour: 'notes', value: 980 },
    { key: 'media', label: words('media'), colour: 'media', value: 120 },
    { key: 'errors', label: words('failed'), colour: 'errors', value: 3 },
  ] as const
  return (
    <>
      <Specimen name="BarChart">
        <State of="filled" wide>
          <BarChart {...chart} label={words('sample')} heightPx={heightPx} />
        </State>
      </Specimen>
      <Specimen name="LineChart">
        <State of="filled" wide>
          <LineChart {...chart} label={words('sample')} heightPx={heightPx} area />
        </State>
      </Specimen>
      <Specimen name="DonutChart">
        <State of="filled" wide>
          <DonutChart label={words('sample')} items={items} totalLabel={words('stored')} />
        </State>
      </Specimen>
      <ChartCards chart={chart} />
      <Specimen name="MonthsCard">
        <State of="filled" wide>
          <MonthsCard
            title={words('stored')}
            description={words('about')}
            months={rows}
            state={ready}
            shown={6}
            heightPx={heightPx}
            empty={month => ({ month, notes: 0, media: null })}
            series={chart.series}
          >
            {months => <BarChart {...months} />}
          </MonthsCard>
        </State>
      </Specimen>
    </>
  )
}

function ChartCards({ chart }: { readonly chart: RowChart<MonthRow> }) {
  const words = useWords()
  const legend = chart.series.map(({ key, label, colour }) => ({ key, label, colour }))
  const table = () => tableOf(words('month'), chart)
  return (
    <Specimen name="ChartCard">
      <State of="filled" wide>
        <ChartCard
          title={words('media')}
          description={words('about')}
          state={ready}
          heightPx={heightPx}
          legend={legend}
          table={table}
          note={words('next')}
        >
          {() => <BarChart {...chart} label={words('sample')} heightPx={heightPx} />}
        </ChartCard>
      </State>
      <EmptyCards legend={legend} table={table} />
    </Specimen>
  )
}

function EmptyCards({ legend, table }: Pick<ChartCardProps, 'legend' | 'table'>) {
  const words = useWords()
  const states: readonly (readonly ['loading' | 'failed' | 'empty', ChartState])[] = [
    ['loading', { ...ready, isPending: true }],
    ['failed', { ...ready, failure: words('failure') }],
    ['empty', { ...ready, isEmpty: true }],
  ]
  return states.map(([name, state]) => (
    <State key={name} of={name}>
      <ChartCard title={words(name)} state={state} heightPx={heightPx} legend={legend} table={table}>
        {() => null}
      </ChartCard>
    </State>
  ))
}
