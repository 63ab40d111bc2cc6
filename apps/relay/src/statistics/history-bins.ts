import type { HistoryBin, HistoryRange } from '@hornets/contract/admin/statistics'
import type { TrafficSpan } from './span-store.ts'

export const ranges: Readonly<Record<HistoryRange, { bins: number; binSeconds: number; spanSeconds: number }>> = {
  '1h': { bins: 60, binSeconds: 60, spanSeconds: 60 },
  '6h': { bins: 72, binSeconds: 300, spanSeconds: 300 },
  '24h': { bins: 48, binSeconds: 1800, spanSeconds: 300 },
  '7d': { bins: 56, binSeconds: 3 * 3600, spanSeconds: 3600 },
  '30d': { bins: 30, binSeconds: 86_400, spanSeconds: 3600 },
  '1y': { bins: 52, binSeconds: 7 * 86_400, spanSeconds: 3600 },
}

/** The beginning of a range's first bin. Its last one has `seconds`. */
export function firstOf(range: HistoryRange, seconds: number): number {
  const { bins, binSeconds } = ranges[range]
  return seconds - (seconds % binSeconds) - (bins - 1) * binSeconds
}

/** Joins ascending spans to bins from `first` on. A bin without spans is unknown, not zero. */
export function binsOf(range: HistoryRange, first: number, spans: readonly TrafficSpan[]): HistoryBin[] {
  const { bins, binSeconds } = ranges[range]
  const groups = Array.from({ length: bins }, (): TrafficSpan[] => [])
  for (const span of spans) groups[Math.floor((span.start - first) / binSeconds)]?.push(span)
  return groups.map((group, index) => {
    const sum = (key: 'accepted' | 'refused') =>
      group.length === 0 ? null : group.reduce((total, span) => total + span[key], 0)
    return {
      at: new Date((first + index * binSeconds) * 1000).toISOString(),
      accepted: sum('accepted'),
      refused: sum('refused'),
      connections: group.length === 0 ? null : Math.max(...group.map(span => span.connections)),
      notes_bytes: group.findLast(span => span.notes !== null)?.notes ?? null,
      media_bytes: group.findLast(span => span.media !== null)?.media ?? null,
    }
  })
}
