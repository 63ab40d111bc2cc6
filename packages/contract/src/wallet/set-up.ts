import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { sentenceParts } from '../sentence-parts.ts'

const tag = 'Wallet'

export const networks = ['mainnet', 'testnet4', 'signet', 'regtest'] as const
export type Network = (typeof networks)[number]

/** BIP 84 (P2WPKH, `bc1q…`) and BIP 86 (taproot, `bc1p…`). */
export const accountTypes = ['bip84', 'bip86'] as const
export type AccountType = (typeof accountTypes)[number]

/** What several keys share: P2WSH (`wsh(sortedmulti(…))`), or taproot with script paths. These are only watched. */
export const sharedTypes = ['wsh', 'tr'] as const
export type SharedType = (typeof sharedTypes)[number]

const password = z.string().check(z.minLength(8), z.maxLength(1024))
const passphrase = z.string().check(z.maxLength(256))
const words = z.array(z.string().check(z.maxLength(20))).check(z.maxLength(24))
/** How many unused addresses in a row end the search for used ones (BIP 44): the usual one, and the highest. */
export const gapLimits = { usual: 20, highest: 10_000 } as const
/** So many addresses that nobody has paid the relay may have reserved: a restore finds what lies behind them. */
export const reservedMax = 5000
const gapLimit = z.int().check(z.minimum(gapLimits.usual), z.maximum(gapLimits.highest))

/** Fifteen keys with their origins take about 2,300. */
export const descriptorCharsMax = 5000
/** Of an account among those of the same words (BIP 44), from 0. */
export const highestAccountNumber = 2 ** 31 - 1
const accountNumber = z.int().check(z.minimum(0), z.maximum(highestAccountNumber))

export const health = defineEndpoint({
  method: 'GET',
  path: '/health',
  tag,
  summary: 'How the wallet is',
  access: 'public',
  answers: {
    200: z.object({
      status: z.enum(['ok', 'degraded']),
      network: z.enum(networks),
      chain_source: z.enum(['bitcoind', 'esplora', 'none']),
      /** Newest block known; null before the first one. */
      tip_height: z.nullable(z.int()),
      synced: z.boolean(),
      wallet: z.enum(['none', 'locked', 'unlocked']),
      /** The keys are elsewhere: nothing here to lock, back up or sign with. Missing where they are here, or no wallet is. */
      watch_only: z.optional(z.literal(true)),
      /** Seconds until the keys are forgotten, if nothing is paid meanwhile; missing while locked and where that waits for a restart. */
      locks_in_seconds: z.optional(z.int().check(z.minimum(0))),
      /** When the next change of operators takes effect (RFC 3339, UTC); missing while none is waiting. */
      operators_change_at: z.optional(z.string()),
      /** How the SOCKS proxy is that everything goes through, 'asked' until it has been heard of; missing where none is set. */
      socks_proxy: z.optional(z.enum(['asked', 'answers', 'refuses', 'silent'])),
      /** How the connected Lightning node is; missing where none is. */
      lightning: z.optional(z.enum(['locked', 'connecting', 'ready', 'offline'])),
      /** What is off, in a sentence; empty when nothing is. */
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
  summary: 'Create, restore or watch a wallet; the words of a created one are answered here once and never again',
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
      /** Nothing is sealed in a watching wallet; taken and not used. */
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
  summary: 'Open the keys until the wallet locks itself; slow, and limited',
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
  summary: 'Forget the keys until the next unlock',
  access: 'session',
  audit: 'lock',
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['wallet_missing'],
})

export const backUp = defineEndpoint({
  method: 'POST',
  path: '/backup',
  tag,
  summary: 'The words once more, against the password',
  access: 'session',
  role: 'owner',
  stepUp: true,
  audit: 'backup',
  body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  answers: {
    200: z.object({
      ...{ words, passphrase, account_type: z.enum(accountTypes), account_number: accountNumber },
      descriptor: z.string(),
    }),
  },
  errors: ['wallet_missing', 'conflict', 'forbidden', 'rate_limited'],
})

/** A key of an account that several share. */
export const cosigner = z.object({
  /** Of the master key, 8 hex characters; of the key itself where nobody said whose it is. */
  fingerprint: z.string(),
  /** From the master key, e.g. `48h/0h/0h/2h`; null where nobody said it. */
  path: z.nullable(z.string()),
})

export const getWallet = defineEndpoint({
  method: 'GET',
  path: '/wallet',
  tag,
  summary: 'What kind of wallet this is, and how far its addresses have been given out',
  access: 'session',
  answers: {
    200: z.object({
      network: z.enum(networks),
      account_type: z.enum([...accountTypes, ...sharedTypes]),
      /** Of one that several keys share: who they are, and the fewest of them that have to sign. */
      shared: z.optional(z.object({ needed: z.int().check(z.minimum(1)), keys: z.array(cosigner) })),
      /** Null where the path of what is watched does not say it. */
      account_number: z.nullable(accountNumber),
      watch_only: z.boolean(),
      /** With both branches as `<0;1>` and its checksum: other software can watch by it. */
      descriptor: z.string(),
      /** RFC 3339, UTC. */
      created_at: z.string(),
      gap: z.object({
        limit: z.int(),
        /** Addresses given out after the last one that was paid. Above the limit, a restore from the words needs a higher one. */
        unused: z.int(),
      }),
    }),
  },
  errors: ['wallet_missing'],
})
