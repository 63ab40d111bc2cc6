import type { Raster } from './pdq.ts'

const white = 255
/** Of its pixels, a lighter copy must lose some of their shades to white: otherwise its hash is the same. */
const lostShare = 0.02

export interface Light {
  readonly times: number
  readonly plus: number
}

/** As a lighter copy is: shades above white are lost, and with them what they showed. Null if few are. */
export function lightened({ width, height, luma, chroma }: Raster, { times, plus }: Light): Raster | null {
  if (!chroma) return null
  const lighter = new Float32Array(luma.length)
  const [blues, reds] = [new Float32Array(luma.length), new Float32Array(luma.length)]
  let lost = 0
  for (let at = 0; at < luma.length; at++) {
    const light = luma[at] ?? 0
    const [red, green, blue] = colourOf(light, chroma[0][at] ?? 0, chroma[1][at] ?? 0)
    const [r, g, b] = [
      Math.min(white, red * times + plus),
      Math.min(white, green * times + plus),
      Math.min(white, blue * times + plus),
    ]
    const after = 0.299 * r + 0.587 * g + 0.114 * b
    if (light < white - 5 && after < light * times + plus - 5) lost++
    lighter[at] = after
    blues[at] = 0.564 * (b - after)
    reds[at] = 0.713 * (r - after)
  }
  return lost < luma.length * lostShare ? null : { width, height, luma: lighter, chroma: [blues, reds] }
}

/** Each pixel's least of red, green and blue: where a light image is almost white, its colours still are dark in one. */
export function darkest({ width, height, luma, chroma }: Raster): Raster | null {
  if (!chroma) return null
  const least = luma.map((light, at) => Math.min(...colourOf(light, chroma[0][at] ?? 0, chroma[1][at] ?? 0)))
  return { width, height, luma: least, chroma }
}

function colourOf(light: number, blueness: number, redness: number): [red: number, green: number, blue: number] {
  const red = light + redness / 0.713
  const blue = light + blueness / 0.564
  return [red, (light - 0.299 * red - 0.114 * blue) / 0.587, blue]
}
