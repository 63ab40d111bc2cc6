import { arc, type PieArcDatum, pie } from 'd3-shape'

const gapRadians = 0.018

export interface Slice {
  /** Index of the value that it stands for. */
  readonly index: number
  readonly path: string
  /** Where it begins and ends, in radians clockwise from the top. */
  readonly start: number
  readonly end: number
  /** Middle of the slice, from the centre of the ring, in pixels. */
  readonly middle: readonly [number, number]
}

/** What share of the whole each value is (0 to 1), by the values themselves; zero of nothing is zero. */
export function sharesOf(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  return values.map(value => (total > 0 ? value / total : 0))
}

/** How wide a value's slice is: log10(value + 1), so that the small can be seen beside the large (CHART-04, R-69). */
export const logWeight = (value: number) => Math.log10(value + 1)

/** Slices of a ring on a log scale, clockwise from the top in the order given. Zero has no slice. */
export function donutSlices(values: readonly number[], radiusPx: number, holePx: number): Slice[] {
  const shown = values.map((value, index) => ({ value, index })).filter(({ value }) => value > 0)
  const ring = pie<{ value: number; index: number }>()
    .sort(null)
    .padAngle(shown.length > 1 ? gapRadians : 0)
    .value(({ value }) => logWeight(value))
  const shape = arc<PieArcDatum<{ value: number; index: number }>>()
    .innerRadius(holePx)
    .outerRadius(radiusPx)
    .cornerRadius(1.5)
  return ring(shown).map(slice => ({
    index: slice.data.index,
    path: shape(slice) ?? '',
    start: slice.startAngle,
    end: slice.endAngle,
    middle: shape.centroid(slice),
  }))
}
