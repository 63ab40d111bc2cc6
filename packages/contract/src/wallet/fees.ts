import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** Used while nobody knows better (WALLET-22, CONST-06). */
export const defaultFeeTiers = { low: 3, med: 4, high: 5 } as const

export const feeSources = ['bitcoind', 'esplora', 'service', 'default'] as const
export type FeeSource = (typeof feeSources)[number]

export const feeTiers = z.object({
  /** Satoshis per virtual byte. */
  low: z.number().positive(),
  med: z.number().positive(),
  high: z.number().positive(),
  /** Who says so: our node, our Esplora server, the public service, or nobody. */
  source: z.enum(feeSources),
  /** The least that the network takes now. */
  minimum: z.number().positive(),
})
export type FeeTiers = z.infer<typeof feeTiers>

/** What a public fee service answers (WALLET-23). */
export const recommendedFees = z.object({
  economyFee: z.number().positive(),
  halfHourFee: z.number().positive(),
  fastestFee: z.number().positive(),
})

export const getFees = defineEndpoint({
  method: 'GET',
  path: '/fees',
  tag: 'Fees',
  summary: 'Fee tiers, and who says so',
  access: 'session',
  answers: { 200: feeTiers },
  errors: [],
})
