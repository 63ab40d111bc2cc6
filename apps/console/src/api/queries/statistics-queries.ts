import {
  activityData,
  barChartData,
  getHistory,
  type HistoryRange,
  kinds,
  kindTrend,
  relayCount,
  timeSeries,
} from '@hornets/contract/admin/statistics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from './api-query.ts'

export const statisticsQueries = {
  barChart: apiQuery(barChartData),
  activity: apiQuery(activityData),
  relayCount: apiQuery(relayCount),
  timeSeries: apiQuery(timeSeries),
  kinds: apiQuery(kinds),
  kindTrend: (kind: number) => apiQuery(kindTrend, { params: { kind } }),
  /** Refetched every minute, because an idle minute is not reported. */
  history: (range: HistoryRange) =>
    queryOptions({
      ...apiQuery(getHistory, { query: { range } }),
      placeholderData: keepPreviousData,
      refetchInterval: 60_000,
    }),
}
