import type { StoreChange } from '../events/changes/change.ts'

/** The windows in which events are counted, and the parts in which they leave them, in seconds. */
export const windows = [
  { column: 'events_1h', seconds: 3600, part: 60 },
  { column: 'events_24h', seconds: 86_400, part: 900 },
  { column: 'events_30d', seconds: 30 * 86_400, part: 6 * 3600 },
] as const

export interface PersonChange {
  events: number
  bytes: number
  firstSeen: number
  lastSeen: number
  /** By second of arrival. */
  readonly arrivals: Map<number, number>
}

/** Until the counters are built, events after `builtTo` are left out: building has not reached them. */
export function sumByPerson(changes: readonly StoreChange[], builtTo: number): Map<string, PersonChange> {
  const people = new Map<string, PersonChange>()
  for (const { added = [], taken = [] } of changes) {
    if (builtTo === Number.POSITIVE_INFINITY)
      for (const { pubkey, at, count, bytes } of added) add(people, pubkey, at, count, bytes)
    for (const { seq, pubkey, at, bytes } of taken) if (seq <= builtTo) add(people, pubkey, at, -1, -bytes)
  }
  return people
}

export function add(people: Map<string, PersonChange>, pubkey: string, at: number, count: number, bytes: number): void {
  let person = people.get(pubkey)
  if (!person) {
    person = { events: 0, bytes: 0, firstSeen: 0, lastSeen: 0, arrivals: new Map() }
    people.set(pubkey, person)
  }
  person.events += count
  person.bytes += bytes
  person.arrivals.set(at, (person.arrivals.get(at) ?? 0) + count)
  if (count < 0) return
  person.firstSeen = person.firstSeen === 0 ? at : Math.min(person.firstSeen, at)
  person.lastSeen = Math.max(person.lastSeen, at)
}

export function* slicesOf(changes: readonly StoreChange[], peopleMax: number): Generator<StoreChange[]> {
  let slice: StoreChange[] = []
  const people = new Set<string>()
  for (const change of changes) {
    slice.push(change)
    for (const { pubkey } of [...(change.added ?? []), ...(change.taken ?? [])]) people.add(pubkey)
    if (people.size < peopleMax) continue
    yield slice
    slice = []
    people.clear()
  }
  if (slice.length > 0) yield slice
}
