import { bisectCenter } from 'd3-array'
import { area, line } from 'd3-shape'

/** A point in pixels; `y` is null where nothing was measured: the line breaks there instead of guessing. */
export interface Point {
  readonly x: number
  readonly y: number | null
}

const isMeasured = (point: Point) => point.y !== null
const yOf = (point: Point) => point.y ?? 0

/** Path through the measured points. */
export function linePath(points: readonly Point[]): string {
  return (
    line<Point>()
      .defined(isMeasured)
      .x(point => point.x)
      .y(yOf)([...points]) ?? ''
  )
}

/** Path of the surface between the points and the ground line. */
export function areaPath(points: readonly Point[], groundPx: number): string {
  return (
    area<Point>()
      .defined(isMeasured)
      .x(point => point.x)
      .y0(groundPx)
      .y1(yOf)([...points]) ?? ''
  )
}

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
