import type { StoreChange } from '../../changes/change.ts'
import { bigEndian, numberIn } from '../layout/keys.ts'
import type { Tables } from '../layout/tables.ts'

const numberBytes = 6

/** Must run in a write transaction. */
export function writeChange({ journal }: Tables, change: StoreChange): void {
  journal.put(bigEndian(change.number, numberBytes), Buffer.from(JSON.stringify(change)))
}

export function readChanges({ journal }: Tables, after: number, max: number): StoreChange[] {
  const start = bigEndian(after + 1, numberBytes)
  const changes: StoreChange[] = []
  for (const { value } of journal.getRange({ start, limit: max })) changes.push(parseChange(value))
  return changes
}

export function lastChangeIn({ journal }: Tables): number {
  for (const key of journal.getKeys({ reverse: true, limit: 1 })) return numberIn(key, numberBytes)
  return 0
}

/** Removes at most `max` changes up to a number; returns how many. Must run in a write transaction. */
export function dropChanges({ journal }: Tables, upTo: number, max: number): number {
  const end = bigEndian(upTo + 1, numberBytes)
  const keys = Array.from(journal.getKeys({ start: bigEndian(0, numberBytes), end, limit: max }))
  for (const key of keys) journal.removeSync(key)
  return keys.length
}

function parseChange(value: Uint8Array): StoreChange {
  return JSON.parse(Buffer.from(value).toString('utf8'))
}
