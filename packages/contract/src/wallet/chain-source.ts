import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'

const tag = 'Wallet'
const url = z.string().check(z.trim(), z.maxLength(500))
const esplora = z.object({ kind: z.literal('esplora'), url })
const bitcoind = z.object({
  kind: z.literal('bitcoind'),
  url,
  user: z.string().check(z.maxLength(200)),
  /** Missing: the stored one of the same node and user. */
  rpc_password: z.optional(z.string().check(z.maxLength(500))),
})

const answer = z.object({
  kind: z.enum(['bitcoind', 'esplora', 'none']),
  /** The environment sets it (BITCOIND_URL, BITCOIND_COOKIE, ESPLORA_URL), and nothing else can. */
  fixed: z.boolean(),
  /** Without user and password; empty without a source. */
  url: z.string(),
  user: z.string(),
  has_password: z.boolean(),
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
  answers: { 200: z.object({ height: z.int(), synced: z.boolean() }) },
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
