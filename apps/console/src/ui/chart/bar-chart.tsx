import { valueAxis } from './calculations/axis.ts'
import { groupedBars } from './calculations/bars.ts'
import { colourOf, type RowChart } from './calculations/series.ts'
import { chartHeightPx } from './chart-height.ts'
import { RowPlot } from './row-plot.tsx'

interface BarChartProps<Row> extends RowChart<Row> {
  readonly label: string
  readonly heightPx?: number
  readonly whole?: boolean
}

export function BarChart<Row>({ heightPx = chartHeightPx, ...chart }: BarChartProps<Row>) {
  const values = chart.rows.map(row => chart.series.map(({ value }) => value(row) ?? 0))
  return (
    <RowPlot
      {...chart}
      heightPx={heightPx}
      xs={size => groupedBars(values, size, valueAxis(0, size.height)).map(({ centre }) => centre)}
    >
      {(size, axis, at) =>
        groupedBars(values, size, axis).map(({ bars }, row) => (
          <g
            key={chart.keyOf(chart.rows[row] as Row)}
            opacity={at === null || at === row ? 1 : 0.45}
            className="transition-opacity duration-150 motion-reduce:transition-none"
          >
            {bars.map(bar => (
              <rect
                key={chart.series[bar.series]?.key}
                x={bar.x}
                y={bar.y}
                width={bar.width}
                height={bar.height}
                rx={Math.min(2, bar.height / 2)}
                fill={colourOf(chart.series[bar.series]?.colour ?? 'notes')}
              />
            ))}
          </g>
        ))
      }
    </RowPlot>
  )
}
