import type { DeliveryFailure } from '@hornets/contract/admin/notifications/delivery'
import type { Recipient } from '../queue-store.ts'

export interface Message {
  /** The same at every attempt, so that a receiver recognises a repetition. */
  readonly id: string
  /** When it was made, milliseconds; the same at every attempt. */
  readonly at: number
  readonly kinds: readonly string[]
  readonly title: string
  readonly lines: readonly string[]
  /** How many there are beyond these lines, in words; empty for none. */
  readonly more: string
  /** The console's page that shows them: `/payment-notifications`. */
  readonly path: string
  /** The same as an address; undefined if the console's address is unknown. */
  readonly url: string | undefined
  /** BCP 47. */
  readonly language: string
}

export interface Destination {
  readonly recipient: Recipient
  readonly secret: string
}

/** Resolves once the other side has accepted the message. Throws DeliveryError. */
export type Send = (message: Message, destination: Destination) => Promise<void>

export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  readonly failure: DeliveryFailure
  readonly isTransient: boolean
  /** How long the other side asks to wait, milliseconds. */
  readonly waitMs: number | undefined

  constructor(
    failure: DeliveryFailure,
    { isTransient = true, waitMs }: { isTransient?: boolean; waitMs?: number } = {},
  ) {
    super(`not delivered: ${failure.code}`)
    this.failure = failure
    this.isTransient = isTransient
    this.waitMs = waitMs
  }
}

export const bodyOf = ({ lines, more }: Pick<Message, 'lines' | 'more'>): string =>
  [...lines, ...(more ? [more] : [])].join('\n')
