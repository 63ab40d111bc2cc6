import { setTimeout as pause } from 'node:timers/promises'
import type { NostrEvent } from '@hornets/contract'
import type { Clock } from '@hornets/server/clock'
import pLimit from 'p-limit'
import type { EventStore } from '../events/event-store.ts'
import { readAll } from '../events/read-scope.ts'
import { readProfiles, type ShownProfile, shownOf } from './profiles.ts'

export interface ProfileReaderParts {
  readonly events: Pick<EventStore, 'query'>
  /** The first event of a filter at that relay, unchecked; it may reject. */
  readonly ask: (address: string, filter: object, signal: AbortSignal) => Promise<unknown>
  /** Whether people's own relays are asked. */
  readonly isOn: () => boolean
  readonly isGenuine: (event: NostrEvent) => boolean
  readonly now: Clock
}

interface Kept {
  readonly profile: ShownProfile | null
  readonly at: number
}

const keptMs = 24 * 3_600_000
/** Nothing was found: it is looked for again after this time. */
const retriedMs = 3_600_000
const keptMax = 2000
const askedAtOnce = 3
const waitingMax = 100
const relaysOfEach = 3
const relayListKind = 10_002

/** Profiles as they are stored here, else, where that is switched on, from the relays that a person names (NIP-65). */
export class ProfileReader {
  readonly #parts: ProfileReaderParts
  readonly #kept = new Map<string, Kept>()
  readonly #asked = new Map<string, Promise<void>>()
  readonly #asking = pLimit(askedAtOnce)
  readonly #closing = new AbortController()

  constructor(parts: ProfileReaderParts) {
    this.#parts = parts
  }

  /** Own relays are asked in the background; `waitMs`: how long to wait for those that never were. */
  async read(pubkeys: readonly string[], waitMs = 0): Promise<ReadonlyMap<string, ShownProfile>> {
    const found = await this.stored(pubkeys)
    const missing = [...new Set(pubkeys)].filter(key => !found.has(key))
    if (!this.#parts.isOn() || missing.length === 0) return found
    const asking = await this.#askFor(missing)
    if (waitMs > 0 && asking.length > 0)
      await Promise.race([Promise.all(asking), pause(waitMs, undefined, { ref: false })])
    const kept = missing.flatMap(key => {
      const profile = this.#kept.get(key)?.profile
      return profile ? [[key, profile] as const] : []
    })
    return new Map([...found, ...kept])
  }

  /** For exports: asks nobody. */
  stored(pubkeys: readonly string[]): Promise<ReadonlyMap<string, ShownProfile>> {
    return readProfiles(this.#parts.events, pubkeys)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#asked.values())
  }

  async #askFor(missing: readonly string[]): Promise<Promise<void>[]> {
    const due = missing.filter(key => this.#isDue(key)).slice(0, Math.max(0, waitingMax - this.#asked.size))
    if (due.length === 0) return []
    const relays = await this.#relaysOf(due)
    return due.flatMap(key => {
      if (this.#asked.has(key)) return []
      const asking = this.#asking(() => this.#find(key, relays.get(key) ?? [])).finally(() => this.#asked.delete(key))
      this.#asked.set(key, asking)
      return [asking]
    })
  }

  #isDue(key: string): boolean {
    const kept = this.#kept.get(key)
    if (this.#asked.has(key) || this.#closing.signal.aborted) return false
    return !kept || kept.at + (kept.profile ? keptMs : retriedMs) < this.#parts.now()
  }

  async #relaysOf(authors: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
    const filter = { kinds: [relayListKind], authors: [...authors], limit: authors.length }
    const relays = new Map<string, string[]>()
    for await (const batch of this.#parts.events.query([filter], { scope: readAll }))
      for (const json of batch.texts()) {
        const { pubkey, tags } = JSON.parse(json) as NostrEvent
        relays.set(pubkey, writtenTo(tags).slice(0, relaysOfEach))
      }
    return relays
  }

  /** The newest of what they have. Never rejects. */
  async #find(key: string, relays: readonly string[]): Promise<void> {
    const { ask, now } = this.#parts
    const filter = { kinds: [0], authors: [key], limit: 1 }
    const answers = await Promise.allSettled(relays.map(relay => ask(relay, filter, this.#closing.signal)))
    const events = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
    const [newest] = events
      .filter((event): event is NostrEvent => this.#isProfileOf(key, event))
      .toSorted((one, other) => other.created_at - one.created_at)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size >= keptMax && oldest !== undefined) this.#kept.delete(oldest)
    this.#kept.delete(key)
    this.#kept.set(key, { profile: newest ? shownOf(newest.content) : null, at: now() })
  }

  #isProfileOf(key: string, given: unknown): boolean {
    if (typeof given !== 'object' || given === null) return false
    const event = given as NostrEvent
    if (event.kind !== 0 || event.pubkey !== key || !Number.isSafeInteger(event.created_at)) return false
    try {
      return typeof event.content === 'string' && this.#parts.isGenuine(event)
    } catch {
      return false
    }
  }
}

/** `["r", address]`, or with `write`; a relay that is only read from has nothing by its reader. */
const writtenTo = (tags: readonly (readonly string[])[]): string[] => [
  ...new Set(
    tags.flatMap(([name, address = '', use]) =>
      name === 'r' &&
      use !== 'read' &&
      address.length <= 200 &&
      /^wss?:\/\/[^/]/i.test(address) &&
      URL.canParse(address)
        ? [new URL(address).href]
        : [],
    ),
  ),
]
