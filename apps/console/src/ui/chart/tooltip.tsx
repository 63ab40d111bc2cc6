import type { ReactNode } from 'react'
import { colourOf, type SeriesColour } from './calculations/series.ts'

export interface TooltipLine {
  readonly key: string
  readonly label: string
  readonly value: string
  readonly colour?: SeriesColour
}

interface TooltipProps {
  readonly title: string
  readonly lines: readonly TooltipLine[]
  /** Its pixel, and the width that it must stay within. */
  readonly x: number
  readonly y: number
  readonly within: number
}

const offsetPx = 12

/** The content at one place of a chart, visual only: the cursor speaks it to screen readers. */
export function Tooltip({ title, lines, x, y, within }: TooltipProps): ReactNode {
  const isRight = x > within / 2
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-10 w-max max-w-[min(100%,18rem)] rounded-md border border-line bg-raised px-3 py-2 text-caption shadow-float"
      style={{ top: Math.max(0, y), ...(isRight ? { right: within - x + offsetPx } : { left: x + offsetPx }) }}
    >
      <p className="font-semibold text-text">{title}</p>
      <dl className="mt-1 grid grid-cols-[auto_1fr_auto] items-center gap-x-2 gap-y-0.5">
        {lines.map(({ key, label, value, colour }) => (
          <div key={key} className="col-span-3 grid grid-cols-subgrid items-center">
            <span className="size-2 rounded-[2px]" style={colour && { background: colourOf(colour) }} />
            <dt className="text-muted">{label}</dt>
            <dd className="text-right font-semibold tabular-nums text-text">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
