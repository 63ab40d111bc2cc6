import type { RelayStatus } from '@hornets/contract/admin/live'
import type { MaintenanceState } from '../admin/maintenance.ts'
import type { Statistics } from '../statistics/statistics.ts'
import { version } from '../version.ts'

export interface StatusSources {
  readonly statistics: Pick<Statistics, 'service' | 'traffic'>
  readonly nostr: { readonly verifier: string }
  readonly connections: () => number
  readonly isPublicOpen: () => boolean
  readonly maintenance: MaintenanceState
  /** RFC 3339, UTC. */
  readonly startedAt: string
}

/** How the relay stands, as the console asks it and as the live stream tells it. */
export function relayStatusOf(sources: StatusSources): () => Promise<RelayStatus> {
  const { statistics, nostr, connections, isPublicOpen, maintenance, startedAt } = sources
  return async () => {
    const work = maintenance.current()
    const { kinds, photos, videos, audio, misc } = await statistics.service.relayCount()
    return {
      version,
      startedAt,
      publicListener: isPublicOpen(),
      connections: connections(),
      eventsLastMinute: statistics.traffic.eventsLastMinute(),
      refusedLastMinute: statistics.traffic.refusedLastMinute(),
      storedEvents: kinds,
      storedFiles: photos + videos + audio + misc,
      verifier: nostr.verifier,
      ...(work && { maintenance: true, maintenanceReason: work.reason }),
    }
  }
}
