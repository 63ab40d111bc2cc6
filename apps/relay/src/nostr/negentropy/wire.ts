// The bytes of negentropy, version 1 (NIP-77).
export const idBytes = 32
export const protocolVersion = 0x61
const endlessTime = Number.POSITIVE_INFINITY

/** Where a range ends: before the records of this time and id; what the prefix leaves out of the id is zero. */
export interface Bound {
  /** Unix seconds; infinity = the end of everything. */
  readonly time: number
  readonly prefix: Buffer
}

const nothing = Buffer.alloc(0)
export const start: Bound = { time: 0, prefix: nothing }
export const endless: Bound = { time: endlessTime, prefix: nothing }

export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage'
}

/** Base 128, most significant digit first. */
export function varint(value: number): Buffer {
  const digits = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift((rest % 128) | 128)
  return Buffer.from(digits)
}

export class MessageReader {
  readonly #bytes: Buffer
  #at = 0
  #lastTime = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** Throws MalformedMessage, as the other methods do. */
  bytes(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new MalformedMessage('the message ends too early')
    const read = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return read
  }

  varint(): number {
    for (let value = 0; ; ) {
      const [digit = 0] = this.bytes(1)
      value = value * 128 + (digit & 127)
      if (value > Number.MAX_SAFE_INTEGER) throw new MalformedMessage('a number is too large')
      if (digit < 128) return value
    }
  }

  bound(): Bound {
    const encoded = this.varint()
    this.#lastTime = encoded === 0 ? endlessTime : Math.min(this.#lastTime + encoded - 1, Number.MAX_SAFE_INTEGER)
    const length = this.varint()
    if (length > idBytes) throw new MalformedMessage('a prefix is longer than an id')
    return { time: this.#lastTime, prefix: this.bytes(length) }
  }
}

export class MessageWriter {
  readonly #parts: Uint8Array[] = []
  #lastTime = 0
  length = 0

  add(...parts: readonly Uint8Array[]): void {
    for (const part of parts) {
      this.#parts.push(part)
      this.length += part.length
    }
  }

  bound({ time, prefix }: Bound): void {
    this.add(varint(time === endlessTime ? 0 : time - this.#lastTime + 1), varint(prefix.length), prefix)
    this.#lastTime = time
  }

  toBuffer(): Buffer {
    return Buffer.concat(this.#parts)
  }
}
