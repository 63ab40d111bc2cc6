import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import type { Network } from './set-up.ts'

const tag = 'Wallet'

/** Esplora servers that anybody can ask; null for networks without one. */
export const publicEsplora: Readonly<Record<Network, string | null>> = {
  mainnet: 'https://mempool.space/api',
  testnet4: 'https://mempool.space/testnet4/api',
  signet: 'https://mempool.space/signet/api',
  regtest: null,
}

const url = z.string().check(z.trim(), z.maxLength(500))
const esplora = z.object({ kind: z.literal('esplora'), url })
const bitcoind = z.object({
  kind: z.literal('bitcoind'),
  url,
  user: z.string().check(z.maxLength(200)),
  /** Missing: the stored one of the same node and user. */
  rpc_password: z.optional(z.string().check(z.maxLength(500))),
  /** In place of user and password, for a node on the wallet's machine: the path of its `.cookie`. */
  cookie_file: z.optional(z.string().check(z.trim(), z.maxLength(500))),
})

const answer = z.object({
  kind: z.enum(['bitcoind', 'esplora', 'none']),
  /** The environment sets it (BITCOIND_URL, BITCOIND_COOKIE, ESPLORA_URL), and nothing else can. */
  fixed: z.boolean(),
  /** Without user and password; empty without a source. */
  url: z.string(),
  user: z.string(),
  has_password: z.boolean(),
  /** Empty unless the node is signed in to by its cookie. */
  cookie_file: z.string(),
})

export const getChainSource = defineEndpoint({
  method: 'GET',
  path: '/chain-source',
  tag,
  summary: 'Where the wallet reads the chain',
  access: 'session',
  answers: { 200: answer },
  errors: [],
})

export const testChainSource = defineEndpoint({
  method: 'POST',
  path: '/chain-source/test',
  tag,
  summary: 'Connect to a bitcoin node or an Esplora server, and store nothing',
  access: 'session',
  role: 'owner',
  audit: null,
  body: z.discriminatedUnion('kind', [bitcoind, esplora]),
  answers: { 200: z.object({ height: z.int(), synced: z.boolean(), took_ms: z.int() }) },
  errors: ['invalid_fields', 'unavailable'],
})

export const saveChainSource = defineEndpoint({
  method: 'POST',
  path: '/chain-source',
  tag,
  summary: 'Read the chain from this bitcoin node or Esplora server from now on; the password is encrypted',
  access: 'session',
  role: 'owner',
  stepUp: true,
  audit: 'chain-source',
  body: z.discriminatedUnion('kind', [bitcoind, esplora, z.object({ kind: z.literal('none') })]),
  answers: { 200: answer },
  errors: ['invalid_fields', 'unavailable', 'conflict'],
})
