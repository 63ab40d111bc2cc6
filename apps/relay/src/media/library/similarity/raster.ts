import type { Sharp } from 'sharp'
import type { Raster } from './pdq.ts'

export async function rasterOf(image: Sharp): Promise<Raster> {
  const flat = image.flatten({ background: '#fff' }).toColourspace('srgb').removeAlpha()
  const { data, info } = await flat.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const luma = new Float32Array(width * height)
  const chroma = [new Float32Array(width * height), new Float32Array(width * height)] as const
  for (let at = 0; at < luma.length; at++) {
    const from = at * channels
    const red = data[from] ?? 0
    const [green, blue] = channels < 3 ? [red, red] : [data[from + 1] ?? 0, data[from + 2] ?? 0]
    const light = 0.299 * red + 0.587 * green + 0.114 * blue
    luma[at] = light
    // As JPEG has them.
    chroma[0][at] = 0.564 * (blue - light)
    chroma[1][at] = 0.713 * (red - light)
  }
  return { width, height, luma, chroma }
}
