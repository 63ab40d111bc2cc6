import { timeMax } from '../../event-name.ts'

/** Newest first, same second by lower id (NIP-01). Time is inverted in keys, so reading forward gives this order. */
export interface Position {
  /** created_at in Unix seconds. */
  readonly time: number
  /** First 48 bits of the id. */
  readonly id: number
  /** Number of arrival, never reused. */
  readonly seq: number
}

export const seqMax = 2 ** 40 - 1
export const positionBytes = 17

export function shortId(id: string): number {
  return Number.parseInt(id.slice(0, 12), 16)
}

/** Newest first, same second by lower id, then by arrival. */
export function comparePositions(a: Position, b: Position): number {
  return b.time - a.time || a.id - b.id || a.seq - b.seq
}

export function writePosition(target: Buffer, start: number, time: number, id: number, seq: number): number {
  target.writeUIntBE(timeMax - Math.min(time, timeMax), start, 6)
  target.writeUIntBE(id, start + 6, 6)
  target.writeUIntBE(seq, start + 12, 5)
  return start + positionBytes
}
