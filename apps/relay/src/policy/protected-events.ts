import type { NostrEvent } from '@hornets/contract'
import { type Refusal, refuse } from './refusal.ts'

/** NIP-70: an event with a `-` tag is accepted only from its author, authenticated on this connection. */
export function checkProtected(event: NostrEvent, authenticated: ReadonlySet<string>): Refusal | null {
  if (!event.tags.some(tag => tag[0] === '-')) return null
  if (authenticated.has(event.pubkey)) return null
  return authenticated.size === 0
    ? refuse('auth-required: only its author can publish this event', 401)
    : refuse('restricted: only its author can publish this event')
}
