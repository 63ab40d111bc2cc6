const encoder = new TextEncoder()

/**
 * Stored events in the order of an answer, as concatenated UTF-8 JSON, so that a batch moves between threads and into
 * messages without decoding.
 */
export class EventBatch {
  readonly bytes: Uint8Array
  /** End offset of each event's JSON in `bytes`. */
  readonly ends: Uint32Array

  constructor(bytes: Uint8Array, ends: Uint32Array) {
    this.bytes = bytes
    this.ends = ends
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

  /** Bytes of one event; a view, not a copy. */
  slice(at: number): Uint8Array {
    return this.bytes.subarray(at === 0 ? 0 : this.ends[at - 1], this.ends[at])
  }

  *texts(): Generator<string> {
    for (let at = 0; at < this.length; at += 1) yield text(this.slice(at))
  }
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}
