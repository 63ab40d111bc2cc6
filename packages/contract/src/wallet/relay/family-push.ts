import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { sats } from '../amounts.ts'
import { pushAddresses, pushBalance, pushTransactions } from './push.ts'

const wallet_name = z.string().check(z.minLength(1), z.maxLength(200))
const address = z.string().check(z.maxLength(200))
/** They send all they have. */
const rowsMax = 5000

const familyLine = z.object({
  wallet_name,
  address: z.string().check(z.regex(/^[0-9a-f]{64}:\d{1,9}$/)),
  date: z.iso.datetime({ offset: true }),
  output: address,
  /** Bitcoin, with up to 8 decimals. */
  value: z.string().check(z.regex(/^-?\d{1,8}\.\d{1,8}$/)),
})
export type FamilyLine = z.infer<typeof familyLine>

const familyAddress = z.object({
  wallet_name,
  index: z.string().check(z.regex(/^\d{1,9}$/)),
  address: address.check(z.minLength(1)),
})
export type FamilyAddress = z.infer<typeof familyAddress>

export const takeTransactions = defineEndpoint({
  ...pushTransactions,
  body: z.union([pushTransactions.body, z.array(familyLine).check(z.maxLength(rowsMax))]),
})

export const takeBalance = defineEndpoint({
  ...pushBalance,
  body: z.union([pushBalance.body, z.object({ wallet_name, balance: sats })]),
})

export const takeAddresses = defineEndpoint({
  ...pushAddresses,
  body: z.union([pushAddresses.body, z.array(familyAddress).check(z.maxLength(rowsMax))]),
})
