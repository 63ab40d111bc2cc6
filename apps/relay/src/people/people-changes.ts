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

/** What a round counts. */
export class PeopleSum {
  readonly people = new Map<string, PersonChange>()
  readonly #builtTo: number
  readonly #countedTo: ReadonlyMap<string, number>

  /**
   * Until the counters are built, events after `builtTo` are left out: building has not reached them.
   * `countedTo`: people who are counted up to a later change.
   */
  constructor(builtTo: number, countedTo: ReadonlyMap<string, number>) {
    this.#builtTo = builtTo
    this.#countedTo = countedTo
  }

  add({ number, added = [], taken = [] }: StoreChange): void {
    const isNew = (pubkey: string) => number > (this.#countedTo.get(pubkey) ?? 0)
    if (this.#builtTo === Number.POSITIVE_INFINITY)
      for (const { pubkey, at, count, bytes } of added) if (isNew(pubkey)) add(this.people, pubkey, at, count, bytes)
    for (const { seq, pubkey, at, bytes } of taken)
      if (seq <= this.#builtTo && isNew(pubkey)) add(this.people, pubkey, at, -1, -bytes)
  }
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
