import { createHash } from 'node:crypto'
import { type Bound, idBytes, varint } from './wire.ts'

/** An event's time (6 bytes, Unix seconds) and id. */
export const recordBytes = 6 + idBytes
const words = idBytes / 4
const fingerprintBytes = 16
/** Sums are kept for blocks: a range of any length adds up twice as many ids at most. */
const block = 32
const step = 500

/** Events by time, then id, with fingerprints of ranges in constant time. */
export class EventSet {
  readonly size: number
  readonly #records: Buffer
  /** Of all ids before each block, little-endian words. */
  readonly #sums: Uint32Array

  private constructor(records: Buffer, sums: Uint32Array) {
    this.#records = records
    this.size = records.length / recordBytes
    this.#sums = sums
  }

  /** `answer`: newest first, same second lower id first. In small steps: it yields where others can have their turn. */
  static *of(answer: readonly Uint8Array[]): Generator<void, EventSet> {
    const given = Buffer.concat(answer)
    const size = given.length / recordBytes
    const records = Buffer.allocUnsafe(given.length)
    const isSameTime = (one: number, other: number) =>
      given.compare(given, other * recordBytes, other * recordBytes + 6, one * recordBytes, one * recordBytes + 6) === 0
    let end = 0
    for (let last = size - 1; last >= 0; ) {
      let first = last
      while (first > 0 && isSameTime(first - 1, last)) first -= 1
      given.copy(records, end, first * recordBytes, (last + 1) * recordBytes)
      end += (last - first + 1) * recordBytes
      if ((size - first) % step < last - first + 1) yield
      last = first - 1
    }
    const sums = new Uint32Array((Math.floor(size / block) + 1) * words)
    const sum = new Uint32Array(words)
    for (let at = 0; at < size; at += 1) {
      if (at % block === 0) sums.set(sum, (at / block) * words)
      addId(sum, records, at * recordBytes + 6)
      if (at % step === step - 1) yield
    }
    if (size % block === 0) sums.set(sum, (size / block) * words)
    return new EventSet(records, sums)
  }

  timeAt(at: number): number {
    return this.#records.readUIntBE(at * recordBytes, 6)
  }

  idAt(at: number): Buffer {
    return this.#records.subarray(at * recordBytes + 6, (at + 1) * recordBytes)
  }

  /** The first record from `from` on that does not lie before the bound. */
  lowerBound(from: number, { time, prefix }: Bound): number {
    let [low, high] = [from, this.size]
    while (low < high) {
      const middle = (low + high) >>> 1
      const theirs = this.timeAt(middle)
      const isBefore = theirs < time || (theirs === time && isIdBefore(this.idAt(middle), prefix))
      if (isBefore) low = middle + 1
      else high = middle
    }
    return low
  }

  fingerprint(from: number, to: number): Buffer {
    const sum = this.#sumBefore(to)
    const before = this.#sumBefore(from)
    let borrow = 0
    for (let at = 0; at < words; at += 1) {
      const difference = (sum[at] ?? 0) - (before[at] ?? 0) - borrow
      borrow = difference < 0 ? 1 : 0
      sum[at] = difference
    }
    const bytes = Buffer.allocUnsafe(idBytes)
    for (let at = 0; at < words; at += 1) bytes.writeUInt32LE(sum[at] ?? 0, at * 4)
    return createHash('sha256')
      .update(bytes)
      .update(varint(to - from))
      .digest()
      .subarray(0, fingerprintBytes)
  }

  #sumBefore(end: number): Uint32Array {
    const start = Math.floor(end / block)
    const sum = this.#sums.slice(start * words, (start + 1) * words)
    for (let at = start * block; at < end; at += 1) addId(sum, this.#records, at * recordBytes + 6)
    return sum
  }
}

function addId(sum: Uint32Array, bytes: Buffer, from: number): void {
  let carry = 0
  for (let at = 0; at < words; at += 1) {
    const total = (sum[at] ?? 0) + bytes.readUInt32LE(from + at * 4) + carry
    carry = total > 0xff_ff_ff_ff ? 1 : 0
    sum[at] = total
  }
}

function isIdBefore(id: Buffer, prefix: Buffer): boolean {
  return id.compare(prefix, 0, prefix.length, 0, prefix.length) < 0
}
