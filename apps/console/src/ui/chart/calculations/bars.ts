import type { ValueAxis } from './axis.ts'

const widestBarPx = 28
const bandGap = 0.3
const barGapPx = 3

export interface Bar {
  readonly series: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface BarGroup {
  /** Middle of the group, for label and tooltip. */
  readonly centre: number
  readonly bars: readonly Bar[]
}

/** Pixels from the plot's top left. Positive values are at least one pixel high, to stay visible. */
export function groupedBars(
  rows: readonly (readonly number[])[],
  size: { width: number; height: number },
  axis: ValueAxis,
): BarGroup[] {
  const stepPx = size.width / rows.length
  const bandPx = stepPx * (1 - bandGap)
  return rows.map((values, row) => {
    const centre = stepPx * (row + 0.5)
    const width = Math.max(1, Math.min(widestBarPx, (bandPx - barGapPx * (values.length - 1)) / values.length))
    const left = centre - (width * values.length + barGapPx * (values.length - 1)) / 2
    const bars = values.map((value, series) => {
      const height = value > 0 ? Math.max(1, size.height - axis.y(value)) : 0
      return { series, x: left + series * (width + barGapPx), y: size.height - height, width, height }
    })
    return { centre, bars }
  })
}
