import type { Raster } from './pdq.ts'

/** A tent: letters and fine lines pass PDQ's narrower filter as patterns that copies of other sizes lack. */
export function squareOf({ width, height, luma }: Raster, side: number): Raster {
  const columns = weightsOf(width, side)
  const rows = weightsOf(height, side)
  const narrow = new Float32Array(side * height)
  for (let y = 0; y < height; y++)
    columns.forEach(({ from, weights }, x) => {
      let sum = 0
      for (let at = 0; at < weights.length; at++) sum += (weights[at] ?? 0) * (luma[y * width + from + at] ?? 0)
      narrow[y * side + x] = sum
    })
  const square = new Float32Array(side * side)
  rows.forEach(({ from, weights }, y) => {
    for (let at = 0; at < weights.length; at++) {
      const weight = weights[at] ?? 0
      const line = (from + at) * side
      for (let x = 0; x < side; x++)
        square[y * side + x] = (square[y * side + x] ?? 0) + weight * (narrow[line + x] ?? 0)
    }
  })
  return { width: side, height: side, luma: square }
}

/** Which pixels of a line make each pixel of a line of `side`, and how much. */
function weightsOf(length: number, side: number) {
  const step = length / side
  const reach = Math.max(1, step)
  return Array.from({ length: side }, (_, at) => {
    const centre = (at + 0.5) * step - 0.5
    const from = Math.max(0, Math.ceil(centre - reach))
    const until = Math.min(length - 1, Math.floor(centre + reach))
    const raw = Array.from({ length: until - from + 1 }, (_, tap) => 1 - Math.abs(from + tap - centre) / (reach + 1e-6))
    const sum = raw.reduce((all, weight) => all + weight, 0)
    return { from, weights: Float32Array.from(raw, weight => weight / sum) }
  })
}
