import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'

// Compression of messages (RFC 7692), each on its own: `server_no_context_takeover`.

const flush = { finishFlush: constants.Z_SYNC_FLUSH }
/** A small window and table: as short as events are, these save as much as the largest, in two thirds of the time. */
const deflating = { ...flush, level: 6, windowBits: 12, memLevel: 6, chunkSize: 2048 }
const inflating = { ...flush, chunkSize: 4096 }
/** What each message ends with, and leaves out. */
const tail = Buffer.of(0, 0, 0xff, 0xff)
const storedMax = 0xff_ff

/** The end of a message, compressed so that anything can come before it; null if this saves nothing. */
export function deflated(bytes: Uint8Array): Buffer | null {
  const packed = deflateRawSync(bytes, deflating)
  const length = packed.length - tail.length
  return length < bytes.length ? packed.subarray(0, length) : null
}

/** The beginning of a compressed message, as it is: up to 65,535 bytes. */
export function storedBlock(bytes: Uint8Array): Buffer {
  if (bytes.length > storedMax) throw new RangeError('too long for one block')
  const head = Buffer.alloc(5)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(storedMax - bytes.length, 3)
  return Buffer.concat([head, bytes])
}

/** The message; 'large' above `bytesMax`, without having read further, 'broken' if it is not compressed. */
export function inflated(bytes: Uint8Array, bytesMax: number): Buffer | 'large' | 'broken' {
  try {
    return inflateRawSync(Buffer.concat([bytes, tail]), { ...inflating, maxOutputLength: bytesMax })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'large' : 'broken'
  }
}
