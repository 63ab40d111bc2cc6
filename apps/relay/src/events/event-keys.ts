import { hash } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import { searchableTags } from './event-kinds.ts'

const keyBits = 48
const tagKeyBytes = 12

/** First 48 bits of an id or public key in hex, as the signed number that stands in the indexes; keeps their order. */
export function shortKey(hex: string): number {
  return Number.parseInt(hex.slice(0, keyBits / 4), 16) - 2 ** (keyBits - 1)
}

/** Below every short key. */
export const belowShortKeys = -(2 ** (keyBits - 1)) - 1

/** Key under which events with such a tag are indexed: 96 bits of SHA-256, so that nobody can aim at another's value. */
export function tagKey(letter: string, value: string): Uint8Array {
  return hash('sha256', letter + value, 'buffer').subarray(0, tagKeyBytes)
}

/** Keys of all tags that filters find the event by, each once. */
export function tagKeysOf(event: Pick<NostrEvent, 'kind' | 'tags'>): Uint8Array[] {
  const seen = new Set<string>()
  for (const [letter, value] of searchableTags(event)) seen.add(letter + value)
  return Array.from(seen, text => hash('sha256', text, 'buffer').subarray(0, tagKeyBytes))
}

export function fromHex(hex: string): Uint8Array {
  return Buffer.from(hex, 'hex')
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}
