import { kindMax } from '@hornets/contract/nostr'

export interface StatisticsSearch {
  readonly kind?: number
}

/** Reads the URL's query; invalid parts are ignored. */
export function readStatisticsSearch(search: Readonly<Record<string, unknown>>): StatisticsSearch {
  const kind = Number(search.kind ?? Number.NaN)
  return { kind: Number.isInteger(kind) && kind >= 0 && kind <= kindMax ? kind : undefined }
}
