import type { NostrEvent } from '@hornets/contract'
import { expiryOf, isEphemeral, isGiftWrap } from '../events/event-kinds.ts'
import { type Refusal, refuse } from './refusal.ts'

export const aheadSecondsMax = 15 * 60

/** Older ephemeral events are replays; nobody waits for them. */
const ephemeralSecondsMax = 60

/** NIP-40 and the clock; `now` in Unix seconds. Gift wraps are backdated on purpose, up to two days (NIP-59). */
export function checkClock(event: NostrEvent, now: number): Refusal | null {
  const expiry = expiryOf(event)
  if (expiry !== null && expiry <= now) return refuse('invalid: this event has expired')
  if (event.created_at > now + aheadSecondsMax) {
    return refuse(`invalid: created_at is more than ${aheadSecondsMax / 60} minutes ahead`)
  }
  if (isEphemeral(event.kind) && !isGiftWrap(event.kind) && event.created_at < now - ephemeralSecondsMax) {
    return refuse('invalid: this ephemeral event is more than a minute old')
  }
  return null
}
