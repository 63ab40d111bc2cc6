import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'

export const bitcoinRate = z.object({
  ID: z.int(),
  Rate: z.string().check(z.regex(/^\d+(\.\d+)?$/)),
  /** RFC 3339, UTC. */
  TimestampHornets: z.string(),
})
export type BitcoinRate = z.infer<typeof bitcoinRate>

export const listBitcoinRates = defineEndpoint({
  method: 'GET',
  path: '/api/bitcoin-rates/last-30-days',
  tag: 'Wallet',
  summary: 'Exchange rates of the last 30 days, ascending, at most one per hour; empty if none is known',
  access: 'session',
  role: 'viewer',
  staleOn: ['rates'],
  answers: { 200: z.array(bitcoinRate) },
  errors: [],
})
