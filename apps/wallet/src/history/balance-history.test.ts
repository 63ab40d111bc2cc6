import { expect, test } from 'vitest'
import { closingBalances } from './balance-history.ts'

const at = (text: string) => Date.parse(text)

test('a day has what its last block leaves, and a day without a change has none', () => {
  const blocks = [
    { block_time: at('2026-01-02T01:00:00Z'), change_sats: 100 },
    { block_time: at('2026-01-02T23:59:59Z'), change_sats: -30 },
    { block_time: at('2026-01-05T00:00:00Z'), change_sats: 5 },
  ]
  expect(closingBalances(blocks)).toEqual([
    { day: '2026-01-02', sats: 70 },
    { day: '2026-01-05', sats: 75 },
  ])
  expect(closingBalances([])).toEqual([])
})

test('a block whose time is before that of the one below it counts to the same day', () => {
  const blocks = [
    { block_time: at('2026-01-02T00:30:00Z'), change_sats: 100 },
    { block_time: at('2026-01-01T23:30:00Z'), change_sats: 50 },
  ]
  expect(closingBalances(blocks)).toEqual([{ day: '2026-01-02', sats: 150 }])
})
