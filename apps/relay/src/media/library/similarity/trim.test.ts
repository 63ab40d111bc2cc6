import { expect, it } from 'vitest'
import type { Raster } from './pdq.ts'
import { trimmed } from './trim.ts'

const [side, border] = [60, 6]
/** The shade of each pixel follows from how far it is from the nearest edge, and from its place. */
const rasterOf = (shade: (fromEdge: number, x: number, y: number) => number): Raster => ({
  width: side,
  height: side,
  luma: Float32Array.from({ length: side ** 2 }, (_, at) => {
    const [x, y] = [at % side, Math.floor(at / side)]
    return shade(Math.min(x, y, side - 1 - x, side - 1 - y), x, y)
  }),
})
const within = (cut: number) => ({ x: cut, y: cut, width: side - 2 * cut, height: side - 2 * cut })
const paper = (x: number, y: number) => 205 + ((x * 7 + y * 13) % 40)

it('a border is trimmed with the line that is a blend of it and of what it surrounds', () => {
  const blended = rasterOf((fromEdge, x, y) => (fromEdge < border ? 2 : fromEdge === border ? 90 : paper(x, y)))
  expect(trimmed(blended)).toEqual(within(border + 1))
})

it('a border of the colour of the image is trimmed to what differs from it, and no further', () => {
  const mark = rasterOf((fromEdge, x, y) => (fromEdge >= 20 && (x + y) % 9 === 0 ? 40 : 255))
  expect(trimmed(mark)).toEqual(within(20))
})

it('an image without a border stays whole', () => {
  expect(trimmed(rasterOf((_, x, y) => paper(x * 3, y)))).toBeNull()
})
