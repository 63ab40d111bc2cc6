import type { NostrEvent } from '@hornets/contract'
import { expiryOf, isEphemeral, isGiftWrap } from '../events/event-kinds.ts'
import { type Refusal, refuse } from './refusal.ts'

export const aheadSecondsMax = 15 * 60

/** Older ephemeral events are replays; nobody waits for them. */
const ephemeralSecondsMax = 60

/** Gift wraps are backdated on purpose, up to two days (NIP-59). */
const backdatedSecondsMax = 2 * 86_400

/** Seconds before and after now; 0 = no limit. */
export interface ClockLimits {
  readonly created_at_past_seconds: number
  readonly created_at_future_seconds: number
}

/** NIP-40 and the clock; `now` in Unix seconds. */
export function checkClock(event: NostrEvent, now: number, limits: ClockLimits): Refusal | null {
  const { created_at_past_seconds: past, created_at_future_seconds: ahead } = limits
  const expiry = expiryOf(event)
  if (expiry !== null && expiry <= now) return refuse('expired', 'invalid: this event has expired')
  if (ahead > 0 && event.created_at > now + ahead) {
    return refuse('time', `invalid: created_at is more than ${writeSeconds(ahead)} ahead`)
  }
  const spared = isGiftWrap(event.kind) ? backdatedSecondsMax : 0
  if (past > 0 && event.created_at < now - past - spared) {
    return refuse('time', `invalid: created_at is more than ${writeSeconds(past)} ago`)
  }
  if (isEphemeral(event.kind) && !isGiftWrap(event.kind) && event.created_at < now - ephemeralSecondsMax) {
    return refuse('time', 'invalid: this ephemeral event is more than a minute old')
  }
  return null
}

const units = [
  [86_400, 'days'],
  [3600, 'hours'],
  [60, 'minutes'],
] as const

function writeSeconds(seconds: number): string {
  const [size, unit] = units.find(([size]) => seconds >= 2 * size && seconds % size === 0) ?? [1, 'seconds']
  return `${seconds / size} ${unit}`
}
