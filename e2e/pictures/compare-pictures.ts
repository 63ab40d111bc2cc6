import pixelmatch from 'pixelmatch'
import sharp from 'sharp'

export interface Comparison {
  /** Fraction of pixels that differ (0 to 1); 1 if the sizes differ. Smoothed edges do not count. */
  readonly share: number
  /** PNG: differences in red over a paled current picture; undefined if the sizes differ, or no more than tolerated. */
  readonly difference?: Buffer
}

/** Differences of colour up to this are invisible (0 to 1). */
const threshold = 0.04

const rawOf = (picture: Buffer) => sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

/** @param limit share up to which no picture of the differences is made */
export async function comparePictures(kept: Buffer, now: Buffer, limit = 0): Promise<Comparison> {
  const [one, other] = await Promise.all([rawOf(kept), rawOf(now)])
  const { width, height } = one.info
  if (width !== other.info.width || height !== other.info.height) return { share: 1 }
  const output = Buffer.alloc(width * height * 4)
  const share = pixelmatch(one.data, other.data, output, width, height, { threshold }) / (width * height)
  if (share <= limit) return { share }
  const raw = { width, height, channels: 4 } as const
  return { share, difference: await sharp(output, { raw }).png().toBuffer() }
}

/** The same for `comparePictures` in a fifth of the bytes, as it is stored. */
export const shrinkPicture = (picture: Buffer): Promise<Buffer> =>
  sharp(picture).png({ palette: true, colours: 256, dither: 0, effort: 10 }).toBuffer()
