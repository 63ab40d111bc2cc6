import { type Margins, noMargins } from '../../event-batch.ts'
import type { Chunks } from './chunks.ts'

export interface BatchSize {
  readonly eventsMax: number
  readonly bytesMax: number
}

export interface BatchOptions {
  readonly size?: BatchSize
  readonly margins?: Margins
  readonly chunks?: Chunks | undefined
}

export interface BuiltBatch {
  readonly bytes: Uint8Array
  readonly ends: Uint32Array
  readonly chunk: number | null
}

const usualSize: BatchSize = { eventsMax: 250, bytesMax: 256 * 1024 }
const startBytes = 8 * 1024
const growth = 2

export class BatchBuilder {
  readonly #size: BatchSize
  readonly #margins: Margins
  readonly #chunks: Chunks | undefined
  #bytes: Buffer | null = null
  #chunk: number | null = null
  #ends: number[] = []
  #length = 0

  constructor({ size = usualSize, margins = noMargins, chunks }: BatchOptions = {}) {
    this.#size = size
    this.#margins = margins
    this.#chunks = chunks
  }

  get isFull(): boolean {
    return this.#ends.length >= this.#size.eventsMax || this.#length >= this.#size.bytesMax
  }

  get isEmpty(): boolean {
    return this.#ends.length === 0
  }

  add(json: Buffer): void {
    const start = this.#length + this.#margins.before
    const end = start + json.length
    const length = end + this.#margins.after
    // Not `set`, which takes five times as long in shared memory.
    json.copy(this.#roomFor(length), start)
    this.#length = length
    this.#ends.push(end)
  }

  take(): BuiltBatch {
    const bytes = this.#bytes?.subarray(0, this.#length) ?? new Uint8Array(0)
    const batch = { bytes, ends: Uint32Array.from(this.#ends), chunk: this.#chunk }
    this.#chunk = null
    this.#bytes = null
    this.#ends = []
    this.#length = 0
    return batch
  }

  drop(): void {
    this.#giveBack()
    this.take()
  }

  #roomFor(needed: number): Buffer {
    const own = this.#bytes
    if (own && needed <= own.length) return own
    this.#bytes = (own ? null : this.#chunkFor(needed)) ?? this.#largerFor(needed)
    return this.#bytes
  }

  #chunkFor(needed: number): Buffer | null {
    this.#chunk = this.#chunks?.take() ?? null
    if (this.#chunk === null || !this.#chunks) return null
    const bytes = this.#chunks.bytes(this.#chunk)
    if (needed <= bytes.length) return bytes
    this.#giveBack()
    return null
  }

  #largerFor(needed: number): Buffer {
    const own = this.#bytes
    const bytes = Buffer.allocUnsafeSlow(Math.max(needed, growth * (own?.length ?? 0), startBytes))
    own?.copy(bytes, 0, 0, this.#length)
    this.#giveBack()
    return bytes
  }

  #giveBack(): void {
    if (this.#chunk !== null) this.#chunks?.giveBack(this.#chunk)
    this.#chunk = null
  }
}
