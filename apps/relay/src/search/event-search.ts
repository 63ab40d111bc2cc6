import type { NostrEvent } from '@hornets/contract'
import type { FoundEvent } from '@hornets/contract/admin/search'
import type { EventStore } from '../events/event-store.ts'
import { textOf } from '../events/event-text.ts'
import type { Filter } from '../events/filter.ts'
import { readAll } from '../events/read-scope.ts'
import { publishedKinds } from '../publisher/published-kinds.ts'
import { filtersOfAddress } from './event-address.ts'
import { excerptOf } from './excerpt.ts'
import { profileName } from './profile-name.ts'
import type { SearchOptions, SearchSource } from './search.ts'

/** What the relay tells a subscriber of address and credit is for nobody else, whatever their role. */
const isForAdmins = ({ kind }: NostrEvent) => !accountKinds.has(kind)
const accountKinds: ReadonlySet<number> = new Set(
  publishedKinds.filter(({ readers }) => readers === 'parties').map(({ kind }) => kind),
)

export interface NamedEvent {
  readonly event: NostrEvent
  readonly author: string | null
}

/** Finds events by id, author and address through the store's indexes, and by words through its text index (NIP-50). */
export class EventSearch implements SearchSource {
  readonly category = 'events' as const
  readonly #events: Pick<EventStore, 'query' | 'find'>

  constructor(events: Pick<EventStore, 'query' | 'find'>) {
    this.#events = events
  }

  async find(text: string, { limit, signal }: SearchOptions): Promise<FoundEvent[]> {
    const filters = filtersOfAddress(text) ?? [{ search: text, isBeginning: true }]
    const events = (await this.#read(filters, limit, signal)).filter(isForAdmins)
    const names = await this.#namesOf(new Set(events.map(({ pubkey }) => pubkey)), signal)
    return events.map(event => ({
      category: this.category,
      id: event.id,
      pubkey: event.pubkey,
      author: names.get(event.pubkey) ?? null,
      kind: event.kind,
      created_at: event.created_at,
      excerpt: excerptOf(textOf(event) ?? event.content, text),
    }))
  }

  /** One complete event; null if not stored. */
  async open(id: string, signal: AbortSignal): Promise<NamedEvent | null> {
    const json = await this.#events.find(id)
    if (json === null) return null
    const event = JSON.parse(json) as NostrEvent
    if (!isForAdmins(event)) return null
    const names = await this.#namesOf(new Set([event.pubkey]), signal)
    return { event, author: names.get(event.pubkey) ?? null }
  }

  async #namesOf(authors: ReadonlySet<string>, signal: AbortSignal): Promise<Map<string, string>> {
    if (authors.size === 0) return new Map()
    const profiles = await this.#read([{ authors: [...authors], kinds: [0] }], authors.size, signal)
    const names = profiles.map(({ pubkey, content }) => [pubkey, profileName(content)] as const)
    return new Map(names.filter((named): named is [string, string] => named[1] !== null))
  }

  async #read(filters: readonly Filter[], limit: number, signal: AbortSignal): Promise<NostrEvent[]> {
    const found: NostrEvent[] = []
    if (filters.length === 0) return found
    for await (const batch of this.#events.query(
      filters.map(filter => ({ ...filter, limit })),
      { scope: readAll, signal },
    )) {
      for (const json of batch.texts()) found.push(JSON.parse(json))
      if (found.length >= limit) break
    }
    return found.slice(0, limit)
  }
}
