import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import { kindMax } from '../nostr.ts'

const tag = 'Relay settings'

const kindName = z.string().check(
  z.regex(/^kind(0|[1-9]\d{0,4})$/),
  z.refine(name => Number(name.slice(4)) <= kindMax),
)
const mediaType = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9.+-]+\/[a-z0-9.+*-]+$/))
/** '1 GB per month': 1024-based. */
export const dataLimit = z.string().check(z.regex(/^\d+(\.\d+)? (MB|GB|TB) per month$/))

const groupNames = ['images', 'videos', 'audio', 'documents'] as const
const everyGroup = <T extends z.ZodMiniType>(schema: T) =>
  z.object(Object.fromEntries(groupNames.map(name => [name, schema])) as Record<(typeof groupNames)[number], T>)
const mediaTypesByGroup = everyGroup(z.array(mediaType))
/** true: the whole group is accepted; false: nothing of it; null: unchanged. */
const postedMediaTypes = z.nullable(
  z.partial(everyGroup(z.nullable(z.union([z.boolean(), z.array(mediaType).check(z.maxLength(200))])))),
)
export type PostedMediaTypes = z.infer<typeof postedMediaTypes>

/** What a tier allows besides its space. A missing limit is the relay's own. */
const tierGives = {
  kinds: z.optional(z.array(kindName).check(z.minLength(1), z.maxLength(200))),
  /** Largest file, 1024-based: '20 MB'. */
  maxfile: z.optional(z.string().check(z.regex(/^\d{1,9}(\.\d{1,3})? (KB|MB|GB)$/))),
  /** Days that events and files are kept, from when they are stored. Profiles and lists stay. */
  days: z.optional(z.int().check(z.minimum(1), z.maximum(36_500))),
} as const
const freeTierGives = z.object(tierGives)
export type TierGives = z.infer<typeof freeTierGives>

/** An offer: this much more space and one more month for this many satoshis. In display order. */
export const subscriptionTier = z.object({
  datalimit: dataLimit,
  /** Satoshis, in digits. '0' is not for sale. */
  price: z.string().check(z.regex(/^\d{1,15}$/)),
  /** Can be bought by paying its price, but is not listed. */
  hidden: z.optional(z.boolean()),
  ...tierGives,
})
export type SubscriptionTier = z.infer<typeof subscriptionTier>

export const uploaderStatuses = ['free', 'paid', 'member', 'blocked'] as const
export type UploaderStatus = (typeof uploaderStatuses)[number]

/** '20 MB', 1024-based. */
const size = z.string().check(z.regex(/^(?!0+(\.0+)? )\d{1,9}(\.\d{1,3})? (KB|MB|GB|TB)$/))

/** What a key can keep here. A missing limit is none beyond the relay's own. */
export const fileLimit = z.object({
  total: z.optional(size),
  files: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000_000))),
  /** Largest file. A tier's own limit takes precedence. */
  maxfile: z.optional(size),
  /** Days until a file goes to the trash, from its upload. A tier's own number takes precedence. */
  days: z.optional(z.int().check(z.minimum(1), z.maximum(36_500))),
})
export type FileLimit = z.infer<typeof fileLimit>

const megabytes = z.int(messages.wholeNumber).check(z.minimum(0), z.maximum(1_000_000_000))

/** What one key and one address can store in a day (UTC), in megabytes; 0 for any amount. */
const dailyMegabytes = z.object({
  eventsPerKey: megabytes,
  eventsPerAddress: megabytes,
  /** Of files without a subscription. */
  filesPerKey: megabytes,
  filesPerAddress: megabytes,
})
export type DailyMegabytes = z.infer<typeof dailyMegabytes>
export const dailyNames = ['eventsPerKey', 'eventsPerAddress', 'filesPerKey', 'filesPerAddress'] as const

/** The relay's mode with its lists. Whitelists apply in whitelist mode, blacklists in blacklist mode. */
export const relaySettings = z.object({
  mode: z.enum(['whitelist', 'blacklist']),
  KindWhitelist: z.array(kindName),
  KindBlacklist: z.array(kindName),
  /** The active list's types by group: another view of it. */
  MimeTypeGroups: mediaTypesByGroup,
  MimeTypeWhitelist: z.array(mediaType),
  MimeTypeBlacklist: z.array(mediaType),
  subscription_tiers: z.array(subscriptionTier),
  freeTierEnabled: z.boolean(),
  freeTierLimit: dataLimit,
  freeTierGives,
  /** Confirmations required to credit a payment; 0 means at first sight. */
  paymentConfirmations: z.int().check(z.minimum(0), z.maximum(100)),
  /** Days after its end during which a subscription can still write. */
  graceDays: z.int().check(z.minimum(0), z.maximum(365)),
  /** Further days during which it is read-only and its tier's days of keeping apply; then its key is a stranger. */
  readOnlyDays: z.int().check(z.minimum(0), z.maximum(3650)),
  /** Zaps to the relay's key (NIP-57) are payments of their senders. Needs a Lightning address in its profile. */
  countZaps: z.boolean(),
  moderationMode: z.enum(['strict', 'passive']),
  maxfilesize: z
    .number({ error: messages.atLeast1 })
    .check(z.int(messages.wholeNumber), z.minimum(1, messages.atLeast1), z.maximum(1_000_000)),
  maxfilesizeunit: z.enum(['KB', 'MB', 'GB']),
  dailyMegabytes,
  fileLimits: z.object({ free: fileLimit, paid: fileLimit, member: fileLimit, blocked: fileLimit }),
  /** Files that a stored event uses stay when their days are over, or when nobody owns them. */
  keepUsedFiles: z.boolean(),
  /** Keeps pictures that admins upload without camera data and place, as a new file with another hash. */
  stripCameraData: z.boolean(),
  /** RFC 3339, UTC; set by the server. */
  lastUpdated: z.string(),
})
export type RelaySettings = z.infer<typeof relaySettings>

export const relaySettingsDefaults: RelaySettings = {
  mode: 'blacklist',
  KindWhitelist: [],
  KindBlacklist: [],
  MimeTypeGroups: { images: [], videos: [], audio: [], documents: [] },
  MimeTypeWhitelist: [],
  MimeTypeBlacklist: [],
  subscription_tiers: [],
  freeTierEnabled: false,
  freeTierLimit: '100 MB per month',
  freeTierGives: {},
  paymentConfirmations: 1,
  graceDays: 7,
  readOnlyDays: 30,
  countZaps: false,
  moderationMode: 'strict',
  maxfilesize: 100,
  maxfilesizeunit: 'MB',
  dailyMegabytes: { eventsPerKey: 64, eventsPerAddress: 256, filesPerKey: 256, filesPerAddress: 1024 },
  fileLimits: { free: {}, paid: {}, member: {}, blocked: {} },
  keepUsedFiles: true,
  stripCameraData: false,
  lastUpdated: '0001-01-01T00:00:00Z',
}

/** What other consoles of the family read. Files here are stored whole, and events come by websocket. */
const familyMembers = {
  maxFileSize: z.optional(z.number()),
  protocol: z.optional(z.nullable(z.array(z.string()))),
  chunked: z.optional(z.nullable(z.array(z.string()))),
  chunksize: z.optional(z.string()),
  isFileStorageActive: z.optional(z.boolean()),
} as const

export const getRelaySettings = defineEndpoint({
  method: 'GET',
  path: '/api/relay-settings',
  tag,
  summary: 'Which events and files the relay accepts',
  access: 'session',
  role: 'operator',
  staleOn: ['relay_settings'],
  answers: {
    200: z.object({
      relay_settings: z.extend(relaySettings, familyMembers),
      /** The daily limits that the environment sets, and nothing else can. */
      fixed: z.optional(z.array(z.enum(dailyNames))),
    }),
  },
  errors: [],
})

const postedRelaySettings = z.extend(z.partial(relaySettings), {
  MimeTypeGroups: z.optional(postedMediaTypes),
  lastUpdated: z.optional(z.union([z.string(), z.number()])),
})
export type PostedRelaySettings = z.infer<typeof postedRelaySettings>

/** Other consoles of the family send 0 and an empty unit if their server has no limit: both stay as they are. */
const sentRelaySettings = z
  .extend(postedRelaySettings, {
    maxfilesize: z.optional(
      z
        .number({ error: messages.atLeast1 })
        .check(z.int(messages.wholeNumber), z.minimum(0, messages.atLeast1), z.maximum(1_000_000)),
    ),
    maxfilesizeunit: z.optional(z.enum(['KB', 'MB', 'GB', ''])),
  })
  .check(
    z.refine(sent => sent.maxfilesize !== 0 || sent.maxfilesizeunit === '', {
      path: ['maxfilesize'],
      error: messages.atLeast1,
    }),
  )
export type SentRelaySettings = z.infer<typeof sentRelaySettings>

export const saveRelaySettings = defineEndpoint({
  method: 'POST',
  path: '/api/relay-settings',
  tag,
  summary: 'Change which events and files the relay accepts; missing keys keep their value; applies immediately',
  access: 'session',
  role: 'operator',
  demo: 'plays',
  audit: 'relay_settings.save',
  body: z.object({ relay_settings: sentRelaySettings }),
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['invalid_fields'],
})
