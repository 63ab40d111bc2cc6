/** Reads bitcoin's serialisation: little-endian numbers, compact sizes. Throws if the bytes end early. */
export class ByteReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get position(): number {
    return this.#at
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  take(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError(`expected ${length} bytes at ${this.#at}, got fewer`)
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  peek(offset: number): number | undefined {
    return this.#bytes[this.#at + offset]
  }

  uint32(): number {
    return this.take(4).readUInt32LE()
  }

  /** Satoshis fit into a double: 21e14 < 2^53. */
  sats(): number {
    const value = this.take(8).readBigUInt64LE()
    if (value > 2_100_000_000_000_000n) throw new RangeError(`expected an amount that exists, got ${value} sats`)
    return Number(value)
  }

  compactSize(): number {
    const first = this.take(1).readUInt8()
    if (first < 0xfd) return first
    if (first === 0xfd) return this.take(2).readUInt16LE()
    if (first === 0xfe) return this.uint32()
    throw new RangeError('expected a length below 2^32, got one above')
  }

  varBytes(): Buffer {
    return this.take(this.compactSize())
  }
}
