import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'

/** Used if there are no better rates (WALLET-22, CONST-06). */
export const defaultFeeTiers = { low: 3, med: 4, high: 5 } as const

export const feeSources = ['bitcoind', 'esplora', 'service', 'known', 'default'] as const
export type FeeSource = (typeof feeSources)[number]

export const feeTiers = z.object({
  /** Satoshis per virtual byte. */
  low: z.number().check(z.positive()),
  med: z.number().check(z.positive()),
  high: z.number().check(z.positive()),
  /** The source: our node, our Esplora server, the public service, the last trusted rates, or defaults. */
  source: z.enum(feeSources),
  minimum: z.number().check(z.positive()),
})
export type FeeTiers = z.infer<typeof feeTiers>

/** The answer of a public fee service (WALLET-23). */
export const recommendedFees = z.object({
  economyFee: z.number().check(z.positive()),
  halfHourFee: z.number().check(z.positive()),
  fastestFee: z.number().check(z.positive()),
})

export const getFees = defineEndpoint({
  method: 'GET',
  path: '/fees',
  tag: 'Fees',
  summary: 'Fee tiers and their source',
  access: 'session',
  answers: { 200: feeTiers },
  errors: [],
})
