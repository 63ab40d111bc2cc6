import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** A photo-like JPEG of so many pixels: soft shapes in random colours. */
export function photoOf(width: number, height: number): Promise<Buffer> {
  const shapes = randomBytes(24 * 18 * 3)
  return sharp(shapes, { raw: { width: 24, height: 18, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** The same picture as another file: what follows a JPEG's end is ignored. */
export const copyOf = (photo: Buffer): Buffer => Buffer.concat([photo, randomBytes(8)])

/** What a thumbnail of such a photo is like: WebP of 320 × 240 px, base64. */
export const thumbnailOf = async (photo: Buffer): Promise<string> =>
  (await sharp(photo).resize(320, 240).webp({ quality: 72, effort: 2 }).toBuffer()).toString('base64')
