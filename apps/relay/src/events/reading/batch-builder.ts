import { EventBatch } from '../event-batch.ts'

/** Maximum of one batch; one more event can exceed the bytes. */
export interface BatchSize {
  readonly eventsMax: number
  readonly bytesMax: number
}

const usualSize: BatchSize = { eventsMax: 250, bytesMax: 256 * 1024 }
const startBytes = 8 * 1024
const growth = 2

export class BatchBuilder {
  readonly #size: BatchSize
  #bytes: Uint8Array | null = null
  #ends: number[] = []
  #length = 0

  constructor(size = usualSize) {
    this.#size = size
  }

  get isFull(): boolean {
    return this.#ends.length >= this.#size.eventsMax || this.#length >= this.#size.bytesMax
  }

  add(json: Uint8Array): void {
    const end = this.#length + json.length
    const bytes = this.#roomFor(end)
    bytes.set(json, this.#length)
    this.#length = end
    this.#ends.push(end)
  }

  /** Returns the batch and starts a new one, which uses no memory until it has content. */
  take(): EventBatch {
    const bytes = this.#bytes?.subarray(0, this.#length) ?? new Uint8Array(0)
    const batch = new EventBatch(bytes, Uint32Array.from(this.#ends))
    this.#bytes = null
    this.#ends = []
    this.#length = 0
    return batch
  }

  #roomFor(needed: number): Uint8Array {
    const own = this.#bytes
    if (own && needed <= own.length) return own
    const bytes = Buffer.allocUnsafeSlow(Math.max(needed, growth * (own?.length ?? 0), startBytes))
    if (own) bytes.set(own.subarray(0, this.#length))
    this.#bytes = bytes
    return bytes
  }
}
