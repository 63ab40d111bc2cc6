import * as contract from '@hornets/contract/admin/statistics'
import type { Serve } from '@hornets/server/http/serve'
import type { StatisticsService } from './statistics-service.ts'

export function statisticsRoutes<Session>(serve: Serve<Session>, statistics: StatisticsService): void {
  serve(contract.barChartData, () => statistics.barChart())
  serve(contract.activityData, () => statistics.activity())
  serve(contract.relayCount, () => statistics.relayCount())
  serve(contract.timeSeries, () => statistics.timeSeries())
  serve(contract.kinds, () => statistics.kinds())
  serve(contract.kindTrend, ({ params }) => statistics.kindTrend(params.kind))
  serve(contract.traffic, ({ query }) => statistics.traffic(query.minutes))
  serve(contract.getHistory, ({ query }) => statistics.history(query.range))
}
