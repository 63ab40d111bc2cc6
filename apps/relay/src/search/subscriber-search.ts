import type { FoundSubscriber } from '@hornets/contract/admin/search'
import type { EventStore } from '../events/event-store.ts'
import { keysByProfile } from '../profiles/profile-names.ts'
import type { SubscribersService } from '../subscriptions/subscribers-service.ts'
import type { SearchOptions, SearchSource } from './search.ts'
import { addressBeginning, keyIn } from './sought-key.ts'

/** Profiles with the words that are compared with the subscribers. */
const profilesMax = 200

/** Finds subscribers by key, by the beginning of a hex key or address, and by the words of their profiles. */
export class SubscriberSearch implements SearchSource {
  readonly category = 'subscribers' as const
  readonly #events: Pick<EventStore, 'query'>
  readonly #subscribers: Pick<SubscribersService, 'search'>

  constructor(events: Pick<EventStore, 'query'>, subscribers: Pick<SubscribersService, 'search'>) {
    this.#events = events
    this.#subscribers = subscribers
  }

  async find(text: string, { limit, signal }: SearchOptions): Promise<FoundSubscriber[]> {
    const key = keyIn(text)
    const keys = key === undefined ? await keysByProfile(this.#events, text, profilesMax, signal) : [key]
    const start = key === undefined ? addressBeginning(text) : undefined
    const found = await this.#subscribers.search({ keys, start, limit })
    return found.map(subscriber => ({ category: this.category, ...subscriber }))
  }
}
