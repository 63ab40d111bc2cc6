import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterPrefix, bigEndian } from './keys.ts'
import type { Tables } from './tables.ts'

/** In the table `trash`: when it was deleted (6 bytes, Unix seconds), whether it was held (1 byte), then its value. */
const trashedBytes = 7

interface TrashedEvent {
  /** Unix seconds. */
  readonly at: number
  /** Value of the table `held` when it was deleted; 0 = none. */
  readonly held: number
  readonly value: Buffer
}

export const trashPrefix = (job: number): Buffer => bigEndian(job, 5)

export const trashKey = (job: number, seq: number): Buffer => Buffer.concat([bigEndian(job, 5), bigEndian(seq, 5)])

export function trashedValue({ at, held, value }: TrashedEvent): Buffer {
  return Buffer.concat([bigEndian(at, 6), Uint8Array.of(held), value])
}

export const trashedAtIn = (given: Uint8Array): number => Buffer.from(given).readUIntBE(0, 6)

export function trashedIn(given: Uint8Array): TrashedEvent {
  const bytes = Buffer.from(given)
  return { at: bytes.readUIntBE(0, 6), held: bytes.readUInt8(6), value: bytes.subarray(trashedBytes) }
}

const countedAtOnce = 2000

/** In parts, between which others are served. */
export async function countTrashed({ root, trash }: Tables, job: number): Promise<number> {
  let start = trashPrefix(job)
  for (let count = 0; ; ) {
    root.resetReadTxn()
    const keys = [...trash.getKeys({ start, end: afterPrefix(trashPrefix(job)), limit: countedAtOnce })]
    count += keys.length
    const last = keys.at(-1)
    if (!last || keys.length < countedAtOnce) return count
    start = Buffer.concat([Buffer.from(last), Buffer.of(0)])
    await nextTurn()
  }
}
