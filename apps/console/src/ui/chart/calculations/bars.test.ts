import { expect, it } from 'vitest'
import { valueAxis } from './axis.ts'
import { groupedBars } from './bars.ts'

const size = { width: 600, height: 200 }
const axis = valueAxis(10, size.height)

it('a value of zero has no bar, a tiny one can still be seen', () => {
  const [group] = groupedBars([[0, 0.0001]], size, axis)
  expect(group?.bars.map(bar => bar.height)).toEqual([0, 1])
})

it('draws bars from the baseline, as high as their value', () => {
  const [group] = groupedBars([[10, 5]], size, axis)
  expect(group?.bars.map(bar => bar.height)).toEqual([200, 100])
  for (const bar of group?.bars ?? []) expect(bar.y + bar.height).toBe(size.height)
})

it('groups keep to the plot and bars do not overlap', () => {
  const bars = groupedBars(
    Array.from({ length: 6 }, () => [3, 4]),
    size,
    axis,
  ).flatMap(group => group.bars)
  for (const [index, bar] of bars.entries()) {
    expect(bar.x).toBeGreaterThanOrEqual(index === 0 ? 0 : (bars[index - 1]?.x ?? 0) + bar.width)
    expect(bar.x + bar.width).toBeLessThanOrEqual(size.width)
  }
})

it('a single group is in the middle', () => {
  expect(groupedBars([[1, 1]], size, axis)[0]?.centre).toBeCloseTo(300)
})
