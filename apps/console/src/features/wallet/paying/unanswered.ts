import { z } from 'zod'
import { isDemo } from '../../../api/demo.ts'
import { forgetDraft, keepDraft, readDrafts } from '../../../api/drafts/draft-store.ts'
import { personOf, readSession } from '../../../api/session.ts'
import { tierNames } from './fee-tiers.ts'
import type { Payment } from './payment.ts'

const draftName = 'wallet.payment'

const unanswered = z.object({
  key: z.string(),
  payment: z.object({
    recipient: z.string(),
    amountSats: z.number().int(),
    tier: z.enum(tierNames),
    satsPerVbyte: z.number(),
    enableRbf: z.boolean(),
    sendAll: z.boolean().exactOptional(),
    coins: z.array(z.string()).exactOptional(),
    label: z.string().exactOptional(),
  }),
})

/** A payment that was posted and got no answer yet, and the key under which alone it may be tried again. */
export interface Unanswered {
  readonly key: string
  readonly payment: Payment
}

const person = () => (isDemo() ? undefined : personOf(readSession()))

/** It outlives its dialogue and a reload, as drafts do: in this tab, for the same person, for a day. */
export function keepUnanswered(tried: Unanswered): void {
  const who = person()
  if (who !== undefined) keepDraft(who, draftName, { ...tried })
}

export function readUnanswered(): Unanswered | undefined {
  const who = person()
  return who === undefined ? undefined : unanswered.safeParse(readDrafts(who)[draftName]?.edits).data
}

export function forgetUnanswered(): void {
  const who = person()
  if (who !== undefined) forgetDraft(who, draftName)
}
