import { readFile } from 'node:fs/promises'
import type { Metadata, Sharp } from 'sharp'
import { jpegPixelsMax, readable, safeSharp as sharp } from './safe-sharp.ts'

/** Maximum number of pixels in a picture: reading it then takes less than 300 MB. */
const usualPixelsMax = 64_000_000
/** The decoder of HEIC holds a picture several times. */
const heicPixelsMax = 32_000_000

/** A picture, turned as its camera recorded. sharp is built without a decoder for HEVC. Throws for a broken one. */
export async function openPicture(path: string, facts: Metadata): Promise<Sharp> {
  if (!isHeic(facts)) return sharp(path, readable).autoOrient()
  const { default: decode } = await import('heic-decode')
  const { width, height, data } = await decode({ buffer: await readFile(path) })
  return sharp(data, { raw: { width, height, channels: 4 } })
}

export function pixelsMaxOf(facts: Metadata): number {
  if (isHeic(facts)) return heicPixelsMax
  // libjpeg makes a picture small while it reads it, except for a progressive one.
  return facts.format === 'jpeg' && !facts.isProgressive ? jpegPixelsMax : usualPixelsMax
}

const isHeic = ({ compression }: Metadata): boolean => compression === 'hevc'
