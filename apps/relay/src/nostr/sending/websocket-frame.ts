import type { EventBatch, Margins } from '../../events/event-batch.ts'

// Frames without fragmentation: RFC 6455, 5.2, and RFC 7692 for compressed ones.

const finalText = 0x81
const finalCompressedText = 0xc1
const shortMax = 125
const mediumMax = 0xff_ff
const headerBytesMax = 10

export interface Message {
  readonly prefix: Uint8Array
  readonly body: Uint8Array
  /** Both parts together, as `deflate.ts` makes them. */
  readonly isCompressed?: boolean
}

function headerBytes(payloadBytes: number): number {
  if (payloadBytes <= shortMax) return 2
  return payloadBytes <= mediumMax ? 4 : headerBytesMax
}

export function frameBytes({ prefix, body }: Message): number {
  const payload = prefix.length + body.length
  return headerBytes(payload) + payload
}

function writeHeader(target: Buffer, at: number, payloadBytes: number, isCompressed = false): number {
  target[at] = isCompressed ? finalCompressedText : finalText
  if (payloadBytes <= shortMax) {
    target[at + 1] = payloadBytes
    return at + 2
  }
  if (payloadBytes <= mediumMax) {
    target[at + 1] = 126
    target.writeUInt16BE(payloadBytes, at + 2)
    return at + 4
  }
  target[at + 1] = 127
  target.writeUInt32BE(Math.floor(payloadBytes / 2 ** 32), at + 2)
  target.writeUInt32BE(payloadBytes % 2 ** 32, at + 6)
  return at + headerBytesMax
}

export function writeFrame(target: Buffer, at: number, { prefix, body, isCompressed }: Message): number {
  const start = writeHeader(target, at, prefix.length + body.length, isCompressed)
  target.set(prefix, start)
  target.set(body, start + prefix.length)
  return start + prefix.length + body.length
}

export function frameHead({ prefix, body, isCompressed }: Message): Buffer {
  const payload = prefix.length + body.length
  const head = Buffer.allocUnsafe(headerBytes(payload) + prefix.length)
  head.set(prefix, writeHeader(head, 0, payload, isCompressed))
  return head
}

const closingBracket = 0x5d

export interface Frames {
  readonly bytes: Buffer
  /** Called once they are sent, or will not be: their memory is used again. */
  readonly release: () => void
}

/** Room around each event of a batch for the rest of a message of the usual length. */
export function marginsOf(prefix: Uint8Array): Margins {
  return { before: headerBytes(mediumMax) + prefix.length, after: 1 }
}

/** Each event of a batch as a message `prefix` + event + `]`, in the batch's own memory if its margins fit. */
export function frameBatch(batch: EventBatch, prefix: Uint8Array): Frames {
  if (haveRoom(batch, prefix)) return { bytes: frameInPlace(batch, prefix), release: batch.release }
  const bytes = frameElsewhere(batch, prefix)
  batch.release()
  return { bytes, release: () => {} }
}

function haveRoom({ ends, margins: { before, after } }: EventBatch, prefix: Uint8Array): boolean {
  const wanted = marginsOf(prefix)
  if (before !== wanted.before || after !== wanted.after) return false
  let start = 0
  for (const end of ends) {
    const payload = end + after - start - headerBytes(mediumMax)
    if (headerBytes(payload) !== headerBytes(mediumMax)) return false
    start = end + after
  }
  return true
}

function frameInPlace({ bytes, ends }: EventBatch, prefix: Uint8Array): Buffer {
  const frames = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let start = 0
  for (const end of ends) {
    const payloadStart = start + headerBytes(mediumMax)
    writeHeader(frames, start, end + 1 - payloadStart)
    frames.set(prefix, payloadStart)
    frames[end] = closingBracket
    start = end + 1
  }
  return frames
}

function frameElsewhere(batch: EventBatch, prefix: Uint8Array): Buffer {
  const events = Array.from(batch.ends, (_, at) => batch.slice(at))
  const payloadOf = (event: Uint8Array) => prefix.length + event.length + 1
  const total = events.reduce((sum, event) => sum + headerBytes(payloadOf(event)) + payloadOf(event), 0)
  const frames = Buffer.allocUnsafe(total)
  let at = 0
  for (const event of events) {
    at = writeHeader(frames, at, payloadOf(event))
    frames.set(prefix, at)
    frames.set(event, at + prefix.length)
    at += payloadOf(event)
    frames[at - 1] = closingBracket
  }
  return frames
}
