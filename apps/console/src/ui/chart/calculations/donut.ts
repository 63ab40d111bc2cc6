const gapRadians = 0.018

export interface Slice {
  readonly index: number
  readonly path: string
  /** Start and end in radians, clockwise from the top. */
  readonly start: number
  readonly end: number
  /** Middle of the slice in pixels from the centre. */
  readonly middle: readonly [number, number]
}

/** Each value's true share (0 to 1); zero of nothing is zero. */
export function sharesOf(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  return values.map(value => (total > 0 ? value / total : 0))
}

/** Weight of a slice: log10(value + 1), so that small values stay visible (CHART-04, R-69). */
export const logWeight = (value: number) => Math.log10(value + 1)

/** Slices of a ring on a log scale, clockwise from the top in order. Zero has no slice. */
export function donutSlices(values: readonly number[], radiusPx: number, holePx: number): Slice[] {
  const shown = values.map((value, index) => ({ value, index })).filter(({ value }) => value > 0)
  const whole = shown.reduce((sum, { value }) => sum + logWeight(value), 0)
  const gap = shown.length > 1 ? gapRadians / 2 : 0
  let end = 0
  return shown.map(({ value, index }) => {
    const start = end
    end += (logWeight(value) / whole) * fullTurn
    const middle = (start + end) / 2
    return {
      index,
      path: slicePath(start + gap, Math.max(start + gap, end - gap), radiusPx, holePx),
      start,
      end,
      middle: pointAt(middle, (radiusPx + holePx) / 2),
    }
  })
}

const fullTurn = 2 * Math.PI

/** From the centre, clockwise from the top. */
const pointAt = (radians: number, radius: number) => [radius * Math.sin(radians), -radius * Math.cos(radians)] as const

/** A ring segment. SVG cannot draw a full circle as one arc, so it has two halves. */
function slicePath(start: number, end: number, radiusPx: number, holePx: number): string {
  const half = (start + end) / 2
  const arcTo = (radius: number, radians: number, sweep: 0 | 1) =>
    `A${radius},${radius},0,0,${sweep},${pointAt(radians, radius)}`
  return [
    `M${pointAt(start, radiusPx)}`,
    arcTo(radiusPx, half, 1),
    arcTo(radiusPx, end, 1),
    `L${pointAt(end, holePx)}`,
    arcTo(holePx, half, 0),
    arcTo(holePx, start, 0),
    'Z',
  ].join('')
}
