const encoder = new TextEncoder()

/**
 * Stored events in the order of an answer, as the bytes that are sent: their JSON in UTF-8, one after the other, so that
 * a whole batch moves between threads and into messages without being decoded.
 */
export class EventBatch {
  /** The JSON of all events. */
  readonly bytes: Uint8Array
  /** Where each event's JSON ends within `bytes`. */
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

  /** Number of events. */
  get length(): number {
    return this.ends.length
  }

  /** Bytes of the event at this place; a view, not a copy. */
  slice(at: number): Uint8Array {
    return this.bytes.subarray(at === 0 ? 0 : this.ends[at - 1], this.ends[at])
  }

  /** JSON of each event. */
  *texts(): Generator<string> {
    for (let at = 0; at < this.length; at += 1) yield text(this.slice(at))
  }
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}
