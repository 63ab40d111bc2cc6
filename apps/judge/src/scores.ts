export interface Scores {
  readonly drawing: number
  readonly hentai: number
  readonly neutral: number
  readonly porn: number
  readonly sexy: number
}

/** Sees an image: whatever file it is given in, by path. Throws UnreadableError if it is not an image. */
export type Classify = (path: string) => Promise<Scores>

/** The file is no image or video that can be read here; the message says why. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
}
