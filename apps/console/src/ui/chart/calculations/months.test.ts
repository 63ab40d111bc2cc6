import { expect, it } from 'vitest'
import { lastMonths } from './months.ts'

const row = (month: string, gb = 1) => ({ month, gb })
const empty = (month: string) => row(month, 0)
const months = (...rows: string[]) => rows.map(month => row(month))

it('DASH-03, CHART-11: of more than six months only the last six are shown', () => {
  const rows = months('2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11')
  const shown = lastMonths(rows, 6, new Date('2026-11-20'), empty).map(({ month }) => month)
  expect(shown).toEqual(['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'])
})

it('a month in which nothing came is zero, also across the turn of the year', () => {
  const shown = lastMonths(months('2025-11', '2026-01'), 4, new Date('2026-02-03'), empty)
  expect(shown.map(({ month, gb }) => [month, gb])).toEqual([
    ['2025-11', 1],
    ['2025-12', 0],
    ['2026-01', 1],
    ['2026-02', 0],
  ])
})

it('old data is shown where it is, instead of six empty months', () => {
  expect(lastMonths(months('2020-05'), 2, new Date('2026-02-03'), empty)).toEqual([row('2020-04', 0), row('2020-05')])
})

it('no row, no month', () => {
  expect(lastMonths([], 6, new Date(), empty)).toEqual([])
})
