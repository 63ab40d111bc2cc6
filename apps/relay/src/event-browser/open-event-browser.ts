import type { RelayDatabase } from '../database/relay-database.ts'
import { type BrowseParts, BrowseService } from './browse-service.ts'
import { type EventJobsParts, EventJobsService } from './event-jobs-service.ts'
import { EventJobsStore } from './event-jobs-store.ts'
import { ViewsService } from './views-service.ts'

export interface EventBrowserOptions extends BrowseParts, Omit<EventJobsParts, 'jobs'> {
  readonly events: BrowseParts['events'] & EventJobsParts['events']
  readonly relayDatabase: RelayDatabase
}

/** The stored events, browsed and deleted by admins. */
export async function openEventBrowser(options: EventBrowserOptions) {
  const jobs = new EventJobsService({ ...options, jobs: new EventJobsStore(options.relayDatabase) })
  await jobs.resume()
  return { browse: new BrowseService(options), views: new ViewsService(options.adminDatabase), jobs, now: options.now }
}
