import { describe, expect, it } from 'vitest'
import { marksOf, monthAtShare } from './scrubber-marks.ts'

const marks = marksOf([
  { month: '2026-02', files: 10 },
  { month: '2026-01', files: 30 },
  { month: '2025-12', files: 58 },
  { month: '2024-03', files: 1 },
  { month: '2023-03', files: 1 },
])

describe('the scale of dates', () => {
  it('places each month at the position of its files', () => {
    expect(marks.map(({ month, first, share }) => [month, first, share])).toEqual([
      ['2026-02', 0, 0],
      ['2026-01', 10, 0.1],
      ['2025-12', 40, 0.4],
      ['2024-03', 98, 0.98],
      ['2023-03', 99, 0.99],
    ])
  })

  it('writes a year where it begins, unless the one above is too near', () => {
    expect(marks.map(({ year }) => year)).toEqual(['2026', undefined, '2025', '2024', undefined])
  })

  it('knows the month under the pointer, also beyond its ends', () => {
    expect([-1, 0.39, 0.4, 2].map(share => monthAtShare(marks, share)?.month)).toEqual([
      '2026-02',
      '2026-01',
      '2025-12',
      '2023-03',
    ])
    expect(monthAtShare(marksOf([]), 0.5)).toBeUndefined()
  })
})
