import { expect, it } from 'vitest'
import { fitName } from './fit-name.ts'

const tenPx = () => 10

it.each([
  ['bee.jpg', 70, 'bee.jpg'],
  ['bee.jpg', 69, 'bee.j…'],
  ['a bee.jpg', 30, 'a…'],
  ['bee.jpg', 5, '…'],
  ['', 0, ''],
])('cuts %j to %d pixels: %j', (name, px, cut) => {
  expect(fitName(name, px, tenPx)).toBe(cut)
})

it.each(['蜂.jpg', 'نحلة', 'bee\u202e.jpg'])('leaves %j to the browser', name => {
  expect(fitName(name, 1000, tenPx)).toBeUndefined()
})
