import { expect, it } from 'vitest'
import { forecastOf } from './forecast.ts'

const days = (...bytes: number[]) => bytes.map((each, at) => ({ day: 20_000 + at, bytes: each }))
const growing = (count: number, perDay: number) => days(...Array.from({ length: count }, (_, at) => 5000 + at * perDay))
const measuring = (daysMissing: number) => ({ state: 'measuring', daysMissing })
const fills = (left: number, bytesPerDay: number) => ({ state: 'fills', days: left, bytesPerDay })

it.each([
  ['nothing was measured', [], 1000, measuring(7)],
  ['one day is known', growing(1, 10), 1000, measuring(7)],
  ['one day is missing', growing(7, 10), 1000, measuring(1)],
  ['seven days have passed', growing(8, 10), 1000, fills(100, 10)],
  ['a part of a day is left', growing(8, 10), 99, fills(9, 10)],
  ['no room is left', growing(8, 10), -5, fills(0, 10)],
  ['nothing grows', growing(31, 0), 1000, { state: 'steady' }],
  ['it shrinks', growing(31, -10), 1000, { state: 'steady' }],
  ['it would take more than ten years', growing(31, 1), 3651, { state: 'steady' }],
  ['it takes just ten years', growing(31, 1), 3650, fills(3650, 1)],
  ['what was deleted within the window counts', days(0, 900, 100, 200, 300, 400, 500, 70), 1000, fills(100, 10)],
  ['growth before the window does not count', [{ day: 1, bytes: 0 }, ...growing(31, 10)], 1000, fills(100, 10)],
  ['days are missing in between', [growing(31, 10)[0], growing(31, 10)[30]], 1000, fills(100, 10)],
  ['the last days before a long pause are too old', [{ day: 1, bytes: 0 }, ...growing(3, 10)], 1000, measuring(5)],
])('%s', (_, known, room, expected) => {
  expect(forecastOf(known as Parameters<typeof forecastOf>[0], room as number)).toEqual(expected)
})
