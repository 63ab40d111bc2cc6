import { bisectCenter } from 'd3-array'

export interface Point {
  readonly x: number
  readonly y: number | null
}

/** The points in runs without gaps. */
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

export const linePath = (points: readonly Point[]): string =>
  stretches(points)
    .map(stretch => `M${through(stretch)}`)
    .join('')

export const areaPath = (points: readonly Point[], groundPx: number): string =>
  stretches(points)
    .map(stretch => `M${through(stretch)}L${stretch.at(-1)?.x},${groundPx}L${stretch[0]?.x},${groundPx}Z`)
    .join('')

/** Points without known neighbours, which are drawn as dots. */
export function lonePoints(points: readonly Point[]): Point[] {
  const measured = (index: number) => points[index] !== undefined && points[index].y !== null
  return points.filter((_, index) => measured(index) && !measured(index - 1) && !measured(index + 1))
}

/** `count` positions across the width from end to end; a single one in the middle. */
export function spread(count: number, widthPx: number): number[] {
  if (count === 1) return [widthPx / 2]
  return Array.from({ length: count }, (_, index) => (index * widthPx) / (count - 1))
}

/** Index of the position nearest to a pixel; positions are ascending. */
export function nearest(places: readonly number[], x: number): number {
  return bisectCenter([...places], x)
}
