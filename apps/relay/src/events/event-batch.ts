const encoder = new TextEncoder()

/** Bytes left free around each event of a batch, for its receiver to write in. */
export interface Margins {
  readonly before: number
  readonly after: number
}

export const noMargins: Margins = { before: 0, after: 0 }

/**
 * Stored events in the order of an answer, as concatenated UTF-8 JSON, so that a batch moves between threads and into
 * messages without decoding.
 */
export class EventBatch {
  readonly bytes: Uint8Array
  /** End offset of each event's JSON in `bytes`. */
  readonly ends: Uint32Array
  readonly margins: Margins
  /** Gives the memory back, to be used again: who asked for margins calls it, exactly once, and then reads no more. */
  readonly release: () => void

  constructor(bytes: Uint8Array, ends: Uint32Array, margins = noMargins, release = () => {}) {
    this.bytes = bytes
    this.ends = ends
    this.margins = margins
    this.release = release
  }

  static of(texts: readonly string[]): EventBatch {
    const parts = texts.map(text => encoder.encode(text))
    const ends = new Uint32Array(parts.length)
    let end = 0
    for (const [at, part] of parts.entries()) {
      end += part.length
      ends[at] = end
    }
    const bytes = new Uint8Array(end)
    for (const [at, part] of parts.entries()) bytes.set(part, (ends[at] ?? 0) - part.length)
    return new EventBatch(bytes, ends)
  }

  get length(): number {
    return this.ends.length
  }

  slice(at: number): Uint8Array {
    const { before, after } = this.margins
    const start = at === 0 ? 0 : (this.ends[at - 1] ?? 0) + after
    return this.bytes.subarray(start + before, this.ends[at])
  }

  *texts(): Generator<string> {
    for (let at = 0; at < this.length; at += 1) yield text(this.slice(at))
  }
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}
