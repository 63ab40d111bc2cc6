import { expect, test } from 'vitest'
import { binCounts, causesOf, startOf } from './count-bins.ts'

test('counts the hour in which the first bin begins, in time zones that differ by half hours, and the most frequent cause first (REFUSE-05)', () => {
  const now = Date.parse('2026-03-04T12:20:00Z')
  const first = Date.parse(startOf('day', now))
  const by_hour = [-1.5, -0.5, 0.5, 1].map(hours => ({
    hour: new Date(first + hours * 3_600_000).toISOString(),
    counts: { rate: 1 },
  }))
  const bins = binCounts({ by_hour }, 'day', now)
  expect(bins.map(({ refused }) => refused)).toEqual([2, 1, ...Array(22).fill(0)])
  expect(causesOf({ rate: 1, word: 3, kind: 2 }).map(({ cause, count }) => [cause, count])).toEqual([
    ['word', 3],
    ['kind', 2],
    ['rate', 1],
  ])
})
