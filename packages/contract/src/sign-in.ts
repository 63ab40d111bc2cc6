import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { hex64, nostrEvent } from './nostr.ts'

/** The event to sign for both services, without the fields that the signer adds. */
export const unsignedEvent = z.object({
  kind: z.literal(1),
  pubkey: hex64,
  created_at: z.int(),
  tags: z.array(z.array(z.string())),
  content: z.string(),
})
export type UnsignedEvent = z.infer<typeof unsignedEvent>

/** The event says it all: what is sent beside it must not contradict it. */
export const signedChallenge = z.object({
  challenge: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  signature: z.optional(z.string().check(z.maxLength(200))),
  messageHash: z.optional(z.string().check(z.maxLength(200))),
  event: nostrEvent,
})
export type SignedChallenge = z.infer<typeof signedChallenge>

/** Whether the members beside the event are its own. */
export function isConsistent({ challenge, signature, messageHash, event }: SignedChallenge): boolean {
  return (
    (challenge ?? event.content) === event.content &&
    (signature ?? event.sig) === event.sig &&
    (messageHash ?? event.id) === event.id
  )
}

/** The same call at the relay and at the wallet. */
export const logout = defineEndpoint({
  method: 'POST',
  path: '/logout',
  tag: 'Sign-in',
  summary: 'Revoke the token of this call',
  access: 'session',
  audit: null,
  answers: { 200: z.object({ message: z.string() }) },
  errors: [],
})
