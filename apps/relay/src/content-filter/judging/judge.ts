import type { NostrEvent } from '@hornets/contract'
import type { ServiceCall } from '@hornets/server/outgoing/outside-service'

export interface Question {
  readonly call: Omit<ServiceCall, 'signal'>
  /** Whether the note is shown; null: the answer says neither, and passes. Throws if it is not an answer. */
  readonly read: (answer: unknown) => boolean | null
}

export interface Judge {
  question(event: NostrEvent, instructions: string): Question
}
