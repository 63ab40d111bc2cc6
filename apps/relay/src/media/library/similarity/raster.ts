import type { Sharp } from 'sharp'
import type { Raster } from './pdq.ts'

/** The brightness of an image's pixels, on white. */
export async function rasterOf(image: Sharp): Promise<Raster> {
  const flat = image.flatten({ background: '#fff' }).toColourspace('srgb').removeAlpha()
  const { data, info } = await flat.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const luma = new Float32Array(width * height)
  for (let at = 0; at < luma.length; at++) {
    const from = at * channels
    const red = data[from] ?? 0
    luma[at] = channels < 3 ? red : 0.299 * red + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0)
  }
  return { width, height, luma }
}
