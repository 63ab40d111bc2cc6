export interface Optimised {
  readonly mime: string
  readonly width: number
  readonly height: number
}

/** Longer side of an optimised picture, in pixels. */
export const optimisedPixels = 4096
