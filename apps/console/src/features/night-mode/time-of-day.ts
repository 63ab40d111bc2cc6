import { formatTime } from '../../ui/text/format.ts'
import { hourMs } from '../../ui/theme/night-time.ts'

/** Milliseconds from midnight as a localized time: 20:00, 8:00 PM. */
export function timeOfDay(ms: number): string {
  // A fixed date without a daylight-saving change.
  return formatTime(new Date(2026, 0, 1, Math.floor(ms / hourMs), Math.floor((ms % hourMs) / 60_000)))
}
