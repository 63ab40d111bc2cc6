import type { EventSet } from './event-set.ts'
import {
  type Bound,
  endless,
  idBytes,
  MalformedMessage,
  MessageReader,
  MessageWriter,
  protocolVersion,
  start,
  varint,
} from './wire.ts'

// Range-based set reconciliation (NIP-77), for both sides, without a network. What takes long yields.

const modes = { skip: 0, fingerprint: 1, ids: 2 } as const
const buckets = 16
/** Below this a range is told by its ids. */
const idsBelow = buckets * 2
/** Room for a last range, which says what is left. */
const lastRangeBytes = 200
/** The most that one range is answered with: fewer than `idsBelow` ids, or a fingerprint for each bucket. */
const rangeBytesMax = 1100
/** Ranges in one step; each takes some microseconds. */
const rangesInStep = 16
const idsInStep = 1000

export interface Differences {
  /** Ids, hex. */
  readonly have: string[]
  readonly need: string[]
}

export function firstMessage(set: EventSet): Buffer {
  const writer = new MessageWriter()
  writer.add(Buffer.of(protocolVersion))
  writeRange(writer, set, { from: 0, to: set.size, end: endless })
  return writer.toBuffer()
}

/** `bytesMax`: what does not fit is asked about again. Throws MalformedMessage. */
export function* answer(set: EventSet, message: Buffer, bytesMax: number): Generator<void, Buffer> {
  return yield* new Reconciliation(set, bytesMax, null).read(message)
}

/**
 * Null at the end. An id can come again: a full answer tells all that is left by one fingerprint. Throws
 * MalformedMessage.
 */
export function* proceed(
  set: EventSet,
  message: Buffer,
  bytesMax: number,
): Generator<void, Differences & { readonly next: Buffer | null }> {
  const found: Differences = { have: [], need: [] }
  const next = yield* new Reconciliation(set, bytesMax, found).read(message)
  return { ...found, next: next.length === 1 ? null : next }
}

interface Range {
  readonly from: number
  readonly to: number
  readonly end: Bound
}

class Reconciliation {
  readonly #set: EventSet
  readonly #bytesMax: number
  readonly #found: Differences | null
  readonly #writer = new MessageWriter()
  /** Where a run of ranges ends about which there is nothing more to say. */
  #skipped: Bound | null = null

  constructor(set: EventSet, bytesMax: number, found: Differences | null) {
    this.#set = set
    this.#bytesMax = bytesMax
    this.#found = found
  }

  *read(message: Buffer): Generator<void, Buffer> {
    const reader = new MessageReader(message)
    const [version = 0] = reader.bytes(1)
    if (version < 0x60 || version > 0x6f) throw new MalformedMessage('the message has no version of the protocol')
    this.#writer.add(Buffer.of(protocolVersion))
    if (version !== protocolVersion) {
      if (this.#found) throw new MalformedMessage('the other side has another version of the protocol')
      return this.#writer.toBuffer()
    }
    let from = 0
    let previous = start
    for (let ranges = 1; !reader.isOver; ranges += 1) {
      const end = reader.bound()
      if (isBefore(end, previous)) throw new MalformedMessage('the ranges are not in order')
      previous = end
      const range = { from, to: this.#set.lowerBound(from, end), end }
      from = yield* this.#readRange(reader, range)
      if (this.#isFull()) {
        this.#writeRest(from)
        break
      }
      if (ranges % rangesInStep === 0) yield
    }
    return this.#writer.toBuffer()
  }

  /** Returns where the next range begins: what did not fit into the answer belongs to the rest. */
  *#readRange(reader: MessageReader, range: Range): Generator<void, number> {
    const { from, to, end } = range
    const mode = reader.varint()
    if (mode === modes.skip) this.#skipped = end
    else if (mode === modes.fingerprint) {
      const isEqual = reader.bytes(16).equals(this.#set.fingerprint(from, to))
      if (isEqual) this.#skipped = end
      else {
        this.#writeSkipped()
        writeRange(this.#writer, this.#set, range)
      }
    } else if (mode === modes.ids) {
      const count = reader.varint()
      const theirs = reader.bytes(count * idBytes)
      if (!this.#found) return yield* this.#writeIds(range)
      yield* this.#compare(theirs, range, this.#found)
      this.#skipped = end
    } else throw new MalformedMessage('a range has no known mode')
    return to
  }

  *#compare(theirs: Buffer, { from, to }: Range, { have, need }: Differences): Generator<void, void> {
    const others = new Set<string>()
    for (let at = 0; at < theirs.length; at += idBytes) {
      others.add(theirs.toString('hex', at, at + idBytes))
      if (others.size % idsInStep === 0) yield
    }
    for (let at = from; at < to; at += 1) {
      const id = this.#set.idAt(at).toString('hex')
      if (!others.delete(id)) have.push(id)
      if ((at - from) % idsInStep === idsInStep - 1) yield
    }
    for (const id of others) need.push(id)
  }

  *#writeIds({ from, to, end }: Range): Generator<void, number> {
    this.#writeSkipped()
    const room = Math.floor((this.#bytesMax - lastRangeBytes - this.#writer.length) / idBytes) + 1
    const last = Math.min(to, from + Math.max(room, 1))
    const isAll = last === to
    this.#writer.bound(isAll ? end : { time: this.#set.timeAt(last), prefix: this.#set.idAt(last) })
    this.#writer.add(varint(modes.ids), varint(last - from))
    for (let at = from; at < last; at += 1) {
      this.#writer.add(this.#set.idAt(at))
      if ((at - from) % idsInStep === idsInStep - 1) yield
    }
    return last
  }

  #writeSkipped(): void {
    if (!this.#skipped) return
    this.#writer.bound(this.#skipped)
    this.#writer.add(varint(modes.skip))
    this.#skipped = null
  }

  #isFull(): boolean {
    return this.#writer.length > this.#bytesMax - lastRangeBytes - rangeBytesMax
  }

  #writeRest(from: number): void {
    this.#writeSkipped()
    this.#writer.bound(endless)
    this.#writer.add(varint(modes.fingerprint), this.#set.fingerprint(from, this.#set.size))
  }
}

function writeRange(writer: MessageWriter, set: EventSet, { from, to, end }: Range): void {
  const count = to - from
  if (count < idsBelow) {
    writer.bound(end)
    writer.add(varint(modes.ids), varint(count))
    for (let at = from; at < to; at += 1) writer.add(set.idAt(at))
    return
  }
  let first = from
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const next = first + Math.floor(count / buckets) + (bucket < count % buckets ? 1 : 0)
    writer.bound(next === to ? end : boundBetween(set, next))
    writer.add(varint(modes.fingerprint), set.fingerprint(first, next))
    first = next
  }
}

/** The shortest bound that has this record after it and the one before it before it. */
function boundBetween(set: EventSet, at: number): Bound {
  const time = set.timeAt(at)
  if (time !== set.timeAt(at - 1)) return { time, prefix: Buffer.alloc(0) }
  const [id, before] = [set.idAt(at), set.idAt(at - 1)]
  let shared = 0
  while (shared < idBytes - 1 && id[shared] === before[shared]) shared += 1
  return { time, prefix: id.subarray(0, shared + 1) }
}

function isBefore(one: Bound, other: Bound): boolean {
  if (one.time !== other.time) return one.time < other.time
  const pad = ({ prefix }: Bound) => Buffer.concat([prefix, Buffer.alloc(idBytes - prefix.length)])
  return pad(one).compare(pad(other)) < 0
}
