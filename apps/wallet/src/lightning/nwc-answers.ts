import { lightningSentences } from '@hornets/contract/wallet/answers/lightning-sentences'
import { toTimestamp } from '@hornets/server/clock'
import { z } from 'zod'
import { NwcSilentError } from './nwc-error.ts'

/** Answers of wallet services (NIP-47). Amounts in millisatoshis, times in seconds. */
const msats = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)
/** Up to the year 9999. */
const seconds = z.number().int().nonnegative().max(253_402_300_799)

export const infoAnswer = z.object({
  alias: z.string().max(200).nullish(),
  network: z.string().max(20).nullish(),
  methods: z.array(z.string().max(40)).max(100).nullish(),
})
export const balanceAnswer = z.object({ balance: msats })
export const payAnswer = z.object({ preimage: z.string(), fees_paid: msats.nullish() })
export const invoiceAnswer = z.object({
  invoice: z.string(),
  payment_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .nullish(),
})

export const transactionAnswer = z.object({
  type: z.enum(['incoming', 'outgoing']).nullish(),
  state: z.string().nullish(),
  description: z.string().nullish(),
  preimage: z.string().nullish(),
  payment_hash: z.string(),
  amount: msats,
  fees_paid: msats.nullish(),
  created_at: seconds,
  settled_at: seconds.nullish(),
})
export type NwcTransaction = z.infer<typeof transactionAnswer>
export const listAnswer = z.object({ transactions: z.array(transactionAnswer).max(1000) })

/** A report that an invoice of the node was paid. */
export const isReceipt = (one: NwcTransaction): boolean =>
  one.type !== 'outgoing' && (isSettled(one) || (one.state ?? null) === null)

export const isSettled = ({ state, settled_at }: NwcTransaction): boolean =>
  state === 'settled' || (state !== 'failed' && state !== 'pending' && Boolean(settled_at))

export const shownTransaction = (one: NwcTransaction) => ({
  incoming: one.type !== 'outgoing',
  state: isSettled(one) ? ('paid' as const) : one.state === 'failed' ? ('failed' as const) : ('unknown' as const),
  payment_hash: one.payment_hash,
  amount_sats: Math.floor(one.amount / 1000),
  fee_sats: Math.ceil((one.fees_paid ?? 0) / 1000),
  description: (one.description ?? '').slice(0, 700),
  created_at: toTimestamp(one.created_at * 1000),
  settled_at: one.settled_at ? toTimestamp(one.settled_at * 1000) : null,
})

/** Throws NwcSilentError for a malformed answer, whose meaning is unknown. */
export function parse<Result>(schema: z.ZodType<Result>, answer: unknown): Result {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  throw new NwcSilentError(lightningSentences.strange, result.error)
}
