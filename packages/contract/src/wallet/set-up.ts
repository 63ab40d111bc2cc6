import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { sentenceParts } from '../sentence-parts.ts'

const tag = 'Wallet'

export const networks = ['mainnet', 'testnet4', 'signet', 'regtest'] as const
export type Network = (typeof networks)[number]

/** BIP 84 (P2WPKH, `bc1q…`) and BIP 86 (taproot, `bc1p…`). */
export const accountTypes = ['bip84', 'bip86'] as const
export type AccountType = (typeof accountTypes)[number]

/** Shared by several keys: P2WSH (`wsh(sortedmulti(…))`), or taproot with script paths. Watch-only. */
export const sharedTypes = ['wsh', 'tr'] as const
export type SharedType = (typeof sharedTypes)[number]

const password = z.string().check(z.minLength(8), z.maxLength(1024))
const passphrase = z.string().check(z.maxLength(256))
const words = z.array(z.string().check(z.maxLength(20))).check(z.maxLength(24))
/** Unused addresses in a row that end a search (BIP 44): the default, and the maximum. */
export const gapLimits = { usual: 20, highest: 10_000 } as const
/** Unpaid addresses that the relay can reserve: a restore finds what lies behind them. */
export const reservedMax = 5000
/** Subscribers' addresses are in the account with this number above the wallet's own. */
export const subscribersOffset = 1000
/** Their indexes follow from the subscribers' keys, within windows of this size; a restore always searches the first. */
export const subscribersWindow = 4096
const gapLimit = z.int().check(z.minimum(gapLimits.usual), z.maximum(gapLimits.highest))

/** Fifteen keys with their origins take about 2,300. */
export const descriptorCharsMax = 5000
/** Account number within the same words (BIP 44), from 0. */
export const highestAccountNumber = 2 ** 31 - 1
const accountNumber = z.int().check(z.minimum(0), z.maximum(highestAccountNumber))

export const health = defineEndpoint({
  method: 'GET',
  path: '/health',
  tag,
  summary: "The wallet's health",
  access: 'public',
  answers: {
    200: z.object({
      status: z.enum(['ok', 'degraded']),
      network: z.enum(networks),
      chain_source: z.enum(['bitcoind', 'esplora', 'none']),
      /** Newest known block; null before the first one. */
      tip_height: z.nullable(z.int()),
      synced: z.boolean(),
      wallet: z.enum(['none', 'locked', 'unlocked']),
      /** The keys are elsewhere: nothing to lock, back up or sign with. */
      watch_only: z.optional(z.literal(true)),
      /** Nobody has proven yet that the new words were written down; missing if the wallet was not created here. */
      words_unchecked: z.optional(z.literal(true)),
      /** Seconds until the wallet locks without a payment; missing while locked, or if it only locks at a restart. */
      locks_in_seconds: z.optional(z.int().check(z.minimum(0))),
      /** When the next change of operators takes effect (RFC 3339, UTC); missing if none is pending. */
      operators_change_at: z.optional(z.string()),
      /** State of the SOCKS proxy for all connections, 'asked' until it is known; missing without a proxy. */
      socks_proxy: z.optional(z.enum(['asked', 'answers', 'refuses', 'silent'])),
      /** State of the connected Lightning node; missing if there is none. */
      lightning: z.optional(z.enum(['locked', 'connecting', 'ready', 'offline'])),
      /** What is wrong, in a sentence; empty if nothing. */
      message: z.string(),
      ...sentenceParts,
    }),
  },
  errors: ['rate_limited'],
})

export const setUp = defineEndpoint({
  method: 'POST',
  path: '/setup',
  tag,
  summary: 'Create, restore or watch a wallet; returns the recovery phrase of a new wallet, once',
  access: 'session',
  role: 'owner',
  stepUp: true,
  audit: { create: 'setup.create', restore: 'setup.restore', watch: 'setup.watch' },
  body: z.discriminatedUnion('mode', [
    z.object({
      mode: z.literal('create'),
      password,
      passphrase: z._default(passphrase, ''),
      word_count: z._default(z.union([z.literal(12), z.literal(24)]), 12),
      account_type: z._default(z.enum(accountTypes), 'bip84'),
      account_number: z._default(accountNumber, 0),
    }),
    z.object({
      mode: z.literal('restore'),
      password,
      words,
      passphrase: z._default(passphrase, ''),
      account_type: z._default(z.enum(accountTypes), 'bip84'),
      account_number: z._default(accountNumber, 0),
      gap_limit: z.optional(gapLimit),
    }),
    z.object({
      mode: z.literal('watch'),
      descriptor: z.string().check(z.maxLength(descriptorCharsMax)),
      gap_limit: z.optional(gapLimit),
      /** A watch-only wallet encrypts nothing; accepted and ignored. */
      password: z.optional(z.string().check(z.maxLength(1024))),
    }),
  ]),
  answers: { 201: z.object({ words: z.optional(words) }) },
  errors: ['invalid_fields', 'conflict'],
})

export const unlock = defineEndpoint({
  method: 'POST',
  path: '/unlock',
  tag,
  summary: 'Unlock the wallet until it locks itself; slow and rate-limited',
  access: 'session',
  role: 'owner',
  stepUp: true,
  audit: 'unlock',
  body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['wallet_missing', 'conflict', 'forbidden', 'rate_limited'],
})

export const lock = defineEndpoint({
  method: 'POST',
  path: '/lock',
  tag,
  summary: 'Lock the wallet',
  access: 'session',
  audit: 'lock',
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['wallet_missing'],
})

/** How far a restore has to search for subscribers' payments, and where else to find them. */
const subscribersAccount = z.object({
  account_number: accountNumber,
  /** Of its receiving addresses: other software can watch them with it. */
  descriptor: z.string(),
  /** Addresses that were given out lie below this index. */
  addresses: z.int().check(z.minimum(0)),
})

export const backUp = defineEndpoint({
  method: 'POST',
  path: '/backup',
  tag,
  summary: 'The recovery phrase, with the password; with second approval, another owner must approve',
  access: 'session',
  role: 'owner',
  stepUp: true,
  audit: 'backup',
  body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  answers: {
    200: z.object({
      words,
      passphrase,
      account_type: z.enum(accountTypes),
      account_number: accountNumber,
      descriptor: z.string(),
      gap_limit: z.int().check(z.minimum(gapLimits.usual)),
      subscribers: z.optional(subscribersAccount),
    }),
  },
  errors: ['wallet_missing', 'conflict', 'forbidden', 'confirmation_needed', 'rate_limited'],
})

/** Fewer words could be guessed by someone with the password whom second approval keeps from seeing them. */
export const checkedWordsMin = 3

export const checkWords = defineEndpoint({
  method: 'POST',
  path: '/words/check',
  tag,
  summary: 'Prove with some of its words that the recovery phrase of a new wallet was written down',
  access: 'session',
  role: 'owner',
  audit: 'words.check',
  body: z.object({
    password: z.string().check(z.minLength(1), z.maxLength(1024)),
    words: z
      .array(
        z.object({ position: z.int().check(z.minimum(1), z.maximum(24)), word: z.string().check(z.maxLength(20)) }),
      )
      .check(z.minLength(checkedWordsMin), z.maxLength(24)),
  }),
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['wallet_missing', 'conflict', 'invalid_fields', 'forbidden', 'rate_limited'],
})

export const cosigner = z.object({
  /** Of the master key, 8 hex characters; of the key itself if unknown. */
  fingerprint: z.string(),
  /** From the master key, e.g. `48h/0h/0h/2h`; null if unknown. */
  path: z.nullable(z.string()),
})

export const getWallet = defineEndpoint({
  method: 'GET',
  path: '/wallet',
  tag,
  summary: "The wallet's type, and its addresses in use",
  access: 'session',
  answers: {
    200: z.object({
      network: z.enum(networks),
      account_type: z.enum([...accountTypes, ...sharedTypes]),
      shared: z.optional(z.object({ needed: z.int().check(z.minimum(1)), keys: z.array(cosigner) })),
      account_number: z.nullable(accountNumber),
      watch_only: z.boolean(),
      descriptor: z.string(),
      /** RFC 3339, UTC. */
      created_at: z.string(),
      gap: z.object({
        limit: z.int(),
        /** After the last paid one. Above the limit, a restore needs a higher one. */
        unused: z.int(),
        /** The most of them that there ever were: a restore needs this gap limit. */
        widest: z.int(),
      }),
      subscribers: z.optional(subscribersAccount),
      /** Whether the words are older than this wallet's data. */
      restored: z.boolean(),
      /** The search of a restored wallet, once it is complete; missing for others. */
      search: z.optional(
        z.object({
          looked: z.object({ receiving: z.int(), change: z.int(), subscribers: z.int() }),
          found_nothing: z.boolean(),
          accepted: z.boolean(),
        }),
      ),
    }),
  },
  errors: ['wallet_missing'],
})

export const searchFurther = defineEndpoint({
  method: 'POST',
  path: '/search',
  tag,
  summary: 'Search the chain again, with a higher gap limit',
  access: 'session',
  role: 'owner',
  audit: 'search',
  body: z.object({ gap_limit: gapLimit }),
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['wallet_missing', 'invalid_fields'],
})

export const acceptSearch = defineEndpoint({
  method: 'POST',
  path: '/search/accept',
  tag,
  summary: 'Accept that the search of a restored wallet found nothing',
  access: 'session',
  role: 'owner',
  audit: 'search.accept',
  body: z.object({}),
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['wallet_missing'],
})
