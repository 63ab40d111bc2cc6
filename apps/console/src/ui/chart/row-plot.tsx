import type { ReactNode } from 'react'
import type { ValueAxis } from './calculations/axis.ts'
import { largestValue, type RowChart, written } from './calculations/series.ts'
import { Plot, type PlotSize } from './plot.tsx'

export interface RowPlotProps<Row> extends RowChart<Row> {
  readonly label: string
  readonly heightPx: number
  readonly whole?: boolean
  readonly ticks?: readonly number[]
  readonly xs: (size: PlotSize) => readonly number[]
  readonly children: (size: PlotSize, axis: ValueAxis, at: number | null) => ReactNode
}

export function RowPlot<Row>({ children, ...chart }: RowPlotProps<Row>) {
  const { rows, series, also = [], format } = chart
  return (
    <Plot
      label={chart.label}
      heightPx={chart.heightPx}
      whole={chart.whole ?? false}
      unit={chart.unit}
      ticks={chart.ticks}
      max={largestValue(chart)}
      xs={chart.xs}
      onChoose={index => {
        const row = rows[index]
        if (row !== undefined) chart.onChoose?.(row)
      }}
      places={rows.map(row => ({ key: chart.keyOf(row), tick: chart.tickOf(row), title: chart.nameOf(row) }))}
      linesAt={index => {
        const row = rows[index]
        if (row === undefined) return []
        return [
          ...series.map(({ key, label, colour, value }) => ({
            key,
            label,
            colour,
            value: written(value(row), format),
          })),
          ...also.map(({ key, label, text }) => ({ key, label, value: text(row) })),
        ]
      }}
    >
      {children}
    </Plot>
  )
}
