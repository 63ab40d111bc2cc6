import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import { dayMs } from './ledger/notices.ts'
import type { EndRange } from './subscribers-store.ts'

export function endsOf(
  now: number,
  { graceDays, readOnlyDays }: Pick<RelaySettings, 'graceDays' | 'readOnlyDays'>,
): Record<'active' | 'grace' | 'read_only' | 'ended', EndRange> {
  // In whole milliseconds, an end is in the future from the next millisecond on.
  const alive = now + 1
  const writing = alive - graceDays * dayMs
  const reminded = writing - readOnlyDays * dayMs
  return {
    active: { from: alive, to: Number.MAX_SAFE_INTEGER },
    grace: { from: writing, to: alive },
    read_only: { from: reminded, to: writing },
    ended: { from: 0, to: reminded },
  }
}
