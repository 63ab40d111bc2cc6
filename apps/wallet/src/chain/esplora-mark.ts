import { confirmationsTold } from '@hornets/contract/wallet/accounting'
import type { z } from 'zod'
import { type EsploraTransaction, placeOf, type scriptStats } from './esplora-schemas.ts'

/** How far a script has been read. Its server counts what it has of it, and tells the newest first. */
export interface Mark {
  /** Confirmed ones that were counted when all of them had been read last. */
  readonly confirmed: number
  /** What was counted in the mempool then; empty where a part was not told: several machines may answer, one a block behind. */
  readonly loose: string
  /** So many of the confirmed ones lie in blocks up to a height below which nothing moves any more; the others are told anew. */
  readonly settled: number
  readonly settledHeight: number
}

const unread: Mark = { confirmed: 0, loose: '0.0.0', settled: 0, settledHeight: 0 }
type Stats = z.infer<typeof scriptStats>

/** `confirmed/loose/settled/settledHeight`; one of an older version is as none: its script is read whole once. */
export function readMark(text: string | undefined): Mark {
  const [confirmed, loose, settled, settledHeight] = text?.split('/') ?? []
  if (loose === undefined) return unread
  return {
    confirmed: Number(confirmed),
    loose,
    settled: Number(settled ?? 0),
    settledHeight: Number(settledHeight ?? 0),
  }
}

export function writeMark({ confirmed, loose, settled, settledHeight }: Mark): string {
  return [confirmed, loose, ...(settledHeight > 0 ? [settled, settledHeight] : [])].join('/')
}

/** A part of it is missing. */
export const isPartly = (text: string | undefined): boolean => text !== undefined && readMark(text).loose === ''
/** A replacement that pays us the same shows in no count: where something is unconfirmed, it is read every time. */
export const isLoose = (text: string | undefined): boolean => readMark(text).loose !== unread.loose

/** Is there nothing that has not been read? */
export function isAsBefore(mark: Mark, { chain_stats: chain, mempool_stats: mempool }: Stats): boolean {
  return mark.confirmed === chain.tx_count && mark.loose === looseOf(mempool) && mempool.tx_count === 0
}

/** Have all confirmed ones been told that may be news? */
export function isRead(mark: Mark, told: readonly EsploraTransaction[], { chain_stats: chain }: Stats): boolean {
  return mark.confirmed === chain.tx_count || mark.settled + heightsOf(told, mark).length >= chain.tx_count
}

/**
 * How far it has been read with what was told now.
 * @param missing what of it could not be taken in
 * @param tipHeight of the chain
 */
export function markAfter(
  mark: Mark,
  stats: Stats,
  { told, missing, tipHeight }: { told: readonly EsploraTransaction[]; missing: number; tipHeight: number },
): Mark {
  const isCounted = mark.confirmed === stats.chain_stats.tx_count
  // Missing a second time, it may be what was counted before that is wrong: the next one reads it all.
  if (!isCounted && (missing > 0 || !isRead(mark, told, stats)))
    return mark.loose === '' ? { ...unread, loose: '' } : { ...mark, loose: '' }
  const isWhole = missing === 0 && told.filter(one => !one.status.confirmed).length >= stats.mempool_stats.tx_count
  const loose = isWhole ? looseOf(stats.mempool_stats) : ''
  if (isCounted) return { ...mark, loose }
  const settledHeight = Math.max(mark.settledHeight, tipHeight - confirmationsTold)
  const settled = mark.settled + heightsOf(told, mark).filter(height => height <= settledHeight).length
  return { confirmed: stats.chain_stats.tx_count, loose, settled, settledHeight }
}

/** Of the confirmed ones above what is settled. */
export function heightsOf(told: readonly EsploraTransaction[], { settledHeight }: Mark): number[] {
  return told
    .map(placeOf)
    .flatMap(place => (place.kind === 'block' && place.height > settledHeight ? [place.height] : []))
}

function looseOf({ tx_count, funded_txo_sum, spent_txo_sum }: Stats['mempool_stats']): string {
  return [tx_count, funded_txo_sum, spent_txo_sum].join('.')
}
