import clsx from 'clsx'
import { useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { formatCompact, formatNumber } from '../text/format.ts'
import { donutSlices, sharesOf } from './calculations/donut.ts'
import { formatShare } from './calculations/formats.ts'
import { colourOf, type SeriesColour } from './calculations/series.ts'
import { Cursor } from './cursor.tsx'
import { Tooltip } from './tooltip.tsx'
import { useWidth } from './use-width.ts'

export interface DonutItem {
  readonly key: string
  readonly label: string
  readonly colour: SeriesColour
  readonly value: number
}

interface DonutChartProps {
  readonly label: string
  readonly items: readonly DonutItem[]
  /** What the total counts, shown in the hole. */
  readonly totalLabel: string
  readonly sizePx?: number
}

/** Below this width the legend only has room for values; tooltip and table show the shares. */
const sharesFromPx = 340

export function DonutChart({ label, items, totalLabel, sizePx: largestPx = 160 }: DonutChartProps) {
  const [ref, widthPx] = useWidth<HTMLDivElement>()
  const { t } = useTexts()
  const [at, setAt] = useState<number | null>(null)
  const sizePx = Math.max(88, Math.min(largestPx, Math.floor(widthPx * 0.42)))
  const radius = sizePx / 2
  const hole = radius * 0.65
  const shares = sharesOf(items.map(({ value }) => value))
  const slices = donutSlices(
    items.map(({ value }) => value),
    radius,
    hole,
  )
  const slice = at === null ? undefined : slices[at]
  const item = slice && items[slice.index]

  const lines = (index: number) => [
    { key: 'value', label: t('chart.count'), value: formatNumber(items[index]?.value ?? 0) },
    { key: 'share', label: t('chart.share'), value: formatShare(shares[index] ?? 0) },
  ]

  return (
    <div ref={ref} className="my-auto">
      {widthPx > 0 && (
        <div className={clsx('flex items-center', widthPx < 480 ? 'gap-4' : 'gap-8')}>
          <div className="relative shrink-0" style={{ width: sizePx, height: sizePx }}>
            <Ring {...{ items, slices, at, sizePx, totalLabel }} />
            <Cursor
              count={slices.length}
              index={at}
              onIndex={setAt}
              label={label}
              indexAt={(x, y) => sliceAt(slices, { x: x - radius, y: y - radius, radius, hole })}
              textAt={place => {
                const index = slices[place]?.index ?? 0
                return [items[index]?.label, ...lines(index).map(line => `${line.label} ${line.value}`)].join(', ')
              }}
            />
            {slice && item && (
              <Tooltip
                title={item.label}
                lines={lines(slice.index)}
                x={radius + slice.middle[0]}
                y={radius + slice.middle[1]}
                within={sizePx}
              />
            )}
          </div>
          <DonutLegend items={items} shares={widthPx < sharesFromPx ? undefined : shares} />
        </div>
      )}
    </div>
  )
}

type Slices = ReturnType<typeof donutSlices>

interface OnRing {
  /** From the middle. */
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly hole: number
}

/** The slice at a pixel: by angle, if it is on the ring. */
function sliceAt(slices: Slices, { x, y, radius, hole }: OnRing): number | null {
  const distance = Math.hypot(x, y)
  if (distance > radius || distance < hole) return null
  const angle = (Math.atan2(x, -y) + 2 * Math.PI) % (2 * Math.PI)
  const found = slices.findIndex(({ start, end }) => angle >= start && angle < end)
  return found === -1 ? null : found
}

interface RingProps {
  readonly items: readonly DonutItem[]
  readonly slices: Slices
  readonly at: number | null
  readonly sizePx: number
  readonly totalLabel: string
}

function Ring({ items, slices, at, sizePx, totalLabel }: RingProps) {
  return (
    <svg width={sizePx} height={sizePx} aria-hidden="true">
      <g transform={`translate(${sizePx / 2},${sizePx / 2})`}>
        {slices.map(({ index, path }, place) => (
          <path
            key={items[index]?.key}
            d={path}
            fill={colourOf(items[index]?.colour ?? 'notes')}
            opacity={at === null || at === place ? 1 : 0.45}
            className="transition-opacity duration-150 motion-reduce:transition-none"
          />
        ))}
        <text
          textAnchor="middle"
          y={1}
          className={clsx('fill-text font-semibold tabular-nums', sizePx < 140 ? 'text-body' : 'text-title')}
        >
          {shortTotal(items.reduce((sum, { value }) => sum + value, 0))}
        </text>
        <text textAnchor="middle" y={18} className="fill-muted text-caption">
          {totalLabel}
        </text>
      </g>
    </svg>
  )
}

interface DonutLegendProps {
  readonly items: readonly DonutItem[]
  /** Undefined where there is no room for them. */
  readonly shares: readonly number[] | undefined
}

function DonutLegend({ items, shares }: DonutLegendProps) {
  return (
    <ul className="grid min-w-0 max-w-80 flex-1 gap-2 text-small">
      {items.map(({ key, label, colour, value }, index) => (
        <li key={key} className="grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-2">
          <span className="size-2.5 rounded-[2px]" style={{ background: colourOf(colour) }} />
          <span className="truncate">{label}</span>
          <span className="font-semibold tabular-nums">{formatNumber(value)}</span>
          {shares && <span className="w-13 text-right text-muted tabular-nums">{formatShare(shares[index] ?? 0)}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Four digits fit into the hole; more are abbreviated. */
const shortTotal = (total: number) => (total < 10_000 ? formatNumber(total) : formatCompact(total))
