export function seqKey(seq: number): Buffer {
  return bigEndian(seq, 5)
}

export function bigEndian(value: number, bytes: number): Buffer {
  const key = Buffer.allocUnsafe(bytes)
  key.writeUIntBE(value, 0, bytes)
  return key
}

export function authorKindKey(author: number, kind: number): Buffer {
  const key = Buffer.allocUnsafe(6)
  key.writeUInt32BE(author, 0)
  key.writeUInt16BE(kind, 4)
  return key
}

export function addressKey(author: number, kind: number, identifier: Uint8Array): Buffer {
  const key = Buffer.allocUnsafe(6 + identifier.length)
  key.writeUInt32BE(author, 0)
  key.writeUInt16BE(kind, 4)
  key.set(identifier, 6)
  return key
}

export function fromHex(hex: string): Buffer {
  return Buffer.from(hex, 'hex')
}

/** The number written by `bigEndian`; 0 without a value. */
export function numberIn(value: Buffer | undefined, bytes: number): number {
  return value === undefined ? 0 : value.readUIntBE(0, bytes)
}

export function afterPrefix(prefix: Uint8Array): Buffer {
  const key = Buffer.alloc(prefix.length + 32, 0xff)
  key.set(prefix, 0)
  return key
}
