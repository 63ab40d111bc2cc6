import type { RelayStatus, Trouble } from '@hornets/contract/admin/live'
import type { FreeSpace } from '@hornets/server/disk/free-space'
import type { PublicListener } from '../listeners/public-listener.ts'
import type { MaintenanceState } from '../maintenance/maintenance.ts'
import type { RelayNames } from '../nostr/relay-info/relay-names.ts'
import type { Statistics } from '../statistics/statistics.ts'
import { version } from '../version.ts'

export interface StatusSources {
  readonly statistics: Pick<Statistics, 'service' | 'traffic'>
  readonly nostr: { readonly verifier: string }
  readonly connections: () => number
  readonly isPublicOpen: () => boolean
  readonly maintenance: MaintenanceState
  readonly freeSpace: Pick<FreeSpace, 'freeBytes' | 'isTight' | 'reserveBytes'>
  readonly names: Pick<RelayNames, 'addresses' | 'unknown'>
  readonly publicListener: Pick<PublicListener, 'port'>
  readonly integrity: { damaged(): readonly string[] }
  readonly isAccountsAway: () => boolean
  readonly databases: Readonly<Record<string, { isLocked(): boolean }>>
  readonly startedAt: string
  readonly info: () => { readonly relayname: string; readonly relayicon: string }
}

export function relayStatusOf(sources: StatusSources): () => Promise<RelayStatus> {
  const { statistics, nostr, connections, isPublicOpen, maintenance, startedAt } = sources
  return async () => {
    const work = maintenance.current()
    const troubles = troublesOf(sources)
    const address = addressOf(sources)
    const { relayname, relayicon } = sources.info()
    const { kinds, photos, videos, audio, misc } = await statistics.service.relayCount()
    return {
      version,
      startedAt,
      name: relayname,
      ...(relayicon !== '' && { icon: relayicon }),
      ...(address !== undefined && { address }),
      publicListener: isPublicOpen(),
      connections: connections(),
      eventsLastMinute: statistics.traffic.eventsLastMinute(),
      refusedLastMinute: statistics.traffic.refusedLastMinute(),
      storedEvents: kinds,
      storedFiles: photos + videos + audio + misc,
      verifier: nostr.verifier,
      ...(work && { maintenance: true, maintenanceReason: work.reason }),
      ...(troubles.length > 0 && { troubles }),
    }
  }
}

/** Without a name of its own it is reached on this machine only. */
function addressOf({ names, publicListener }: StatusSources): string | undefined {
  const [main] = names.addresses()
  const port = publicListener.port()
  return main ?? (port === undefined ? undefined : `ws://127.0.0.1:${port}`)
}

function troublesOf({ freeSpace, names, integrity, databases, isAccountsAway }: StatusSources): Trouble[] {
  const locked = Object.keys(databases).filter(file => databases[file]?.isLocked())
  const { freeBytes, reserveBytes } = freeSpace
  return [
    ...(freeSpace.isTight() ? [{ kind: 'disk_full', freeBytes, reserveBytes } as const] : []),
    ...integrity.damaged().map(file => ({ kind: 'database_damaged', file }) as const),
    ...(isAccountsAway() ? [{ kind: 'database_away' } as const] : []),
    ...locked.map(file => ({ kind: 'database_locked', file }) as const),
    ...names.unknown().map(found => ({ kind: 'unknown_name', ...found }) as const),
  ]
}
