/** What the thumbnail process is asked for: one file by its path on this disk. */
export interface ThumbnailRequest {
  readonly id: number
  readonly path: string
}

/** A thumbnail and what was read with it. */
export interface Thumbnail {
  /** At most `thumbnailPixels` on the longer side. */
  readonly webp: Uint8Array
  /** Pixels of the original, as shown. */
  readonly width: number
  readonly height: number
  /** Base64. */
  readonly thumbhash: string
  /** 64 bits in hex: near copies differ in few of them. */
  readonly likeness: string
}

/** Its answer: a thumbnail, or nothing where the content is no picture that it can or may read. */
export interface ThumbnailAnswer {
  readonly id: number
  readonly thumbnail: Thumbnail | null
}

/** Longer side. */
export const thumbnailPixels = 320
/** Most pixels that a picture may have: what it takes to read it stays below 300 MB. */
export const picturePixelsMax = 64_000_000
