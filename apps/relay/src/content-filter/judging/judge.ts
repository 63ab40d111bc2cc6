import type { NostrEvent } from '@hornets/contract'
import type { ServiceCall } from '@hornets/server/outgoing/outside-service'

/** How a service is asked about one note. */
export interface Question {
  readonly call: Omit<ServiceCall, 'signal'>
  /** Whether the note is shown; null: the answer says neither, and passes. Throws if it is not an answer. */
  readonly read: (answer: unknown) => boolean | null
}

/** One kind of service that judges notes. */
export interface Judge {
  question(event: NostrEvent, instructions: string): Question
}
