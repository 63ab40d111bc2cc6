import type { CameraData } from '@hornets/contract/admin/files/catalogue'
import type { ImagePrint, TurnedPrint } from '../similarity/image-print.ts'

/**
 * A request to the thumbnail process: one file by its path on this disk. `prints` and `banned` read a thumbnail again, for
 * what the image shows.
 */
export interface ThumbnailRequest {
  readonly id: number
  readonly path: string
  readonly want: 'thumbnail' | 'prints' | 'banned'
}

/** A thumbnail and what was read with it. */
export interface Thumbnail {
  readonly webp: Uint8Array
  /** Pixels of the original, as displayed. */
  readonly width: number
  readonly height: number
  /** Base64. */
  readonly thumbhash: string
  /** What it shows, to find near copies. */
  readonly prints: readonly ImagePrint[]
  readonly camera: CameraData | null
}

/** `ended`: the process ended during this file or another one; `unavailable`: it cannot run here. */
export type Outcome = Thumbnail | 'none' | 'ended' | 'unavailable'

/** The answer: what was wanted, or nothing if the content is not a picture that it can and may read. */
export interface ThumbnailAnswer {
  readonly id: number
  readonly made: Thumbnail | readonly ImagePrint[] | readonly TurnedPrint[] | null
}

/** Longer side. */
export const thumbnailPixels = 320
