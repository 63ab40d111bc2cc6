import type { NostrEvent } from '@hornets/contract'
import { expiryOf } from '../events/event-kinds.ts'
import { type Refusal, refuse } from './refusal.ts'

/** How far an author's clock may be ahead of ours. */
export const aheadSecondsMax = 15 * 60

/** NIP-40 and the clock; `now` in Unix seconds. */
export function checkClock(event: NostrEvent, now: number): Refusal | null {
  const expiry = expiryOf(event)
  if (expiry !== null && expiry <= now) return refuse('invalid: this event has expired')
  if (event.created_at > now + aheadSecondsMax) {
    return refuse(`invalid: created_at is more than ${aheadSecondsMax / 60} minutes ahead`)
  }
  return null
}
