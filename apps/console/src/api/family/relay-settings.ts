import {
  type RelaySettings,
  relaySettingsDefaults,
  type SubscriptionTier,
} from '@hornets/contract/admin/relay-settings'
import { mediaTypeGroups } from '@hornets/contract/nostr'
import { dataLimitUnits, limitOfBytes } from '@hornets/contract/text/data-limit'
import { offeredKinds } from '@hornets/contract/text/kinds'
import { type Answer, type Asked, asRows, asValues, type Routes } from './route.ts'
import { readTree, saveTree } from './settings.ts'

type Values = Readonly<Record<string, unknown>>

const path = '/api/relay-settings'
const saved = { message: '' }

const kindsOffered = [...offeredKinds.keys()].map(kind => `kind${kind}`)
const typesOffered: readonly string[] = Object.values(mediaTypeGroups).flat()

const asTexts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(one => typeof one === 'string') : [])
const without = (all: readonly string[], some: readonly string[]) => all.filter(one => !some.includes(one))

/** Their servers know whitelists only: in blacklist mode, the list is what is offered and was not excluded. */
const whitelistOf = (mode: unknown, offered: readonly string[], allowed: unknown, excluded: unknown) =>
  mode === 'blacklist' ? without(offered, asTexts(excluded)) : asTexts(allowed)

function listsOf(mode: RelaySettings['mode'], kinds: readonly string[], types: readonly string[]) {
  const isOpen = mode === 'blacklist'
  return {
    mode,
    KindWhitelist: isOpen ? [] : [...kinds],
    // An empty list excludes nothing, as there.
    KindBlacklist: isOpen && kinds.length > 0 ? without(kindsOffered, kinds) : [],
    MimeTypeWhitelist: isOpen ? [] : [...types],
    MimeTypeBlacklist: isOpen && types.length > 0 ? without(typesOffered, types) : [],
  }
}

const limitForm = /^\d+(\.\d+)? (MB|GB|TB) per month$/
const tiersOf = (value: unknown): SubscriptionTier[] =>
  asRows(value).flatMap(({ datalimit, price }) =>
    limitForm.test(String(datalimit)) ? [{ datalimit: String(datalimit), price: String(price) }] : [],
  )

const timeOf = (seconds: unknown): string => new Date(Number(seconds) * 1000 || 0).toISOString()

function ours(theirs: Values): RelaySettings {
  const { mode, freeTierEnabled, freeTierLimit, moderationMode, lastUpdated, subscription_tiers } = theirs
  return {
    ...relaySettingsDefaults,
    ...listsOf(
      mode === 'blacklist' ? 'blacklist' : 'whitelist',
      asTexts(theirs.KindWhitelist),
      asTexts(theirs.MimeTypeWhitelist),
    ),
    subscription_tiers: tiersOf(subscription_tiers),
    freeTierEnabled: freeTierEnabled === true,
    ...(limitForm.test(String(freeTierLimit)) && { freeTierLimit: String(freeTierLimit) }),
    moderationMode: moderationMode === 'passive' ? 'passive' : 'strict',
    lastUpdated: timeOf(lastUpdated),
  }
}

const wanted = ({ body }: Asked): Values => asValues(body.relay_settings)

async function readWhole({ send }: Asked): Promise<Values> {
  return asValues(asValues(await send({ method: 'GET', path, body: undefined })).relay_settings)
}

const save: Answer = async asked => {
  const stored = await readWhole(asked)
  const { KindWhitelist, KindBlacklist, MimeTypeWhitelist, MimeTypeBlacklist, mode, ...rest } = {
    ...ours(stored),
    ...wanted(asked),
  }
  const { subscription_tiers, freeTierEnabled, freeTierLimit, moderationMode } = rest
  await asked.send({
    body: {
      relay_settings: {
        // What is left out would be lost.
        ...stored,
        mode,
        subscription_tiers,
        freeTierEnabled,
        freeTierLimit,
        moderationMode,
        KindWhitelist: whitelistOf(mode, kindsOffered, KindWhitelist, KindBlacklist),
        MimeTypeWhitelist: whitelistOf(mode, typesOffered, MimeTypeWhitelist, MimeTypeBlacklist),
      },
    },
  })
  return saved
}

/** 2025-05: one object, saved as a whole. */
export const relaySettingsWhole: Routes = {
  [`GET ${path}`]: async asked => ({ relay_settings: ours(await readWhole(asked)) }),
  [`POST ${path}`]: save,
}

const media = ['image', 'video', 'audio', 'binary'] as const
const mediumOf = (type: string) => media.find(name => type.startsWith(`${name}/`)) ?? 'binary'

function bytesOfLimit(limit: unknown): number {
  const [amount, unit] = String(limit).split(' ')
  return Math.round(Number(amount) * (dataLimitUnits.find(([, name]) => name === unit)?.[0] ?? 2 ** 20))
}

const isPaid = ({ price_sats }: Values) => Number(price_sats) > 0
const datalimitOf = ({ monthly_limit_bytes }: Values) => limitOfBytes(Number(monthly_limit_bytes) || 0)

/** Paid tiers without a limit have no counterpart here: they stay as they are. */
const isSellable = (tier: Values) => isPaid(tier) && tier.unlimited !== true

function oursOfTree(tree: Readonly<Record<string, Values>>): RelaySettings {
  const { event_filtering = {}, allowed_users = {} } = tree
  const tiers = asRows(allowed_users.tiers)
  const free = tiers.find(tier => !isPaid(tier))
  const definitions = Object.entries(asValues(event_filtering.media_definitions))
  const types = definitions.flatMap(([name, definition]) =>
    name === 'git' ? [] : asTexts(asValues(definition).MimePatterns),
  )
  return ours({
    mode: event_filtering.allow_unregistered_kinds === true ? 'blacklist' : 'whitelist',
    KindWhitelist: event_filtering.kind_whitelist,
    MimeTypeWhitelist: types,
    moderationMode: event_filtering.moderation_mode,
    subscription_tiers: tiers
      .filter(isSellable)
      .map(tier => ({ datalimit: datalimitOf(tier), price: String(tier.price_sats) })),
    freeTierEnabled: free !== undefined,
    ...(free && { freeTierLimit: datalimitOf(free) }),
    lastUpdated: allowed_users.last_updated,
  })
}

const tierOf = ({ datalimit, price }: Values, known: readonly Values[]): Values => {
  const price_sats = Number(price)
  const monthly_limit_bytes = bytesOfLimit(datalimit)
  const isSame = (tier: Values) =>
    Number(tier.price_sats) === price_sats && Number(tier.monthly_limit_bytes) === monthly_limit_bytes
  return known.find(isSame) ?? { name: String(datalimit), price_sats, monthly_limit_bytes, unlimited: false }
}

function eventFiltering(stored: Values, next: RelaySettings, changes: Values): Values {
  const { mode } = next
  const types = whitelistOf(mode, typesOffered, next.MimeTypeWhitelist, next.MimeTypeBlacklist)
  const definitions = asValues(stored.media_definitions)
  const isAbout = (...names: readonly string[]) => names.some(name => name in changes)
  return {
    ...stored,
    moderation_mode: next.moderationMode,
    ...(isAbout('mode', 'KindWhitelist', 'KindBlacklist') && {
      allow_unregistered_kinds: mode === 'blacklist',
      kind_whitelist: whitelistOf(mode, kindsOffered, next.KindWhitelist, next.KindBlacklist),
    }),
    ...(isAbout('mode', 'MimeTypeWhitelist', 'MimeTypeBlacklist') && {
      media_definitions: {
        ...definitions,
        ...Object.fromEntries(
          media.map(name => [
            name,
            { ...asValues(definitions[name]), MimePatterns: types.filter(type => mediumOf(type) === name) },
          ]),
        ),
      },
    }),
  }
}

function allowedUsers(stored: Values, next: RelaySettings): Values {
  const known = asRows(stored.tiers)
  const free = { datalimit: next.freeTierLimit, price: '0' }
  return {
    ...stored,
    tiers: [
      ...(next.freeTierEnabled ? [tierOf(free, known)] : []),
      ...next.subscription_tiers.map(tier => tierOf({ ...tier }, known)),
      ...known.filter(tier => isPaid(tier) && !isSellable(tier)),
    ],
  }
}

const saveInTree: Answer = async asked => {
  const tree = await readTree(asked)
  const changes = wanted(asked)
  const next: RelaySettings = { ...oursOfTree(tree), ...changes }
  const isSold = ['subscription_tiers', 'freeTierEnabled', 'freeTierLimit'].some(name => name in changes)
  await saveTree(asked, {
    event_filtering: eventFiltering(tree.event_filtering ?? {}, next, changes),
    ...(isSold && { allowed_users: allowedUsers(tree.allowed_users ?? {}, next) }),
  })
  return saved
}

/** 2026-04: two parts of the tree. */
export const relaySettingsOfTree: Routes = {
  [`GET ${path}`]: async asked => ({ relay_settings: oursOfTree(await readTree(asked)) }),
  [`POST ${path}`]: saveInTree,
}
