import { confirmationsReported } from '@hornets/contract/wallet/accounting'
import type { z } from 'zod'
import { type EsploraTransaction, placeOf, type scriptStats } from './esplora-schemas.ts'

/** How far a script was read. The server counts its transactions and lists the newest first. */
export interface Mark {
  /** Count of confirmed ones when all were last read. */
  readonly confirmed: number
  /** The mempool count at that time; empty if a part was missing: several machines may answer, one a block behind. */
  readonly loose: string
  /** The number of confirmed ones below a height where nothing changes; later ones are reported again. */
  readonly settled: number
  readonly settledHeight: number
}

const unread: Mark = { confirmed: 0, loose: '0.0.0', settled: 0, settledHeight: 0 }
type Stats = z.infer<typeof scriptStats>

/** `confirmed/loose/settled/settledHeight`; marks of older versions count as none: their script is read completely. */
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

export const isPartly = (text: string | undefined): boolean => text !== undefined && readMark(text).loose === ''
/** A replacement that pays us the same changes no count, so scripts with unconfirmed payments are read every time. */
export const isLoose = (text: string | undefined): boolean => readMark(text).loose !== unread.loose

/** Whether everything was already read. */
export function isAsBefore(mark: Mark, { chain_stats: chain, mempool_stats: mempool }: Stats): boolean {
  return mark.confirmed === chain.tx_count && mark.loose === looseOf(mempool) && mempool.tx_count === 0
}

/** Whether all possibly new confirmed ones were reported. */
export function isRead(mark: Mark, listed: readonly EsploraTransaction[], { chain_stats: chain }: Stats): boolean {
  return mark.confirmed === chain.tx_count || mark.settled + heightsOf(listed, mark).length >= chain.tx_count
}

/** `missing`: number of transactions that could not be stored. */
export function markAfter(
  mark: Mark,
  stats: Stats,
  { listed, missing, tipHeight }: { listed: readonly EsploraTransaction[]; missing: number; tipHeight: number },
): Mark {
  const isCounted = mark.confirmed === stats.chain_stats.tx_count
  // If something is missing twice, the earlier count may be wrong: the next one reads everything.
  if (!isCounted && (missing > 0 || !isRead(mark, listed, stats)))
    return mark.loose === '' ? { ...unread, loose: '' } : { ...mark, loose: '' }
  const isWhole = missing === 0 && listed.filter(one => !one.status.confirmed).length >= stats.mempool_stats.tx_count
  const loose = isWhole ? looseOf(stats.mempool_stats) : ''
  if (isCounted) return { ...mark, loose }
  const settledHeight = Math.max(mark.settledHeight, tipHeight - confirmationsReported)
  const settled = mark.settled + heightsOf(listed, mark).filter(height => height <= settledHeight).length
  return { confirmed: stats.chain_stats.tx_count, loose, settled, settledHeight }
}

/** Heights of confirmed ones above the settled height. */
export function heightsOf(listed: readonly EsploraTransaction[], { settledHeight }: Mark): number[] {
  return listed
    .map(placeOf)
    .flatMap(place => (place.kind === 'block' && place.height > settledHeight ? [place.height] : []))
}

function looseOf({ tx_count, funded_txo_sum, spent_txo_sum }: Stats['mempool_stats']): string {
  return [tx_count, funded_txo_sum, spent_txo_sum].join('.')
}
