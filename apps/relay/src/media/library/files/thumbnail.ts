import type { CameraData } from '@hornets/contract/admin/files/catalogue'
import type { ImagePrint, TurnedPrint } from '../similarity/image-print.ts'

/** One file by its path on this disk. `prints` and `banned` read a thumbnail again, for what the image shows. */
export interface ThumbnailRequest {
  readonly id: number
  readonly path: string
  readonly want: 'thumbnail' | 'prints' | 'banned'
}

export interface Thumbnail {
  readonly webp: Uint8Array
  /** Pixels of the original, as displayed. */
  readonly width: number
  readonly height: number
  /** Base64. */
  readonly thumbhash: string
  readonly prints: readonly ImagePrint[]
  readonly camera: CameraData | null
}

/** `ended`: the process ended during this file or another one; `unavailable`: it cannot run here. */
export type Outcome = Thumbnail | 'none' | 'ended' | 'unavailable'

export interface ThumbnailAnswer {
  readonly id: number
  readonly made: Thumbnail | readonly ImagePrint[] | readonly TurnedPrint[] | null
}

/** Longer side. */
export const thumbnailPixels = 320
