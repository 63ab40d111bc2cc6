import { general, relayInfo } from '@hornets/contract/admin/settings'
import type { LiveRelaySettings, Settings } from '../settings/settings.ts'
import type { Sources } from './published-kind.ts'
import { publishedKinds } from './published-kinds.ts'
import { Publisher, type PublisherParts } from './publisher.ts'

interface Parts extends Pick<PublisherParts, 'events' | 'bus' | 'now' | 'logger'> {
  readonly settings: Settings
  readonly relaySettings: Pick<LiveRelaySettings, 'current'>
  readonly membersToName: () => ReadonlySet<string> | null
  readonly rolesToName: () => Sources['roles']
}

export function openPublisher({ settings, relaySettings, events, bus, now, logger, ...naming }: Parts): Publisher {
  const publisher = new Publisher({
    settings,
    events,
    bus,
    now,
    logger,
    kinds: publishedKinds,
    sources: () => ({
      relaySettings: relaySettings.current(),
      relayInfo: settings.get(relayInfo),
      members: naming.membersToName(),
      roles: naming.rolesToName(),
    }),
  })
  settings.onChange(general, () => publisher.refresh())
  publisher.refresh()
  return publisher
}
