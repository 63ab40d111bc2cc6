import { afterPrefix, bigEndian, fromHex, seqKey } from '../layout/keys.ts'
import type { Tables } from '../layout/tables.ts'

// Removals that do not fit into one transaction. They outlive a crash.

export interface UnfinishedDeletion {
  readonly seq: number
  readonly nextTag: number
}

/** Each is the first byte of its keys, counted from 1. */
export const unfinishedKinds: readonly string[] = ['deletion', 'vanishing', 'clearing']

const deletion = 1
const vanishing = 2
const clearing = 3

const deletionKey = (seq: number) => Buffer.concat([Buffer.from([deletion]), seqKey(seq)])
const vanishingKey = (pubkey: string) => Buffer.concat([Buffer.from([vanishing]), fromHex(pubkey)])
const clearingKey = (pubkey: string) => Buffer.concat([Buffer.from([clearing]), fromHex(pubkey)])

/** `nextTag` null: it is done. */
export function noteDeletion({ unfinished }: Tables, seq: number, nextTag: number | null): void {
  if (nextTag === null) unfinished.removeSync(deletionKey(seq))
  else unfinished.put(deletionKey(seq), bigEndian(nextTag, 4))
}

export function unfinishedDeletion({ unfinished }: Tables): UnfinishedDeletion | undefined {
  const start = Buffer.from([deletion])
  for (const { key, value } of unfinished.getRange({ start, end: afterPrefix(start), limit: 1 }))
    return { seq: Buffer.from(key).readUIntBE(1, 5), nextTag: Buffer.from(value).readUInt32BE() }
  return undefined
}

export function noteVanishing({ unfinished }: Tables, pubkey: string, isDone: boolean): void {
  if (isDone) unfinished.removeSync(vanishingKey(pubkey))
  else unfinished.put(vanishingKey(pubkey), Buffer.alloc(0))
}

export function isVanishing({ unfinished }: Tables, pubkey: string): boolean {
  return unfinished.doesExist(vanishingKey(pubkey))
}

export function noteClearing({ unfinished }: Tables, pubkey: string, isDone: boolean): void {
  if (isDone) unfinished.removeSync(clearingKey(pubkey))
  else unfinished.put(clearingKey(pubkey), Buffer.alloc(0))
}

/** The keys whose events are still being removed (NIP-62), in hex. */
export const unfinishedVanishings = (tables: Tables) => keysOf(tables, vanishing)

/** The keys of which an operator removes all events, in hex. */
export const unfinishedClearings = (tables: Tables) => keysOf(tables, clearing)

function keysOf({ unfinished }: Tables, kind: number): string[] {
  const start = Buffer.from([kind])
  const keys = unfinished.getKeys({ start, end: afterPrefix(start) })
  return Array.from(keys, key => Buffer.from(key).subarray(1).toString('hex'))
}
