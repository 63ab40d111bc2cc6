import { bisectCenter } from 'd3-array'

/** A point in pixels; `y` is null where nothing was measured: the line breaks there instead of guessing. */
export interface Point {
  readonly x: number
  readonly y: number | null
}

/** The points in stretches without a gap. */
function stretches(points: readonly Point[]): Point[][] {
  const found: Point[][] = []
  for (const [index, point] of points.entries()) {
    if (point.y === null) continue
    if ((points[index - 1]?.y ?? null) === null) found.push([])
    found.at(-1)?.push(point)
  }
  return found
}

const through = (points: readonly Point[]) => points.map(({ x, y }) => `${x},${y}`).join('L')

/** Path through the measured points. */
export const linePath = (points: readonly Point[]): string =>
  stretches(points)
    .map(stretch => `M${through(stretch)}`)
    .join('')

/** Path of the surface between the points and the ground line. */
export const areaPath = (points: readonly Point[], groundPx: number): string =>
  stretches(points)
    .map(stretch => `M${through(stretch)}L${stretch.at(-1)?.x},${groundPx}L${stretch[0]?.x},${groundPx}Z`)
    .join('')

/** Points that have no measured neighbour, so that no line shows them: they are drawn as dots. */
export function lonePoints(points: readonly Point[]): Point[] {
  const measured = (index: number) => points[index] !== undefined && points[index].y !== null
  return points.filter((_, index) => measured(index) && !measured(index - 1) && !measured(index + 1))
}

/** `count` places spread over the width, the first at its left and the last at its right end; a single one in the middle. */
export function spread(count: number, widthPx: number): number[] {
  if (count === 1) return [widthPx / 2]
  return Array.from({ length: count }, (_, index) => (index * widthPx) / (count - 1))
}

/** Index of the place nearest to a pixel; places ascend. */
export function nearest(places: readonly number[], x: number): number {
  return bisectCenter([...places], x)
}
