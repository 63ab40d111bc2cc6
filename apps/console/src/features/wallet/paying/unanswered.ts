import * as z from 'zod/mini'
import { draftMs } from '../../../api/drafts/draft-store.ts'
import { isDemo } from '../../../api/session/demo.ts'
import { accountOf, readSession, unansweredKey } from '../../../api/session/session.ts'
import { tierNames } from './fees/fee-tiers.ts'
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
/** `account` comes first, since the session reads it to find the owner. */
const kept = z.extend(z.object({ account: z.string(), at: z.number() }), unanswered.shape)

export interface Unanswered {
  readonly key: string
  readonly payment: Payment
}

const account = () => (isDemo() ? undefined : accountOf(readSession()))

/** In this tab, for the same account, for a day. Not a draft: without its key, a retry would be a second payment. */
export function keepUnanswered({ key, payment }: Unanswered, now = Date.now()): void {
  const who = account()
  if (who === undefined) return
  try {
    sessionStorage.setItem(unansweredKey, JSON.stringify({ account: who, at: now, key, payment }))
  } catch {
    // Storage is unavailable: the dialog holds the key while it is open.
  }
}

export function readUnanswered(now = Date.now()): Unanswered | undefined {
  const found = kept.safeParse(stored()).data
  if (found === undefined || found.account !== account() || found.at > now || now - found.at >= draftMs)
    return undefined
  return { key: found.key, payment: found.payment }
}

export function forgetUnanswered(): void {
  if (account() !== undefined) sessionStorage.removeItem(unansweredKey)
}

function stored(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(unansweredKey) ?? 'null')
  } catch {
    return undefined
  }
}
