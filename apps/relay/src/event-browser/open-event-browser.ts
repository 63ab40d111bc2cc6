import type { AdminDatabase } from '../database/admin-database.ts'
import { type BrowseParts, BrowseService } from './browse-service.ts'
import { ViewsService } from './views-service.ts'

export interface EventBrowserOptions extends BrowseParts {
  readonly database: AdminDatabase
}

/** The stored events, browsed and moved by admins. */
export function openEventBrowser({ database, ...options }: EventBrowserOptions) {
  return { browse: new BrowseService(options), views: new ViewsService(database) }
}
