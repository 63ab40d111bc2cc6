import { describe, expect, it } from 'vitest'
import { givenAxis, labelPx, shownTicks, tickFormat, valueAxis } from './axis.ts'

describe('value axis', () => {
  it('starts at zero at the bottom and ends at a nice number above the largest value', () => {
    const { y, ticks } = valueAxis(12.4, 200)
    expect(ticks).toEqual([0, 5, 10, 15])
    expect(y(0)).toBe(200)
    expect(y(15)).toBe(0)
  })

  it('has an axis even when every value is zero', () => {
    const { y, ticks } = valueAxis(0, 200)
    expect(y(0)).toBe(200)
    expect(ticks.length).toBeGreaterThan(1)
  })

  it('puts no tick between two whole numbers when things are counted', () => {
    expect(valueAxis(2, 240, true).ticks).toEqual([0, 1, 2])
    expect(valueAxis(1, 240, true).ticks).toEqual([0, 1])
  })

  it('keeps few ticks on a low plot', () => {
    expect(valueAxis(100, 90).ticks.length).toBeLessThanOrEqual(3)
  })
})

describe('ticks', () => {
  it('carry the decimals that their step needs, by the locale', () => {
    expect([0, 0.5, 1].map(tickFormat([0, 0.5, 1], 'en'))).toEqual(['0', '0.5', '1.0'])
    expect([0, 0.02].map(tickFormat([0, 0.02, 0.04], 'de'))).toEqual(['0', '0,02'])
    expect([0, 5].map(tickFormat([0, 5], 'en'))).toEqual(['0', '5'])
  })

  it('are shortened from ten thousand on', () => {
    expect(tickFormat([0, 20_000, 40_000], 'en')(20_000)).toBe('20K')
  })

  it('get a gutter that grows with the longest of them', () => {
    expect(labelPx(['0', '0.00002'])).toBeGreaterThan(labelPx(['0', '15']))
  })
})

describe('ticks of the other axis', () => {
  const places = (count: number) => Array.from({ length: count }, () => ({ tick: 'Jan' }))

  it('are thinned out until they fit, the last one stays', () => {
    expect(shownTicks(places(6), 300, 40)).toEqual([0, 1, 2, 3, 4, 5])
    expect(shownTicks(places(6), 130, 40)).toEqual([1, 3, 5])
    expect(shownTicks(places(1), 10, 40)).toEqual([0])
  })

  it('are placed only at existing positions', () => {
    expect(shownTicks([{ tick: '' }, { tick: '10:00' }, { tick: '' }], 300, 40)).toEqual([1])
  })
})

it('an axis of given ticks reaches from the first to the last, not from zero', () => {
  const { y, ticks } = givenAxis([61_000, 63_000, 65_000], 100)
  expect([y(61_000), y(63_000), y(65_000), ticks.length]).toEqual([100, 50, 0, 3])
})
