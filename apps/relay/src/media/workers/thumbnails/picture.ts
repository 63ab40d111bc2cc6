import type { Metadata } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { type Thumbnail, thumbnailPixels } from '../../library/files/thumbnail.ts'
import { bannedPrintsOf, printsOf } from '../../library/similarity/image-print.ts'
import { rasterOf } from '../../library/similarity/raster.ts'
import { cameraOf } from './camera.ts'
import { openPicture, pixelsMaxOf } from './open-picture.ts'
import { readable, safeSharp as sharp } from './safe-sharp.ts'

const thumbhashPixels = 100

/** Turned upright, the first frame. Throws if it is no picture, is broken, or has too many pixels. */
async function thumbnailOf(path: string): Promise<Thumbnail> {
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
    webp,
    width,
    height,
    thumbhash: Buffer.from(hash).toString('base64'),
    prints: printsOf(await rasterOf(sharp(webp))),
    camera: cameraOf(facts),
  }
}

export const readers = {
  thumbnail: thumbnailOf,
  prints: async (path: string) => printsOf(await rasterOf(sharp(path, readable))),
  banned: async (path: string) => bannedPrintsOf(await rasterOf(sharp(path, readable))),
}

function shownSize(facts: Metadata): { width: number; height: number } {
  const { width, height } = facts.autoOrient
  if (width * height > pixelsMaxOf(facts)) throw new Error('the picture has too many pixels')
  return { width, height }
}
