import { type HistoryRange, historyRanges } from '@hornets/contract/admin/statistics'

export const historyCharts = ['traffic', 'storage'] as const

/** The chart's state in the URL: `?chart=storage&range=7d&at=2026-11-26T12:00:00.000Z`. */
export interface HistorySearch {
  readonly chart: (typeof historyCharts)[number]
  readonly range: HistoryRange
  /** Beginning of the chosen bin. */
  readonly at?: string
}

/** Reads the URL's query; invalid parts are ignored. */
export function readHistorySearch(query: Readonly<Record<string, unknown>>): HistorySearch {
  const at = typeof query.at === 'string' && !Number.isNaN(Date.parse(query.at)) ? query.at : undefined
  return {
    chart: historyCharts.find(chart => chart === query.chart) ?? 'traffic',
    range: historyRanges.find(range => range === query.range) ?? '24h',
    ...(at !== undefined && { at }),
  }
}
