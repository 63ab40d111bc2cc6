// The part of CBOR (RFC 8949) that UR types use: definite lengths, no floating-point numbers.

export interface Tagged {
  readonly tag: number
  readonly value: Cbor
}
export type Cbor = number | boolean | null | string | Uint8Array | readonly Cbor[] | ReadonlyMap<Cbor, Cbor> | Tagged

/** Deeper nesting is not one of our types. */
const depthMax = 16
const [kindNumber, kindBytes, kindText, kindList, kindMap, kindTag, kindSimple] = [0, 2, 3, 4, 5, 6, 7]

export function isTagged(value: Cbor | undefined): value is Tagged {
  return typeof value === 'object' && value !== null && 'tag' in value
}

/** A whole number from 0 to 2^32 - 1. */
export const encodeNumber = (value: number): Uint8Array => head(kindNumber, value)

export function encodeBytes(bytes: Uint8Array): Uint8Array {
  return join([head(kindBytes, bytes.length), bytes])
}

/** @param items already encoded */
export function encodeList(items: readonly Uint8Array[]): Uint8Array {
  return join([head(kindList, items.length), ...items])
}

/** Throws RangeError unless it is exactly one such value. */
export function decodeCbor(bytes: Uint8Array): Cbor {
  const reader = new Reader(bytes)
  const value = reader.value(0)
  if (!reader.atEnd) throw new RangeError('expected the end, got more bytes')
  return value
}

function head(kind: number, value: number): Uint8Array {
  const first = kind << 5
  if (value < 24) return Uint8Array.of(first | value)
  if (value < 0x100) return Uint8Array.of(first | 24, value)
  if (value < 0x10000) return Uint8Array.of(first | 25, value >>> 8, value & 0xff)
  const bytes = new Uint8Array(5)
  bytes[0] = first | 26
  new DataView(bytes.buffer).setUint32(1, value)
  return bytes
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  value(depth: number): Cbor {
    if (depth > depthMax) throw new RangeError('expected less depth')
    const first = this.#take(1)[0] ?? 0
    const kind = first >> 5
    if (kind === kindSimple) return simple(first & 31)
    const count = this.#count(first & 31)
    if (kind === kindNumber) return count
    if (kind === kindBytes) return this.#take(count)
    if (kind === kindText) return new TextDecoder('utf-8', { fatal: true }).decode(this.#take(count))
    if (kind === kindTag) return { tag: count, value: this.value(depth + 1) }
    // Each item takes at least a byte, so a hostile count ends with the bytes.
    if (kind === kindList) return Array.from(this.#items(count), () => this.value(depth + 1))
    if (kind !== kindMap) throw new RangeError('expected a value that UR types are made of')
    const map = new Map<Cbor, Cbor>()
    for (const _ of this.#items(count)) map.set(this.value(depth + 1), this.value(depth + 1))
    return map
  }

  #items(count: number): undefined[] {
    if (count > this.#bytes.length - this.#at) throw new RangeError('expected as many items as are counted')
    return Array.from({ length: count })
  }

  #count(short: number): number {
    if (short < 24) return short
    if (short > 26) throw new RangeError('expected a number of 32 bits at the most')
    return this.#take(2 ** (short - 24)).reduce((sum, byte) => sum * 256 + byte, 0)
  }

  #take(count: number): Uint8Array {
    if (count > this.#bytes.length - this.#at) throw new RangeError('expected more bytes')
    this.#at += count
    return this.#bytes.slice(this.#at - count, this.#at)
  }
}

function simple(value: number): Cbor {
  if (value === 20) return false
  if (value === 21) return true
  if (value === 22) return null
  throw new RangeError('expected true, false or null')
}
