import type { ServiceCall } from '@hornets/server/outgoing/outside-service'

/** One call that shows whether a service works, and how its answer is told to the operator. */
export interface Trial extends Omit<ServiceCall, 'url' | 'signal'> {
  /** As the operator entered it. */
  readonly address: string
  /** Throws if the answer is not one that the relay could use. */
  readonly read: (answer: unknown) => string
}
