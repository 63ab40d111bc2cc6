import { fromBytewords } from './bytewords.ts'
import { decodeCbor } from './cbor.ts'
import { fragmentsOf } from './chance.ts'
import { crc32 } from './crc32.ts'

export interface Ur {
  readonly type: string
  /** CBOR. */
  readonly message: Uint8Array
}

interface Frame {
  readonly count: number
  readonly bytes: number
  readonly checksum: number
}

interface Mixed {
  readonly indexes: ReadonlySet<number>
  readonly data: Uint8Array
}

/** A message with more fragments is not a transaction. */
const fragmentsMax = 5000

export class UrDecoder {
  #type: string | undefined
  #frame: Frame | undefined
  #mixed: Mixed[] = []
  readonly #plain = new Map<number, Uint8Array>()
  readonly #seen = new Set<number>()
  #result: Ur | undefined

  /** Undefined until complete. */
  get result(): Ur | undefined {
    return this.#result
  }

  /** Fragments received, and their total. */
  get progress(): { readonly done: number; readonly count: number } {
    return { done: this.#result ? (this.#frame?.count ?? 1) : this.#plain.size, count: this.#frame?.count ?? 1 }
  }

  /** False unless it is a part of this message. */
  take(text: string): boolean {
    if (this.#result) return true
    const match = /^ur:([a-z0-9-]+)\/(?:(\d{1,9})-(\d{1,9})\/)?([a-z]+)$/.exec(text.trim().toLowerCase())
    const [, type = '', number, count, letters = ''] = match ?? []
    const body = match && fromBytewords(letters)
    if (!body || (this.#type !== undefined && type !== this.#type)) return false
    if (number === undefined) {
      this.#result = { type, message: body }
      return true
    }
    return this.#takePart(type, { number: Number(number), count: Number(count) }, body)
  }

  #takePart(type: string, said: { number: number; count: number }, body: Uint8Array): boolean {
    const part = readPart(body)
    if (!part || part.number !== said.number || part.count !== said.count || !this.#suits(part)) return false
    this.#type = type
    if (this.#seen.has(part.number)) return true
    this.#seen.add(part.number)
    this.#add({ indexes: new Set(fragmentsOf(part.number, part.count, part.checksum)), data: part.data })
    this.#complete(type, part)
    return true
  }

  #suits({ count, bytes, checksum, data }: Frame & { data: Uint8Array }): boolean {
    if (!this.#frame) {
      if (count < 1 || count > fragmentsMax || Math.ceil(bytes / data.length) !== count) return false
      this.#frame = { count, bytes, checksum }
      return true
    }
    const { count: countKnown, bytes: bytesKnown, checksum: checksumKnown } = this.#frame
    const length = this.#plain.values().next().value?.length ?? this.#mixed[0]?.data.length ?? data.length
    return count === countKnown && bytes === bytesKnown && checksum === checksumKnown && data.length === length
  }

  /** Removes known fragments from mixtures until nothing changes. */
  #add(part: Mixed): void {
    const open = [part]
    for (let one = open.pop(); one; one = open.pop()) {
      const rest = this.#without(one)
      const [index] = rest.indexes
      if (index === undefined) continue
      if (rest.indexes.size > 1) {
        this.#mixed.push(rest)
        continue
      }
      this.#plain.set(index, rest.data)
      open.push(...this.#mixed.filter(({ indexes }) => indexes.has(index)))
      this.#mixed = this.#mixed.filter(({ indexes }) => !indexes.has(index))
    }
  }

  #without({ indexes, data }: Mixed): Mixed {
    const left = new Set(indexes)
    const rest = data.slice()
    for (const index of indexes) {
      const known = this.#plain.get(index)
      if (!known) continue
      left.delete(index)
      for (const [place, byte] of known.entries()) rest[place] = (rest[place] ?? 0) ^ byte
    }
    return { indexes: left, data: rest }
  }

  #complete(type: string, { count, bytes, checksum, data }: Frame & { data: Uint8Array }): void {
    if (this.#plain.size < count) return
    const whole = new Uint8Array(count * data.length)
    for (const [index, fragment] of this.#plain) whole.set(fragment, index * data.length)
    const message = whole.slice(0, bytes)
    if (crc32(message) === checksum) this.#result = { type, message }
    // Parts of different messages with the same name: starts over.
    else this.#forget()
  }

  #forget(): void {
    this.#type = undefined
    this.#frame = undefined
    this.#mixed = []
    this.#plain.clear()
    this.#seen.clear()
  }
}

function readPart(body: Uint8Array): (Frame & { number: number; data: Uint8Array }) | null {
  try {
    const items = decodeCbor(body)
    if (!Array.isArray(items)) return null
    const [number, count, bytes, checksum, data] = items
    const areNumbers = [number, count, bytes, checksum].every(item => typeof item === 'number')
    if (!areNumbers || !(data instanceof Uint8Array) || data.length === 0 || number < 1) return null
    return { number, count, bytes, checksum, data }
  } catch {
    return null
  }
}
