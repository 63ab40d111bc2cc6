import type { ServiceCall } from '@hornets/server/outgoing/outside-service'

export interface Trial extends Omit<ServiceCall, 'url' | 'signal'> {
  readonly address: string
  /** Throws if the answer is not one that the relay could use. */
  readonly read: (answer: unknown) => string
}
