import { toBytewords } from './bytewords.ts'
import { encodeBytes, encodeList, encodeNumber } from './cbor.ts'
import { fragmentsOf } from './chance.ts'
import { crc32 } from './crc32.ts'

/** Shorter fragments are not worth a part. */
const fragmentBytesMin = 10

/** A message as one text, or as endless parts of which any sufficient number will do (BCR-2020-005). */
export class UrEncoder {
  /** Number of fragments; 1 if one text holds everything. */
  readonly count: number
  readonly #type: string
  readonly #message: Uint8Array
  readonly #fragmentBytes: number
  readonly #checksum: number

  /** @param message CBOR. @param fragmentBytesMax of the message in one part */
  constructor(type: string, message: Uint8Array, fragmentBytesMax: number) {
    this.#type = type
    this.#message = message
    this.#checksum = crc32(message)
    this.#fragmentBytes = evenBytes(message.length, fragmentBytesMax)
    this.count = Math.ceil(message.length / this.#fragmentBytes)
  }

  /** @param number from 1 on; parts after `count` mix several fragments */
  part(number: number): string {
    if (this.count === 1) return `ur:${this.#type}/${toBytewords(this.#message)}`
    const mixed = new Uint8Array(this.#fragmentBytes)
    for (const index of fragmentsOf(number, this.count, this.#checksum)) {
      const fragment = this.#message.subarray(index * mixed.length, (index + 1) * mixed.length)
      for (const [place, byte] of fragment.entries()) mixed[place] = (mixed[place] ?? 0) ^ byte
    }
    const body = encodeList([
      ...[number, this.count, this.#message.length, this.#checksum].map(encodeNumber),
      encodeBytes(mixed),
    ])
    return `ur:${this.#type}/${number}-${this.count}/${toBytewords(body)}`
  }
}

/** As few fragments as possible, all of the same length. */
function evenBytes(bytes: number, bytesMax: number): number {
  const countMax = Math.max(1, Math.floor(bytes / fragmentBytesMin))
  const count = Math.min(countMax, Math.ceil(bytes / bytesMax))
  return Math.ceil(bytes / count)
}
