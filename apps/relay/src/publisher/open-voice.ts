import type { NostrEvent } from '@hornets/contract'
import { general } from '@hornets/contract/admin/settings'
import type { LiveRelaySettings, Settings } from '../settings/settings.ts'
import { publishedKinds } from './published-kinds.ts'
import { Voice, type VoiceParts } from './voice.ts'

interface Parts extends Pick<VoiceParts, 'events' | 'now' | 'logger'> {
  readonly settings: Settings
  readonly relaySettings: Pick<LiveRelaySettings, 'current'>
  readonly nostr: { hand(event: NostrEvent, json: string): void }
}

/** The voice of a running relay: publishes what is due, and everything again under a new key. */
export function openVoice({ settings, relaySettings, nostr, events, now, logger }: Parts): Voice {
  const voice = new Voice({
    ...{ settings, events, now, logger, kinds: publishedKinds },
    sources: () => ({ relaySettings: relaySettings.current() }),
    hand: nostr.hand.bind(nostr),
  })
  settings.onChange(general, () => voice.speak())
  voice.speak()
  return voice
}
