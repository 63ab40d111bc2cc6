import { timeMax } from '../../event-name.ts'
import { tagKeyBytes } from './tag-keys.ts'

export interface IndexEntry {
  time: number
  id: number
  seq: number
  author: number
  kind: number
  flags: number
}

/** The event expires (NIP-40). */
export const expires = 1
/** The event waits or waited for a judgement: `held` says which. */
export const isHeld = 2

export const flagsOf = ({ expiresAt, wasHeld }: { readonly expiresAt: number; readonly wasHeld: boolean }): number =>
  (expiresAt === 0 ? 0 : expires) | (wasHeld ? isHeld : 0)

/** The last entry read, shared by all indexes of a thread: copy it to keep it. */
export const entry: IndexEntry = { time: 0, id: 0, seq: 0, author: 0, kind: 0, flags: 0 }

/** The key layout of an index; entries consist of the key only. */
export type IndexShape = 'time' | 'kind' | 'author' | 'tag'

/** Bytes before the position: none, kind, author and kind, tag and kind. */
const prefixBytes: Readonly<Record<IndexShape, number>> = { time: 0, kind: 2, author: 6, tag: tagKeyBytes + 2 }

/** lmdb's key encoder for one index: writes keys unchanged and reads them into `entry`. */
export function entryEncoder(shape: IndexShape) {
  const positionAt = prefixBytes[shape]
  const kindAt = { time: 21, kind: 0, author: 4, tag: tagKeyBytes }[shape]
  const authorAt = { time: 17, kind: 19, author: 0, tag: positionAt + 17 }[shape]
  const flagsAt = { time: 23, kind: 23, author: 23, tag: positionAt + 21 }[shape]
  return {
    writeKey(key: Uint8Array, target: Uint8Array, start: number): number {
      target.set(key, start)
      return start + key.length
    },
    readKey(source: Buffer, start: number): number {
      const at = start + positionAt
      entry.time = timeMax - (source.readUInt16BE(at) * 2 ** 32 + source.readUInt32BE(at + 2))
      entry.id = source.readUInt16BE(at + 6) * 2 ** 32 + source.readUInt32BE(at + 8)
      entry.seq = source.readUInt8(at + 12) * 2 ** 32 + source.readUInt32BE(at + 13)
      entry.author = source.readUInt32BE(start + authorAt)
      entry.kind = source.readUInt16BE(start + kindAt)
      entry.flags = source.readUInt8(start + flagsAt)
      return entry.seq
    },
  }
}
