import type { Metadata, Sharp } from 'sharp'
import { openPicture, pixelsMaxOf } from '../thumbnails/open-picture.ts'
import { readable, safeSharp as sharp } from '../thumbnails/safe-sharp.ts'
import { type Optimised, optimisedPixels } from './optimised.ts'

const jpeg = { mime: 'image/jpeg', write: (picture: Sharp) => picture.jpeg({ quality: 82, mozjpeg: true }) }
const png = { mime: 'image/png', write: (picture: Sharp) => picture.png({ compressionLevel: 9 }) }
const webp = { mime: 'image/webp', write: (picture: Sharp) => picture.webp({ quality: 82, effort: 4 }) }

/**
 * Nothing but pixels: no camera data, place or colour profile; turned upright. Throws if it is no whole picture or too
 * large.
 */
export async function optimise(from: string, to: string): Promise<Optimised> {
  const facts = await sharp(from, readable).metadata()
  const animated = (facts.pages ?? 1) > 1 && (facts.format === 'gif' || facts.format === 'webp')
  const { width, height, pages = 1 } = facts
  if (width * height * (animated ? pages : 1) > pixelsMaxOf(facts)) throw new Error('the picture has too many pixels')
  const { mime, write } = formatFor(facts, animated)
  const picture = animated ? sharp(from, { ...readable, animated }) : await openPicture(from, facts)
  const small = picture
    .resize(optimisedPixels, optimisedPixels, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  const made = await write(small).toFile(to)
  return { mime, width: made.width, height: made.pageHeight ?? made.height }
}

/** Photographs stay JPEG and drawings PNG, which every client shows; the rest becomes WebP where it needs to. */
function formatFor({ format, hasAlpha }: Metadata, animated: boolean) {
  if (animated || format === 'webp') return webp
  if (format === 'png' || format === 'gif') return png
  return hasAlpha ? webp : jpeg
}
