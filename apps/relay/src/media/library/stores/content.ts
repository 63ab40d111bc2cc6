import type { Readable } from 'node:stream'

export interface Span {
  readonly first: number
  readonly last: number
}

/** A stored file's content. The caller streams it once, or closes it. */
export interface Content {
  /** All of it by default. Closes with the stream. Throws ApiError('not_found' | 'unavailable'). */
  stream(span?: Span): Promise<Readable>
  close(): Promise<void>
}
