import type { RefusalReason } from '@hornets/contract/wallet/spending'

/** A payment that is not made, with the reason in a word and in a sentence. Nothing has happened to any coin. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.reason = reason
  }
}
