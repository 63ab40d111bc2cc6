/** A stored event: a header of this many bytes, then its JSON as sent. */
export const headerBytes = 24

export interface EventHeader {
  /** Unix seconds of arrival. */
  readonly receivedAt: number
  /** created_at, Unix seconds. */
  readonly time: number
  readonly kind: number
  readonly author: number
  /** Unix seconds of NIP-40; 0 = never. */
  readonly expiresAt: number
  /** It waited for a judgement when it was stored. */
  readonly wasHeld: boolean
}

export function writeEventValue(target: Buffer, header: EventHeader, json: string): number {
  target.writeUInt8(header.wasHeld ? 1 : 0, 0)
  target.writeUIntBE(header.receivedAt, 1, 5)
  target.writeUIntBE(header.time, 6, 6)
  target.writeUInt16BE(header.kind, 12)
  target.writeUInt32BE(header.author, 14)
  target.writeUIntBE(header.expiresAt, 18, 6)
  return headerBytes + target.write(json, headerBytes, 'utf8')
}

export function readHeader(value: Buffer): EventHeader {
  return {
    receivedAt: value.readUIntBE(1, 5),
    time: value.readUIntBE(6, 6),
    kind: value.readUInt16BE(12),
    author: value.readUInt32BE(14),
    expiresAt: expiryIn(value),
    wasHeld: value.readUInt8(0) === 1,
  }
}

export function expiryIn(value: Buffer): number {
  return value.readUIntBE(18, 6)
}

export function jsonIn(value: Buffer, length: number): string {
  return value.toString('utf8', headerBytes, length)
}
