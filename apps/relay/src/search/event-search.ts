import type { NostrEvent } from '@hornets/contract'
import type { FoundEvent } from '@hornets/contract/admin/search'
import type { Role } from '@hornets/contract/roles'
import { cleanWords } from '@hornets/contract/text/clean-words'
import type { EventStore } from '../events/event-store.ts'
import { readEvents } from '../events/read-events.ts'
import { isInScope } from '../events/read-scope.ts'
import { textOf } from '../events/search/event-text.ts'
import { consoleScopeOf } from '../policy/read-policy.ts'
import { profileNamesOf } from '../profiles/profile-names.ts'
import { filtersOfAddress } from './event-address.ts'
import type { SearchOptions, SearchSource } from './search.ts'

export interface NamedEvent {
  readonly event: NostrEvent
  readonly author: string | null
}

export class EventSearch implements SearchSource {
  readonly category = 'events' as const
  readonly #events: Pick<EventStore, 'query' | 'find'>

  constructor(events: Pick<EventStore, 'query' | 'find'>) {
    this.#events = events
  }

  async find(text: string, { limit, signal, role }: SearchOptions): Promise<FoundEvent[]> {
    const filters = filtersOfAddress(text) ?? [{ search: text, isBeginning: true }]
    const events = await readEvents(this.#events, filters, limit, signal, consoleScopeOf(role))
    const names = await profileNamesOf(this.#events, new Set(events.map(({ pubkey }) => pubkey)), signal)
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

  /** One complete event; null if it is not stored, or not for this role. */
  async open(id: string, role: Role, signal: AbortSignal): Promise<NamedEvent | null> {
    const json = await this.#events.find(id)
    if (json === null) return null
    const event = JSON.parse(json) as NostrEvent
    if (!isInScope(consoleScopeOf(role), event)) return null
    const names = await profileNamesOf(this.#events, new Set([event.pubkey]), signal)
    return { event, author: names.get(event.pubkey) ?? null }
  }
}

const before = 40
const length = 160

function excerptOf(text: string, words: string): string {
  const line = cleanWords(text.slice(0, 20_000).replace(/\s+/gu, ' '))
  const folded = line.toLowerCase()
  const places = (words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(word => folded.indexOf(word))
  const first = Math.min(...places.filter(place => place >= 0))
  const from = Number.isFinite(first) && first > before ? first - before : 0
  const cut = Array.from(line.slice(from, from + length + 1))
  const isCut = line.length > from + length
  return `${from > 0 ? '…' : ''}${cut.slice(0, isCut ? -1 : undefined).join('')}${isCut ? '…' : ''}`
}
