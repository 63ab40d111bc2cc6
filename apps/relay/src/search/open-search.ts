import type { EventStore } from '../events/event-store.ts'
import type { FileFinder } from '../media/library/catalogue/file-finder.ts'
import type { PeopleService } from '../people/people-service.ts'
import type { SubscribersService } from '../subscriptions/subscribers-service.ts'
import type { WalletService } from '../wallet/wallet-service.ts'
import { EventSearch } from './event-search.ts'
import { FileSearch } from './file-search.ts'
import { PeopleSearch } from './people-search.ts'
import { SearchService } from './search-service.ts'
import { SubscriberSearch } from './subscriber-search.ts'
import { TransactionSearch } from './transaction-search.ts'

export type Search = ReturnType<typeof openSearch>

interface SearchParts {
  readonly events: EventStore
  readonly people: PeopleService
  readonly wallet: WalletService
  readonly media: { readonly manager: { readonly finder: FileFinder } }
  readonly subscriptions: { readonly subscribers: SubscribersService }
}

/** The search over all categories: a new category is one more source. */
export function openSearch({ people, events, wallet, media, subscriptions }: SearchParts) {
  const eventSearch = new EventSearch(events)
  const files = new FileSearch(events, media.manager.finder)
  const subscribers = new SubscriberSearch(events, subscriptions.subscribers)
  const sources = [eventSearch, new PeopleSearch(people), files, subscribers, new TransactionSearch(wallet)]
  return { eventSearch, service: new SearchService(sources) }
}
