import type { EventStore } from '../events/event-store.ts'
import type { WalletService } from '../wallet/wallet-service.ts'
import { EventSearch } from './event-search.ts'
import { SearchService } from './search-service.ts'
import { TransactionSearch } from './transaction-search.ts'

export type Search = ReturnType<typeof openSearch>

/** The search over all categories: a new category is one more source. */
export function openSearch({ events, wallet }: { readonly events: EventStore; readonly wallet: WalletService }) {
  const eventSearch = new EventSearch(events)
  return { eventSearch, service: new SearchService([eventSearch, new TransactionSearch(wallet)]) }
}
