import { expect, it } from 'vitest'
import { balanceDays } from './balance-days.ts'

const now = Date.parse('2026-01-10T12:00:00Z')
const history = {
  opening_sats: 100,
  days: [
    { day: '2026-01-05', sats: 300 },
    { day: '2026-01-08', sats: 250 },
  ],
  undated_sats: 0,
}
const shape = (rows: ReturnType<typeof balanceDays>) =>
  rows.map(({ at, sats }) => `${new Date(at).toISOString().slice(5, 10)} ${sats}`)

it('a day on which nothing changed has the balance of the day before it', () => {
  expect(shape(balanceDays(history, 7, [], now))).toEqual([
    '01-04 100',
    '01-05 300',
    '01-06 300',
    '01-07 300',
    '01-08 250',
    '01-09 250',
    '01-10 250',
  ])
})

it('all of it begins with nothing, the day before the first change', () => {
  const rows = balanceDays({ ...history, opening_sats: 0 }, undefined, [], now)
  expect(shape(rows)[0]).toBe('01-04 0')
  expect(rows).toHaveLength(7)
})

it('a day is worth something only where a rate of that very day is known: the last one', () => {
  const rates = [
    { at: Date.parse('2026-01-09T01:00:00Z'), usd: 50_000 },
    { at: Date.parse('2026-01-09T23:00:00Z'), usd: 60_000 },
  ]
  expect(balanceDays(history, 3, rates, now).map(({ rate }) => rate)).toEqual([null, 60_000, null])
})

it('of many years some days are drawn, each with its own balance, and today is one of them', () => {
  const days = [
    { day: '2016-01-10', sats: 5 },
    { day: '2026-01-10', sats: 7 },
  ]
  const rows = balanceDays({ opening_sats: 0, days, undated_sats: 0 }, undefined, [], now)
  expect(rows.length).toBeLessThanOrEqual(400)
  expect(rows.at(-1)).toEqual({ at: Date.parse('2026-01-10'), sats: 7, rate: null })
  expect(new Set(rows.map(({ sats }) => sats))).toEqual(new Set([5, 7]))
})

it('a wallet that never had anything has today', () => {
  expect(balanceDays({ opening_sats: 0, days: [], undated_sats: 0 }, undefined, [], now)).toHaveLength(1)
})
