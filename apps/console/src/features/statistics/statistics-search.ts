import { kindMax } from '@hornets/contract/nostr'
import { type TrafficRange, trafficRanges } from './traffic-bins.ts'

/** This page's state in its URL. */
export interface StatisticsSearch {
  readonly kind?: number
  readonly range?: TrafficRange
}

const isRange = (value: unknown): value is TrafficRange => typeof value === 'string' && value in trafficRanges

/** Reads the URL's query; invalid parts are ignored. */
export function readStatisticsSearch(search: Readonly<Record<string, unknown>>): StatisticsSearch {
  const kind = Number(search.kind ?? Number.NaN)
  return {
    kind: Number.isInteger(kind) && kind >= 0 && kind <= kindMax ? kind : undefined,
    range: isRange(search.range) ? search.range : undefined,
  }
}
