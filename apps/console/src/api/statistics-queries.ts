import {
  activityData,
  barChartData,
  kinds,
  kindTrend,
  relayCount,
  timeSeries,
  traffic,
} from '@hornets/contract/admin/statistics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryKeys } from './query-keys.ts'

const { statistics } = queryKeys

/** The statistics of the relay as queries; the live stream makes them stale. */
export const statisticsQueries = {
  barChart: queryOptions({
    queryKey: statistics.barChart,
    queryFn: ({ signal }) => api.call(barChartData, { signal }),
  }),
  activity: queryOptions({
    queryKey: statistics.activity,
    queryFn: ({ signal }) => api.call(activityData, { signal }),
  }),
  relayCount: queryOptions({
    queryKey: statistics.relayCount,
    queryFn: ({ signal }) => api.call(relayCount, { signal }),
  }),
  timeSeries: queryOptions({
    queryKey: statistics.timeSeries,
    queryFn: ({ signal }) => api.call(timeSeries, { signal }),
  }),
  kinds: queryOptions({ queryKey: statistics.kinds, queryFn: ({ signal }) => api.call(kinds, { signal }) }),
  kindTrend: (kind: number) =>
    queryOptions({
      queryKey: statistics.kindTrend(kind),
      queryFn: ({ signal }) => api.call(kindTrend, { params: { kind }, signal }),
    }),
  /** Read again every minute: a minute in which nothing happened is told by nobody. */
  traffic: (minutes: number) =>
    queryOptions({
      queryKey: statistics.traffic(minutes),
      queryFn: ({ signal }) => api.call(traffic, { query: { minutes }, signal }),
      placeholderData: keepPreviousData,
      refetchInterval: 60_000,
    }),
}
