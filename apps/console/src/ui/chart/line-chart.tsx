import { areaPath, linePath, lonePoints, type Point, spread } from './calculations/lines.ts'
import { colourOf, type RowChart } from './calculations/series.ts'
import { chartHeightPx } from './chart-height.ts'
import { RowPlot } from './row-plot.tsx'

interface LineChartProps<Row> extends RowChart<Row> {
  readonly label: string
  readonly heightPx?: number
  readonly whole?: boolean
  /** For a value axis that does not start at zero. */
  readonly ticks?: readonly number[]
  readonly area?: boolean
  /** Indices of rows with a line of their own: something happened then. */
  readonly marked?: readonly number[]
}

const insetPx = 6

/** One line per series over equidistant rows; lines break at unknown values. */
export function LineChart<Row>({ heightPx = chartHeightPx, area = false, marked = [], ...chart }: LineChartProps<Row>) {
  const xs = ({ width }: { width: number }) =>
    spread(chart.rows.length, Math.max(0, width - 2 * insetPx)).map(x => x + insetPx)
  return (
    <RowPlot {...chart} heightPx={heightPx} xs={xs}>
      {(size, axis, at) => {
        const places = xs(size)
        return (
          <>
            {at !== null && (
              <line
                x1={places[at]}
                x2={places[at]}
                y2={size.height}
                className="stroke-line-strong"
                strokeDasharray="3 3"
              />
            )}
            {marked.map(row => (
              <g key={row} transform={`translate(${places[row] ?? 0},${size.height})`} className="text-muted">
                <line y2={-size.height} stroke="currentColor" strokeDasharray="1 4" />
                <path d="M-4 0 L0 -6 L4 0 Z" fill="currentColor" />
              </g>
            ))}
            {chart.series.map(({ key, colour, isFaint = false, value }) => {
              const points = chart.rows.map((row, index): Point => {
                const measured = value(row)
                return { x: places[index] ?? 0, y: measured === null ? null : axis.y(measured) }
              })
              const last = points.at(-1)
              const here = at === null ? last : points[at]
              return (
                <g key={key} style={{ color: colourOf(colour) }}>
                  {area && !isFaint && <path d={areaPath(points, size.height)} fill="currentColor" opacity={0.14} />}
                  <path
                    d={linePath(points)}
                    fill="none"
                    stroke="currentColor"
                    strokeWidth={isFaint ? 1 : 2}
                    strokeDasharray={isFaint ? '4 3' : undefined}
                    strokeLinejoin="round"
                    strokeLinecap="round"
                  />
                  {lonePoints(points).map(({ x, y }) => (
                    <circle key={x} cx={x} cy={y ?? 0} r={2} fill="currentColor" />
                  ))}
                  {here && here.y !== null && <circle cx={here.x} cy={here.y} r={3.5} fill="currentColor" />}
                </g>
              )
            })}
          </>
        )
      }}
    </RowPlot>
  )
}
