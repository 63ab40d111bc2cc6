import { EventBatch } from '../event-batch.ts'

const usualEventsMax = 250
const bytesMax = 256 * 1024
const startBytes = 4 * 1024
const growth = 4

/** Collects events for one batch. */
export class BatchBuilder {
  readonly #eventsMax: number
  #bytes = new Uint8Array(0)
  #ends: number[] = []
  #length = 0

  constructor(eventsMax = usualEventsMax) {
    this.#eventsMax = eventsMax
  }

  get isFull(): boolean {
    return this.#ends.length >= this.#eventsMax || this.#length >= bytesMax
  }

  add(json: Uint8Array): void {
    const end = this.#length + json.length
    if (end > this.#bytes.length) this.#grow(end)
    this.#bytes.set(json, this.#length)
    this.#length = end
    this.#ends.push(end)
  }

  /** What has been collected; begins a new batch. The batch has its memory for itself. */
  take(): EventBatch {
    const bytes = new Uint8Array(this.#bytes.subarray(0, this.#length))
    const batch = new EventBatch(bytes, Uint32Array.from(this.#ends))
    this.#ends = []
    this.#length = 0
    return batch
  }

  #grow(needed: number): void {
    const bytes = Buffer.allocUnsafeSlow(Math.max(needed, growth * this.#bytes.length, startBytes))
    bytes.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = bytes
  }
}
