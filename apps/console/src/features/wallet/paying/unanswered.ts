import * as z from 'zod/mini'
import { draftMs } from '../../../api/drafts/draft-store.ts'
import { isDemo } from '../../../api/session/demo.ts'
import { personOf, readSession, unansweredKey } from '../../../api/session/session.ts'
import { tierNames } from './fee-tiers.ts'
import type { Payment } from './payment.ts'

const unanswered = z.object({
  key: z.string(),
  payment: z.object({
    recipient: z.string(),
    amountSats: z.int(),
    payees: z.exactOptional(
      z.array(z.object({ address: z.string(), amountSats: z.int(), label: z.exactOptional(z.string()) })),
    ),
    tier: z.exactOptional(z.enum(tierNames)),
    satsPerVbyte: z.number(),
    enableRbf: z.boolean(),
    sendAll: z.exactOptional(z.boolean()),
    coins: z.exactOptional(z.array(z.string())),
    label: z.exactOptional(z.string()),
  }),
})
/** `person` comes first: by it the session knows whose it is. */
const kept = z.extend(z.object({ person: z.string(), at: z.number() }), unanswered.shape)

/** A payment that was posted and got no answer yet, and the key under which alone it may be tried again. */
export interface Unanswered {
  readonly key: string
  readonly payment: Payment
}

const person = () => (isDemo() ? undefined : personOf(readSession()))

/**
 * It outlives its dialogue and a reload: in this tab, for the same person, for a day. Apart from the drafts, of which the
 * oldest go and what looks like a secret is left out: without its key the same payment would be another one.
 */
export function keepUnanswered({ key, payment }: Unanswered, now = Date.now()): void {
  const who = person()
  if (who === undefined) return
  try {
    sessionStorage.setItem(unansweredKey, JSON.stringify({ person: who, at: now, key, payment }))
  } catch {
    // A browser that keeps nothing: the dialogue holds the key for as long as it is open.
  }
}

export function readUnanswered(now = Date.now()): Unanswered | undefined {
  const found = kept.safeParse(stored()).data
  if (found === undefined || found.person !== person() || found.at > now || now - found.at >= draftMs) return undefined
  return { key: found.key, payment: found.payment }
}

export function forgetUnanswered(): void {
  if (person() !== undefined) sessionStorage.removeItem(unansweredKey)
}

function stored(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(unansweredKey) ?? 'null')
  } catch {
    return undefined
  }
}
