import type { NostrEvent } from '@hornets/contract'
import { type Refusal, refuse } from './refusal.ts'

/** NIP-70: an event with a `-` tag is accepted only from its author, authenticated on this connection. */
export function checkProtected(event: NostrEvent, authenticated: ReadonlySet<string>): Refusal | null {
  if (!event.tags.some(tag => tag[0] === '-')) return null
  if (authenticated.has(event.pubkey)) return null
  return authenticated.size === 0
    ? refuse('auth-required: this event may only be published by its author', 401)
    : refuse('restricted: this event may only be published by its author')
}
