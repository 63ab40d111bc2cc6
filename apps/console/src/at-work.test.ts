import { expect, it } from 'vitest'
import { holdPage, isAtWork, onWorkChange } from './at-work.ts'

it('R-32: holds the page until the last task ends, counting each once', () => {
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
