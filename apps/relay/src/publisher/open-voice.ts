import { general, relayInfo } from '@hornets/contract/admin/settings'
import type { LiveRelaySettings, Settings } from '../settings/settings.ts'
import type { Sources } from './published-kind.ts'
import { publishedKinds } from './published-kinds.ts'
import { Voice, type VoiceParts } from './voice.ts'

interface Parts extends Pick<VoiceParts, 'events' | 'bus' | 'now' | 'logger'> {
  readonly settings: Settings
  readonly relaySettings: Pick<LiveRelaySettings, 'current'>
  readonly membersToName: () => ReadonlySet<string> | null
  readonly rolesToName: () => Sources['roles']
}

/** The voice of a running relay: publishes what is due, and everything again under a new key. */
export function openVoice({ settings, relaySettings, events, bus, now, logger, ...naming }: Parts): Voice {
  const voice = new Voice({
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
  settings.onChange(general, () => voice.speak())
  voice.speak()
  return voice
}
