import { expect, it } from 'vitest'
import { holdPage, isAtWork, onWorkChange } from './at-work.ts'

it('R-32: the page is held until the last one lets go, and each counts once', () => {
  const seen: boolean[] = []
  const stop = onWorkChange(() => seen.push(isAtWork()))
  const [first, second] = [holdPage(), holdPage()]
  first()
  first()
  expect(isAtWork()).toBe(true)
  second()
  stop()
  holdPage()()
  expect(seen).toEqual([true, true, true, false])
})
