import type { Metadata } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { cameraOf } from './camera.ts'
import { openPicture, pixelsMaxOf } from './open-picture.ts'
import { readable, safeSharp as sharp } from './safe-sharp.ts'
import { type Thumbnail, thumbnailPixels } from './thumbnail.ts'

const thumbhashPixels = 100

/**
 * The thumbnail of a picture, rotated as its camera recorded and without other metadata; the first frame of an
 * animation. Throws if it is not a picture, is broken, or has too many pixels.
 */
export async function thumbnailOf(path: string): Promise<Thumbnail> {
  const facts = await sharp(path, readable).metadata()
  const { width, height } = shownSize(facts)
  const small = (await openPicture(path, facts))
    .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  const webp = await small.webp({ quality: 72, effort: 2 }).toBuffer()
  const tiny = await sharp(webp)
    .resize(thumbhashPixels, thumbhashPixels, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const hash = rgbaToThumbHash(tiny.info.width, tiny.info.height, tiny.data)
  return {
    ...{ webp, width, height },
    thumbhash: Buffer.from(hash).toString('base64'),
    likeness: await likenessOf(webp),
    camera: cameraOf(facts),
  }
}

/** Is each of 8 × 8 places brighter than the one to its right? (dHash) */
async function likenessOf(webp: Uint8Array): Promise<string> {
  const grey = await sharp(webp)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(9, 8, { fit: 'fill' })
    .raw()
    .toBuffer()
  let bits = 0n
  for (let y = 0; y < 8; y++)
    for (let x = 0; x < 8; x++) {
      const at = y * 9 + x
      bits = (bits << 1n) | ((grey[at] ?? 0) > (grey[at + 1] ?? 0) ? 1n : 0n)
    }
  return bits.toString(16).padStart(16, '0')
}

function shownSize(facts: Metadata): { width: number; height: number } {
  const { width, height } = facts.autoOrient
  if (width * height > pixelsMaxOf(facts)) throw new Error('the picture has too many pixels')
  return { width, height }
}
