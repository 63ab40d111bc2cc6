import type { CameraData } from '@hornets/contract/admin/files/catalogue'

/** A request to the thumbnail process: one file by its path on this disk. */
export interface ThumbnailRequest {
  readonly id: number
  readonly path: string
}

/** A thumbnail and what was read with it. */
export interface Thumbnail {
  readonly webp: Uint8Array
  /** Pixels of the original, as displayed. */
  readonly width: number
  readonly height: number
  /** Base64. */
  readonly thumbhash: string
  /** 64 bits in hex: near copies differ in few of them. */
  readonly likeness: string
  readonly camera: CameraData | null
}

/** The answer: a thumbnail, or nothing if the content is not a picture that it can and may read. */
export interface ThumbnailAnswer {
  readonly id: number
  readonly thumbnail: Thumbnail | null
}

/** Longer side. */
export const thumbnailPixels = 320
