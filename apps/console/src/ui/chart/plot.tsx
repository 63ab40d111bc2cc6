import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { Cursor } from './cursor.tsx'
import { givenAxis, gutterPx, shownTicks, tickFormat, type ValueAxis, valueAxis } from './reckoning/axis.ts'
import { nearest } from './reckoning/lines.ts'
import { Tooltip, type TooltipLine } from './tooltip.tsx'
import { useWidth } from './use-width.ts'

/** Height of a chart where nothing else is asked (CONST-03). */
export const chartHeightPx = 400

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** Room above the plot for the unit of its ticks. */
const unitRoomPx = 16

const edge = { top: 8, right: 8, bottom: 24 }

export interface PlotSize {
  readonly width: number
  readonly height: number
}

export interface PlotProps {
  readonly label: string
  readonly heightPx: number
  /** Largest value that is drawn. */
  readonly max: number
  /** Counts have no ticks between whole numbers. */
  readonly whole: boolean
  /** Unit of the value axis; it stands above the axis. */
  readonly unit?: string
  /** The axis' ticks where it does not begin at zero. */
  readonly ticks?: readonly number[]
  /** One a place on the other axis: its short name under it, and all that stands there. */
  readonly places: readonly { readonly key: string; readonly tick: string; readonly title: string }[]
  readonly linesAt: (index: number) => readonly TooltipLine[]
  /** Where the places stand, in pixels from the left of the plot. */
  readonly xs: (size: PlotSize) => readonly number[]
  /** Room that a tick under the plot needs. */
  readonly tickPx?: number
  /** Draws the marks. `at` is the place under the cursor. */
  readonly children: (size: PlotSize, axis: ValueAxis, at: number | null) => ReactNode
}

/** A plot with a value axis at its left, names under it, and a cursor over it. Text is never stretched: it is measured. */
export function Plot({
  label,
  heightPx,
  max,
  whole,
  unit,
  ticks: given,
  places,
  linesAt,
  xs,
  tickPx = 40,
  children,
}: PlotProps) {
  const { language } = useTexts()
  const [ref, boxWidth] = useWidth<HTMLDivElement>()
  const [at, setAt] = useState<number | null>(null)
  const index = at !== null && at < places.length ? at : null

  const top = edge.top + (unit ? unitRoomPx : 0)
  const height = heightPx - top - edge.bottom
  const axis = given ? givenAxis(given, height) : valueAxis(max, height, whole)
  const ticks = axis.ticks.map(tickFormat(axis.ticks, language))
  const left = gutterPx(unit ? [...ticks, unit] : ticks)
  const size = { width: Math.max(0, boxWidth - left - edge.right), height }
  const centres = xs(size)

  return (
    <div ref={ref} className="relative" style={{ height: heightPx }}>
      {size.width > 0 && (
        <>
          <svg width={boxWidth} height={heightPx} aria-hidden="true" className="block">
            <g transform={`translate(${left},${top})`}>
              {unit && (
                <text x={-8} y={-unitRoomPx} dy="0.32em" textAnchor="end" className="fill-muted text-caption">
                  {unit}
                </text>
              )}
              {axis.ticks.map((tick, row) => (
                <g key={tick} transform={`translate(0,${Math.round(axis.y(tick)) + 0.5})`}>
                  <line x2={size.width} className="stroke-line" />
                  <text x={-8} dy="0.32em" textAnchor="end" className="fill-muted text-caption tabular-nums">
                    {ticks[row]}
                  </text>
                </g>
              ))}
              {shownTicks(places, size.width, tickPx).map(place => (
                <text
                  key={places[place]?.key}
                  x={clamp(centres[place] ?? 0, tickPx / 2 - 6 - left, size.width + edge.right - tickPx / 2 + 6)}
                  y={height + 18}
                  textAnchor="middle"
                  className="fill-muted text-caption"
                >
                  {places[place]?.tick}
                </text>
              ))}
              {children(size, axis, index)}
            </g>
          </svg>
          <Cursor
            count={places.length}
            index={index}
            onIndex={setAt}
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
