import type { getHistory, HistoryBin, HistoryRange } from '@hornets/contract/admin/statistics'
import type * as z from 'zod/mini'
import { formatDateTime, formatDay, formatTime } from '../../../ui/text/format.ts'

export type History = z.infer<(typeof getHistory.answers)[200]>

export interface HistoryRow extends HistoryBin {
  readonly before: HistoryBin | undefined
}

export type Figure = 'accepted' | 'refused' | 'connections' | 'notes_bytes' | 'media_bytes'

export const rowsOf = ({ bins, before }: Pick<History, 'bins' | 'before'>): HistoryRow[] =>
  bins.map((bin, index) => ({ ...bin, before: before[index] }))

/** The rows' sum; null if nothing is known. */
export function totalOf(rows: readonly (HistoryBin | undefined)[], figure: 'accepted' | 'refused'): number | null {
  const known = rows.flatMap(row => row?.[figure] ?? [])
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** What is stored at the end; null if it is not known. */
export function lastOf(rows: readonly (HistoryBin | undefined)[]): number | null {
  const last = rows.findLast(row => typeof row?.notes_bytes === 'number' && typeof row.media_bytes === 'number')
  return last ? (last.notes_bytes ?? 0) + (last.media_bytes ?? 0) : null
}

/** By how much more, or less if negative, than before; null without anything to compare with. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : now / before - 1

const isShort = (range: HistoryRange) => range === '1h' || range === '6h' || range === '24h'

export const tickOf = (range: HistoryRange, at: string): string =>
  isShort(range) ? formatTime(at) : formatDay(at).replace(/,? ?\d{4}$/, '')

/** The time of a bin in words. */
export function nameOf(seconds: number, at: string): string {
  const end = new Date(Date.parse(at) + seconds * 1000)
  if (seconds < 86_400) return `${formatDateTime(at)} – ${formatTime(end)}`
  return `${formatDateTime(at)} – ${formatDateTime(end)}`
}
