import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { givenAxis, labelPx, shownTicks, tickFormat, type ValueAxis, valueAxis } from './calculations/axis.ts'
import { nearest } from './calculations/lines.ts'
import { Cursor } from './cursor.tsx'
import { Tooltip, type TooltipLine } from './tooltip.tsx'
import { useWidth } from './use-width.ts'

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** Space above the plot for the ticks' unit. */
const unitRoomPx = 16

const edge = { top: 8, right: 8, bottom: 24 }

export interface PlotSize {
  readonly width: number
  readonly height: number
}

export interface PlotProps {
  readonly label: string
  readonly heightPx: number
  readonly max: number
  /** For counts: no ticks between whole numbers. */
  readonly whole: boolean
  /** Unit above the value axis. */
  readonly unit?: string
  /** Ticks of an axis that does not start at zero. */
  readonly ticks?: readonly number[]
  /** Places on the other axis: a short name below, and the content. */
  readonly places: readonly { readonly key: string; readonly tick: string; readonly title: string }[]
  readonly linesAt: (index: number) => readonly TooltipLine[]
  /** Positions of the places, in pixels from the plot's left. */
  readonly xs: (size: PlotSize) => readonly number[]
  /** Called with the place that is clicked, or chosen by Enter. */
  readonly onChoose: (index: number) => void
  /** Renders the marks. `at` is the place under the cursor. */
  readonly children: (size: PlotSize, axis: ValueAxis, at: number | null) => ReactNode
}

/** A plot with a value axis on its left, names below, and a cursor. Text is measured, never stretched. */
export function Plot({ label, heightPx, max, whole, unit, ticks: given, ...plot }: PlotProps) {
  const { places, linesAt, xs, children } = plot
  const { language } = useTexts()
  const [ref, boxWidth] = useWidth<HTMLDivElement>()
  const [at, setAt] = useState<number | null>(null)
  const index = at !== null && at < places.length ? at : null

  const top = edge.top + (unit ? unitRoomPx : 0)
  const height = heightPx - top - edge.bottom
  const axis = given ? givenAxis(given, height) : valueAxis(max, height, whole)
  const ticks = axis.ticks.map(tickFormat(axis.ticks, language))
  const left = labelPx(unit ? [...ticks, unit] : ticks)
  const size = { width: Math.max(0, boxWidth - left - edge.right), height }
  const centres = xs(size)

  return (
    <div ref={ref} className="relative" style={{ height: heightPx }}>
      {size.width > 0 && (
        <>
          <svg width={boxWidth} height={heightPx} aria-hidden="true" className="block">
            <g transform={`translate(${left},${top})`}>
              <Values axis={axis} ticks={ticks} unit={unit} widthPx={size.width} />
              <Names {...{ places, centres, size, left }} />
              {children(size, axis, index)}
            </g>
          </svg>
          <Cursor
            count={places.length}
            index={index}
            onIndex={setAt}
            onChoose={plot.onChoose}
            label={label}
            indexAt={x => nearest(centres, x - left)}
            textAt={place =>
              [places[place]?.title, ...linesAt(place).map(line => `${line.label} ${line.value}`)].join(', ')
            }
          />
          {index !== null && (
            <Tooltip
              title={places[index]?.title ?? ''}
              lines={linesAt(index)}
              x={left + (centres[index] ?? 0)}
              y={top}
              within={boxWidth}
            />
          )}
        </>
      )}
    </div>
  )
}

interface ValuesProps {
  readonly axis: ValueAxis
  readonly ticks: readonly string[]
  readonly unit: string | undefined
  readonly widthPx: number
}

function Values({ axis, ticks, unit, widthPx }: ValuesProps) {
  return (
    <>
      {unit && (
        <text x={-8} y={-unitRoomPx} dy="0.32em" textAnchor="end" className="fill-muted text-caption">
          {unit}
        </text>
      )}
      {axis.ticks.map((tick, row) => (
        <g key={tick} transform={`translate(0,${Math.round(axis.y(tick)) + 0.5})`}>
          <line x2={widthPx} className="stroke-line" />
          <text x={-8} dy="0.32em" textAnchor="end" className="fill-muted text-caption tabular-nums">
            {ticks[row]}
          </text>
        </g>
      ))}
    </>
  )
}

interface NamesProps extends Pick<PlotProps, 'places'> {
  readonly centres: readonly number[]
  readonly size: PlotSize
  /** Space left of the plot. */
  readonly left: number
}

function Names({ places, centres, size, left }: NamesProps) {
  const tickPx = labelPx(places.map(({ tick }) => tick))
  return shownTicks(places, size.width, tickPx).map(place => (
    <text
      key={places[place]?.key}
      x={clamp(centres[place] ?? 0, tickPx / 2 - 6 - left, size.width + edge.right - tickPx / 2 + 6)}
      y={size.height + 18}
      textAnchor="middle"
      className="fill-muted text-caption"
    >
      {places[place]?.tick}
    </text>
  ))
}
