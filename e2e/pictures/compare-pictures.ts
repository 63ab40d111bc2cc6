import type { Browser } from 'playwright-core'
import { toPalettePng } from './palette-png.ts'

export interface Comparison {
  /** Fraction of pixels that differ (0 to 1); 1 if the sizes differ. */
  readonly share: number
  /** PNG: differences in red over a paled current picture; undefined if the sizes differ, or no more than tolerated. */
  readonly difference?: Buffer
}

/** Largest difference of a colour channel (0 to 255) that is invisible. */
const tolerated = 12

export interface Comparer {
  /** @param limit share up to which no picture of the differences is made, which takes longer than comparing */
  compare(kept: Buffer, now: Buffer, limit?: number): Promise<Comparison>
  /** The same for `compare` in a fifth of the bytes, as it is stored. */
  shrink(picture: Buffer): Promise<Buffer>
}

/**
 * Compares pictures in the browser, which can read and write all formats.
 *
 * A pixel differs if its colour is outside the range of the other picture's pixels within one pixel of its place,
 * checked in both directions. The smoothed edges of glyphs and curves, which vary between browser versions, therefore
 * do not count; anything moved further, recoloured or gone does.
 */
export async function openComparer(browser: Browser): Promise<Comparer> {
  const page = await browser.newPage()
  const urlOf = (picture: Buffer) => `data:image/png;base64,${picture.toString('base64')}`
  const bytesOf = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  return {
    async compare(kept, now, limit = 0) {
      const { share, difference } = await page.evaluate(comparePixels, {
        urls: [urlOf(kept), urlOf(now)] as const,
        tolerated,
        limit,
      })
      return { share, difference: difference ? bytesOf(difference) : undefined }
    },
    shrink: picture => toPalettePng(page, urlOf(picture)),
  }
}

interface Given {
  readonly urls: readonly [string, string]
  readonly tolerated: number
  readonly limit: number
}

/** Runs in the browser, so it may reference nothing outside. */
async function comparePixels({ urls, tolerated, limit }: Given): Promise<{ share: number; difference?: string }> {
  const [kept, now] = await Promise.all(
    urls.map(async url => {
      const image = new Image()
      image.src = url
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
      context.drawImage(image, 0, 0)
      return { canvas, context, pixels: context.getImageData(0, 0, image.width, image.height) }
    }),
  )
  if (!kept || !now) return { share: 1 }
  const { width, height } = kept.pixels
  if (width !== now.pixels.width || height !== now.pixels.height) return { share: 1 }
  const [a, b] = [kept.pixels.data, now.pixels.data]

  const isLike = (from: Uint8ClampedArray, at: number, to: Uint8ClampedArray, other: number) => {
    for (let channel = 0; channel < 3; channel++)
      if (Math.abs((from[at + channel] as number) - (to[other + channel] as number)) > tolerated) return false
    return true
  }
  /** Is each channel of this pixel within the other picture's range around its place? */
  const isBetween = (from: Uint8ClampedArray, to: Uint8ClampedArray, x: number, y: number) => {
    const at = (y * width + x) * 4
    for (let channel = 0; channel < 3; channel++) {
      let [low, high] = [255, 0]
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++)
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const value = to[(ny * width + nx) * 4 + channel] as number
          low = Math.min(low, value)
          high = Math.max(high, value)
        }
      const value = from[at + channel] as number
      if (value < low - tolerated || value > high + tolerated) return false
    }
    return true
  }

  const isSame = (x: number, y: number) => {
    const at = (y * width + x) * 4
    return isLike(a, at, b, at) || (isBetween(a, b, x, y) && isBetween(b, a, x, y))
  }

  let differing = 0
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (!isSame(x, y)) differing++
  const share = differing / (width * height)
  if (share <= limit) return { share }

  const shown = now.context.createImageData(width, height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      const same = isSame(x, y)
      for (let channel = 0; channel < 3; channel++)
        shown.data[at + channel] = same ? 192 + (b[at + channel] as number) / 4 : channel === 0 ? 220 : 0
      shown.data[at + 3] = 255
    }
  now.context.putImageData(shown, 0, 0)
  return { share, difference: now.canvas.toDataURL('image/png') }
}
