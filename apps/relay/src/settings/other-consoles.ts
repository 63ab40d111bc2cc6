import type { PostedRelaySettings, RelaySettings, SentRelaySettings } from '@hornets/contract/admin/relay-settings'
import { mediaTypeGroups } from '@hornets/contract/nostr'
import { offeredKinds } from '@hornets/contract/text/kinds'

/** Relay settings as other consoles of the family read and send them. */

const kindsOffered = [...offeredKinds.keys()].map(kind => `kind${kind}`)
const typesOffered: readonly string[] = Object.values(mediaTypeGroups).flat()

export function forOtherConsoles(settings: RelaySettings) {
  return {
    ...settings,
    maxFileSize: settings.maxfilesize,
    protocol: ['WebSocket'],
    chunked: [],
    chunksize: '',
    isFileStorageActive: true,
  }
}

/** In blacklist mode theirs send both whitelists with everything offered: what is left of that is refused. */
export function fromAnyConsole(sent: SentRelaySettings, current: Readonly<RelaySettings>): PostedRelaySettings {
  const { maxfilesize, maxfilesizeunit, ...others } = sent
  const posted: PostedRelaySettings = {
    ...others,
    ...(maxfilesize && { maxfilesize }),
    ...(maxfilesizeunit && { maxfilesizeunit }),
  }
  const { mode, KindWhitelist, MimeTypeWhitelist, KindBlacklist, MimeTypeBlacklist, ...rest } = posted
  if (mode !== 'blacklist' || !KindWhitelist || !MimeTypeWhitelist || KindBlacklist || MimeTypeBlacklist) return posted
  return {
    ...rest,
    mode,
    KindBlacklist: complement(kindsOffered, KindWhitelist, current.KindBlacklist),
    ...(!rest.MimeTypeGroups && {
      MimeTypeBlacklist: complement(typesOffered, MimeTypeWhitelist, current.MimeTypeBlacklist),
    }),
  }
}

function complement(offered: readonly string[], accepted: readonly string[], refused: readonly string[]): string[] {
  return [
    ...offered.filter(one => !accepted.includes(one)),
    ...refused.filter(one => !offered.includes(one) && !accepted.includes(one)),
  ]
}
