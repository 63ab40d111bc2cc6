import type { AccessChange, AccessRights } from '@hornets/contract/admin/access-rights'
import type { PostedRelaySettings, RelaySettings, SubscriptionTier } from '@hornets/contract/admin/relay-settings'
import { mediaTypeGroups } from '@hornets/contract/nostr'
import { limitOfBytes } from '@hornets/contract/text/data-limit'
import { kindNames, offeredKinds } from '@hornets/contract/text/kinds'
import { bytesOfLimit } from '../subscriptions/ledger/tier.ts'

/** `event_filtering` and `allowed_users` of their settings tree, which say together what relay settings and access say. */

type Part = Readonly<Record<string, unknown>>

const kindsOffered = [...offeredKinds.keys()].map(kind => `kind${kind}`)
const media = {
  image: { types: mediaTypeGroups.images, all: 'image/*' },
  video: { types: mediaTypeGroups.videos, all: 'video/*' },
  audio: { types: mediaTypeGroups.audio, all: 'audio/*' },
  binary: { types: [...mediaTypeGroups.documents, ...mediaTypeGroups.compressed, ...mediaTypeGroups.other], all: '' },
} as const
const typesOffered: readonly string[] = Object.values(media).flatMap(({ types }) => types)
const unitMegabytes = { KB: 1 / 1024, MB: 1, GB: 1024 } as const

export function showEventFiltering(settings: Readonly<RelaySettings>): Part {
  const { mode, KindWhitelist, KindBlacklist, moderationMode } = settings
  const isOpen = mode === 'blacklist' || KindWhitelist.length === 0
  const MaxSizeMB = Math.ceil(settings.maxfilesize * unitMegabytes[settings.maxfilesizeunit])
  const definition = (MimePatterns: readonly string[]) => ({ MimePatterns, Extensions: [], MaxSizeMB })
  return {
    allow_unregistered_kinds: isOpen,
    dynamic_kinds: { enabled: false, allowed_kinds: [] },
    kind_whitelist: isOpen ? kindsOffered.filter(kind => !KindBlacklist.includes(kind)) : KindWhitelist,
    media_definitions: {
      ...Object.fromEntries(Object.keys(media).map(name => [name, definition(patternsOf(name as Medium, settings))])),
      git: definition([]),
    },
    moderation_mode: moderationMode,
    protocols: { enabled: false, allowed_protocols: [] },
    registered_kinds: [...kindNames.keys()],
  }
}

type Medium = keyof typeof media

function patternsOf(name: Medium, { mode, MimeTypeWhitelist, MimeTypeBlacklist }: Readonly<RelaySettings>) {
  const { types, all } = media[name]
  const isOf = (type: string) => (all ? type.startsWith(all.slice(0, -1)) : !/^(image|video|audio)\//.test(type))
  if (mode === 'whitelist' && MimeTypeWhitelist.length > 0) return MimeTypeWhitelist.filter(isOf)
  const refused = mode === 'blacklist' ? MimeTypeBlacklist.filter(isOf) : []
  return all && refused.length === 0 ? [all] : types.filter(type => !refused.includes(type))
}

export function takeEventFiltering(sent: Part, shown: Part, settings: Readonly<RelaySettings>): PostedRelaySettings {
  const isChanged = (name: string) => sent[name] !== undefined && !isSame(sent[name], shown[name])
  const wanted = { ...shown, ...sent }
  const isOpen = wanted.allow_unregistered_kinds === true
  const kinds = (wanted.kind_whitelist ?? []) as string[]
  const isAboutKinds = isChanged('allow_unregistered_kinds') || isChanged('kind_whitelist')
  return {
    ...(isChanged('moderation_mode') && { moderationMode: sent.moderation_mode as 'strict' }),
    ...(isAboutKinds &&
      isOpen && { mode: 'blacklist', KindBlacklist: refusedBy(kindsOffered, kinds, settings.KindBlacklist) }),
    ...(isAboutKinds && !isOpen && { mode: 'whitelist', KindWhitelist: kinds }),
    ...(isChanged('media_definitions') &&
      takeMedia(sent.media_definitions as Part, settings, isAboutKinds ? isOpen : settings.mode === 'blacklist')),
  }
}

function takeMedia(sent: Part, settings: Readonly<RelaySettings>, isOpen: boolean): PostedRelaySettings {
  const shown = showEventFiltering(settings).media_definitions as Record<string, Part>
  const wanted = Object.entries({ ...shown, ...sent }) as [string, Part][]
  const patterns = wanted.flatMap(([name, { MimePatterns }]) =>
    name === 'git' ? [] : ((MimePatterns ?? []) as string[]),
  )
  const sizes = wanted.flatMap(([, { MaxSizeMB }]) => (typeof MaxSizeMB === 'number' ? [MaxSizeMB] : []))
  const maxfilesize = Math.max(1, ...sizes)
  const isLarger = maxfilesize !== Number(shown.image?.MaxSizeMB)
  const accepts = (type: string) =>
    patterns.some(pattern => pattern === type || (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1))))
  const accepted = typesOffered.filter(accepts)
  return {
    ...(isLarger && { maxfilesize, maxfilesizeunit: 'MB' }),
    ...(isOpen
      ? { MimeTypeBlacklist: refusedBy(typesOffered, accepted, settings.MimeTypeBlacklist) }
      : { MimeTypeWhitelist: patterns }),
  }
}

const refusedBy = (offered: readonly string[], accepted: readonly string[], refused: readonly string[]) => [
  ...offered.filter(one => !accepted.includes(one)),
  ...refused.filter(one => !offered.includes(one) && !accepted.includes(one)),
]

const writeNames: Readonly<Record<AccessRights['write'], keyof typeof modeNames>> = {
  everyone: 'all_users',
  listed: 'allowed_users',
  invited: 'allowed_users',
  trusted: 'allowed_users',
  paying: 'paid_users',
}
const writeModes: Readonly<Record<string, AccessRights['write']>> = {
  all_users: 'everyone',
  allowed_users: 'listed',
  paid_users: 'paying',
  'only-me': 'listed',
}
/** What their modes mean where nothing else is said. */
const modes: Readonly<Record<string, string>> = {
  public: 'all_users',
  'invite-only': 'allowed_users',
  subscription: 'paid_users',
  'only-me': 'only-me',
}
const modeNames = { all_users: 'public', allowed_users: 'invite-only', paid_users: 'subscription' } as const

export function showAllowedUsers(settings: Readonly<RelaySettings>, { write, read }: AccessRights): Part {
  const writing = writeNames[write]
  const free = {
    name: 'Free',
    price_sats: 0,
    monthly_limit_bytes: bytesOfLimit(settings.freeTierLimit),
    unlimited: false,
  }
  const changed = Date.parse(settings.lastUpdated)
  return {
    mode: modeNames[writing],
    write: writing,
    read: read === 'writers' ? (writing === 'paid_users' ? writing : 'allowed_users') : 'all_users',
    tiers: [
      ...(settings.freeTierEnabled ? [free] : []),
      ...settings.subscription_tiers.map(({ datalimit, price }) => ({
        name: datalimit,
        price_sats: Number(price),
        monthly_limit_bytes: bytesOfLimit(datalimit),
        unlimited: false,
      })),
    ],
    last_updated: changed > 0 ? Math.floor(changed / 1000) : 0,
  }
}

export interface WritersChange {
  readonly access: AccessChange
  readonly relaySettings: PostedRelaySettings
}

/** What a changed part means. Undefined for tiers that cannot be sold here: without a limit, for money. */
export function takeAllowedUsers(
  sent: Part,
  shown: Part,
  settings: Readonly<RelaySettings>,
): WritersChange | undefined {
  const isChanged = (name: string) => sent[name] !== undefined && !isSame(sent[name], shown[name])
  const byMode = isChanged('mode') ? modes[String(sent.mode)] : undefined
  const writing = isChanged('write') && sent.write !== '' ? String(sent.write) : byMode
  const reading = isChanged('read') && sent.read !== '' ? String(sent.read) : byMode
  const write = writing === undefined ? undefined : writeModes[writing]
  const access: AccessChange = {
    ...(write && { write }),
    ...(reading && { read: reading === 'all_users' ? 'everyone' : 'writers' }),
  }
  if (!isChanged('tiers')) return { access, relaySettings: {} }
  const tiers = (sent.tiers ?? []) as { price_sats?: unknown; monthly_limit_bytes?: unknown; unlimited?: unknown }[]
  const paid = tiers.filter(({ price_sats }) => Number(price_sats) > 0)
  if (paid.some(({ unlimited }) => unlimited === true)) return undefined
  const free = tiers.find(tier => !paid.includes(tier))
  const isFree = free !== undefined && free.unlimited !== true
  return {
    access,
    relaySettings: {
      subscription_tiers: paid.map(tier => tierOf(tier, settings.subscription_tiers)),
      freeTierEnabled: isFree,
      ...(isFree && { freeTierLimit: limitOfBytes(Number(free.monthly_limit_bytes)) }),
    },
  }
}

/** With what else the tier gives, if it is one that is there. */
function tierOf(sent: { price_sats?: unknown; monthly_limit_bytes?: unknown }, known: readonly SubscriptionTier[]) {
  const price = String(sent.price_sats)
  const bytes = Number(sent.monthly_limit_bytes)
  const same = known.find(tier => tier.price === price && bytesOfLimit(tier.datalimit) === bytes)
  return same ?? { datalimit: limitOfBytes(bytes), price }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
