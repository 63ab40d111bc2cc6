import type { EventBatch } from '../../events/event-batch.ts'

// Frames without compression or fragmentation: RFC 6455, 5.2.

const finalText = 0x81
const shortMax = 125
const mediumMax = 0xff_ff
const headerBytesMax = 10

export interface Message {
  readonly prefix: Uint8Array
  readonly body: Uint8Array
}

function headerBytes(payloadBytes: number): number {
  if (payloadBytes <= shortMax) return 2
  return payloadBytes <= mediumMax ? 4 : headerBytesMax
}

export function frameBytes({ prefix, body }: Message): number {
  const payload = prefix.length + body.length
  return headerBytes(payload) + payload
}

/** Writes the header of a text message; returns where the payload starts. */
function writeHeader(target: Buffer, at: number, payloadBytes: number): number {
  target[at] = finalText
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

/** Writes a whole message; returns its end. */
export function writeFrame(target: Buffer, at: number, { prefix, body }: Message): number {
  const start = writeHeader(target, at, prefix.length + body.length)
  target.set(prefix, start)
  target.set(body, start + prefix.length)
  return start + prefix.length + body.length
}

export function frameHead({ prefix, body }: Message): Buffer {
  const payload = prefix.length + body.length
  const head = Buffer.allocUnsafe(headerBytes(payload) + prefix.length)
  head.set(prefix, writeHeader(head, 0, payload))
  return head
}

const closingBracket = 0x5d

/** Each event of a batch as a message `prefix` + event + `]`, all in one buffer. */
export function frameBatch(batch: EventBatch, prefix: Uint8Array): Buffer {
  let total = 0
  let start = 0
  for (const end of batch.ends) {
    const payload = prefix.length + end - start + 1
    total += headerBytes(payload) + payload
    start = end
  }
  const frames = Buffer.allocUnsafe(total)
  const { bytes } = batch
  let at = 0
  start = 0
  for (const end of batch.ends) {
    at = writeHeader(frames, at, prefix.length + end - start + 1)
    frames.set(prefix, at)
    frames.set(bytes.subarray(start, end), at + prefix.length)
    at += prefix.length + end - start
    frames[at] = closingBracket
    at += 1
    start = end
  }
  return frames
}
