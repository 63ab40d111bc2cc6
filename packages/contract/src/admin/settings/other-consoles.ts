import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { nostrEvent } from '../../nostr.ts'
import { calculateTxSize, spendOrder } from '../../wallet/spending.ts'
import { putAccessEntries, removeAccessEntries } from '../access-lists.ts'
import { saveAccess } from '../access-rights.ts'
import { pubkeyInput } from '../accounts/auth.ts'
import { pagination } from '../notifications/notification-page.ts'
import { relaySettings, saveRelaySettings } from '../relay-settings.ts'
import { saveSettings } from './index.ts'

const tag = 'Other consoles'
const done = z.object({ success: z.literal(true), message: z.string() })
const session = { tag, access: 'session', errors: [] } as const
const reading = { ...session, method: 'GET', role: 'viewer' } as const
const count = z.int()

export const countRelay = defineEndpoint({
  ...reading,
  path: '/api/relay/count',
  summary: 'Stored events, and stored files by group, in the words of both dialects',
  staleOn: ['statistics'],
  answers: {
    200: z.object({
      kinds: count,
      photos: count,
      videos: count,
      audio: count,
      misc: count,
      image: count,
      video: count,
      binary: count,
      git: count,
    }),
  },
})

/** A part of the tree; each of their consoles knows its own members. */
const part = z.record(z.string(), z.unknown())
const tree = z.record(z.string(), part)

export const settingsParts = [
  'allowed_users',
  'content_filtering',
  'event_filtering',
  'external_services',
  'logging',
  'nip_mappings',
  'push_notifications',
  'relay',
  'server',
] as const

export const getSettingsTree = defineEndpoint({
  ...reading,
  role: 'operator',
  path: '/api/settings',
  summary: 'All settings as one tree, secrets masked',
  staleOn: ['settings', 'relay_settings', 'access'],
  answers: { 200: z.object({ settings: tree }) },
})

const saving = {
  ...session,
  role: 'operator',
  demo: 'plays',
  audit: { groups: saveSettings.audit, relay: saveRelaySettings.audit, access: saveAccess.audit },
  answers: { 200: done },
  errors: ['invalid_fields', 'password_needed'],
} as const

/** What counts of the two parts that say who writes what; null is Go's empty list. */
const sentEventFiltering = z.partial(
  z.object({
    allow_unregistered_kinds: z.boolean(),
    kind_whitelist: z.nullable(relaySettings.shape.KindWhitelist),
    moderation_mode: relaySettings.shape.moderationMode,
    media_definitions: z.record(
      z.string(),
      z.object({
        MimePatterns: z.optional(z.nullable(relaySettings.shape.MimeTypeWhitelist)),
        MaxSizeMB: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
      }),
    ),
  }),
)
const scope = z.enum(['', 'all_users', 'allowed_users', 'paid_users', 'only-me'])
const sentAllowedUsers = z.partial(
  z.object({
    mode: z.enum(['public', 'invite-only', 'subscription', 'only-me']),
    write: scope,
    read: scope,
    tiers: z.nullable(
      z.array(
        z.object({
          price_sats: z.int().check(z.minimum(0), z.maximum(999_999_999_999_999)),
          monthly_limit_bytes: z.int().check(z.minimum(0), z.maximum(2 ** 52)),
          unlimited: z.optional(z.boolean()),
        }),
      ),
    ),
  }),
)

export const sentTree = z.object({
  settings: z.object({ event_filtering: z.optional(sentEventFiltering), allowed_users: z.optional(sentAllowedUsers) }),
})

export const saveSettingsTree = defineEndpoint({
  ...saving,
  method: 'POST',
  path: '/api/settings',
  summary: 'Change parts of the tree; what is missing, unknown or as it was shown stays',
  body: z.object({ settings: tree }),
})

/** Beside the groups of `/api/settings/:group`, whose names differ. */
export const getSettingsParts = settingsParts.map(name =>
  defineEndpoint({
    ...reading,
    role: 'operator',
    path: `/api/settings/${name}`,
    summary: `The part ${name} of the settings tree`,
    staleOn: ['settings', 'relay_settings', 'access'],
    answers: { 200: z.object({ key: z.string(), value: part }) },
  }),
)

export const saveSettingsParts = settingsParts.map(name =>
  defineEndpoint({
    ...saving,
    method: 'PUT',
    path: `/api/settings/${name}`,
    summary: `Change the part ${name} of the settings tree`,
    body: z.object({ value: part }),
  }),
)

const allowedUser = z.object({ npub: z.string(), tier: z.string(), created_at: z.string(), created_by: z.string() })

export const listAllowedUsers = defineEndpoint({
  ...reading,
  path: '/api/allowed/users',
  summary: 'Keys that can write whatever the mode, newest first',
  staleOn: ['access'],
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 1),
    pageSize: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  }),
  answers: { 200: z.object({ allowed_users: z.array(allowedUser), pagination }) },
})

const ofLists = {
  ...session,
  role: 'moderator',
  demo: 'plays',
  answers: { 200: done },
  errors: ['invalid_fields'],
} as const

export const addAllowedUser = defineEndpoint({
  ...ofLists,
  method: 'POST',
  path: '/api/allowed/add',
  summary: 'Let a key write whatever the mode',
  audit: putAccessEntries.audit,
  body: z.object({ npub: pubkeyInput, tier: z._default(z.string().check(z.trim(), z.maxLength(200)), '') }),
})

export const removeAllowedUser = defineEndpoint({
  ...ofLists,
  method: 'DELETE',
  path: '/api/allowed/remove',
  summary: 'Take a key off the list of allowed keys',
  audit: removeAccessEntries.audit,
  body: z.object({ npub: pubkeyInput }),
})

export const getRelayOwner = defineEndpoint({
  ...reading,
  path: '/api/admin/owner',
  summary: "The operator's public key in the relay's profile; null if it is the relay's own",
  staleOn: ['settings'],
  answers: {
    200: z.object({
      relay_owner: z.nullable(z.object({ npub: z.string(), created_at: z.string(), created_by: z.string() })),
    }),
  },
})

export const setRelayOwner = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/admin/owner',
  summary: "Name the operator's public key in the relay's profile; who can use the console does not change",
  role: 'operator',
  demo: 'plays',
  audit: saveSettings.audit,
  body: z.object({ npub: pubkeyInput }),
  answers: { 200: done },
  errors: ['invalid_fields'],
})

export const readProfileNames = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/profiles',
  summary: 'Names and images from the profiles that this relay has',
  role: 'viewer',
  audit: null,
  demo: 'plays',
  body: z.object({ pubkeys: z.array(z.string().check(z.maxLength(200))).check(z.minLength(1), z.maxLength(100)) }),
  answers: {
    200: z.object({
      profiles: z.array(
        z.object({
          pubkey: z.string(),
          picture: z.string(),
          name: z.string(),
          about: z.string(),
          /** Empty: who subscribes is told by the calls about subscribers. */
          metadata: z.object({ subscriptionTier: z.string(), subscribedSince: z.string() }),
        }),
      ),
      not_found: z.array(z.string()),
    }),
  },
})

const proxied = { tag: 'Wallet', errors: ['unavailable', 'rate_limited'] } as const
/** As the wallet service answers. */
const asTheWallet = { 200: z.unknown() }

export const proxyChallenge = defineEndpoint({
  ...proxied,
  method: 'GET',
  path: '/api/wallet-proxy/challenge',
  summary: "The wallet service's challenge",
  access: 'public',
  answers: asTheWallet,
})

export const proxyVerify = defineEndpoint({
  ...proxied,
  method: 'POST',
  path: '/api/wallet-proxy/verify',
  summary: "Open the wallet; the relay keeps its token for the signer's further calls of this kind",
  access: 'public',
  audit: null,
  body: z.object({ event: nostrEvent }),
  answers: asTheWallet,
})

const ofTheWallet = { ...proxied, access: 'session' } as const

export const proxyHealth = defineEndpoint({
  ...ofTheWallet,
  method: 'GET',
  path: '/api/wallet-proxy/panel-health',
  summary: "The wallet service's health, in their words",
  role: 'operator',
  staleOn: ['wallet'],
  answers: {
    200: z.object({
      status: z.enum(['healthy', 'unhealthy']),
      timestamp: z.string(),
      wallet_locked: z.boolean(),
      chain_synced: z.boolean(),
      peer_count: count,
    }),
  },
})

export const proxyTxSize = defineEndpoint({
  ...ofTheWallet,
  method: 'POST',
  path: '/api/wallet-proxy/calculate-tx-size',
  summary: 'As the wallet service, with the token that the relay keeps',
  role: 'operator',
  audit: calculateTxSize.audit,
  body: calculateTxSize.body,
  answers: asTheWallet,
})

export const proxyTransaction = defineEndpoint({
  ...ofTheWallet,
  method: 'POST',
  path: '/api/wallet-proxy/transaction',
  summary: 'As the wallet service; a payment that needs a confirmation fails, and says where to confirm it',
  role: 'owner',
  stepUp: true,
  audit: null,
  body: spendOrder,
  answers: { 200: z.object({ txid: z.string(), status: z.string(), message: z.string() }) },
  errors: [...proxied.errors, 'password_needed'],
})
