import { expect, it } from 'vitest'
import { donutSlices, logWeight, sharesOf } from './donut.ts'

it('CHART-04, R-69: a zero has no slice and does not disturb the others', () => {
  expect(donutSlices([10, 0, 1000], 80, 50).map(slice => slice.index)).toEqual([0, 2])
  expect(donutSlices([0, 0], 80, 50)).toEqual([])
})

it('CHART-04: slices are on a log scale: 1000 is about three times as wide as 10, not a hundred times', () => {
  expect(logWeight(1000) / logWeight(10)).toBeCloseTo(2.881, 3)
  expect(logWeight(0)).toBe(0)
  expect(logWeight(1)).toBeGreaterThan(0)
  const [ten = 0, thousand = 1] = donutSlices([10, 1000], 80, 50).map(({ start, end }) => end - start)
  expect(thousand / ten).toBeCloseTo(2.881, 3)
})

it('CHART-05: the share is taken of the values themselves, not of their logarithms', () => {
  expect(sharesOf([10, 990])).toEqual([0.01, 0.99])
  expect(sharesOf([0, 0])).toEqual([0, 0])
})

it('the first slice starts at the top', () => {
  const [first] = donutSlices([5, 5], 80, 50)
  expect(first?.middle[0]).toBeGreaterThan(0)
  expect(first?.middle[1]).toBeCloseTo(0)
})

it('slices follow each other round the whole ring', () => {
  const slices = donutSlices([1, 10, 100], 80, 50)
  expect(slices[0]?.start).toBe(0)
  expect(slices.at(-1)?.end).toBeCloseTo(2 * Math.PI)
  expect(slices[1]?.start).toBe(slices[0]?.end)
})
