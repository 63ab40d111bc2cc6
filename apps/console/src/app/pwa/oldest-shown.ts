import type { QueryClient } from '@tanstack/react-query'

/** Time of the oldest answer on screen, ms; undefined if there is none. */
export function oldestShown(client: QueryClient): number | undefined {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .map(query => query.state.dataUpdatedAt)
    .filter(time => time > 0)
  return times.length > 0 ? Math.min(...times) : undefined
}
