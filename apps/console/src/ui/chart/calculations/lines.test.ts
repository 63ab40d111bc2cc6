import { expect, it } from 'vitest'
import { areaPath, linePath, lonePoints, nearest, spread } from './lines.ts'

const gap = [
  { x: 0, y: 10 },
  { x: 10, y: 5 },
  { x: 20, y: null },
  { x: 30, y: 8 },
]

it('a line breaks where nothing was measured', () => {
  expect(linePath(gap)).toBe('M0,10L10,5M30,8')
  expect(areaPath(gap.slice(0, 3), 50)).toBe('M0,10L10,5L10,50L0,50Z')
})

it('marks a single point between two gaps, which no line shows', () => {
  expect(lonePoints(gap)).toEqual([{ x: 30, y: 8 }])
  expect(lonePoints(gap.slice(0, 2))).toEqual([])
})

it('places are spread from end to end, a single one is in the middle', () => {
  expect(spread(3, 100)).toEqual([0, 50, 100])
  expect(spread(1, 100)).toEqual([50])
  expect(spread(0, 100)).toEqual([])
})

it('the nearest place is found, beyond the ends too', () => {
  expect(nearest([0, 50, 100], 74)).toBe(1)
  expect(nearest([0, 50, 100], 76)).toBe(2)
  expect(nearest([0, 50, 100], -20)).toBe(0)
  expect(nearest([0, 50, 100], 900)).toBe(2)
})
