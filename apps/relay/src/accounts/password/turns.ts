import { messages } from '@hornets/contract'
import { ApiError } from '@hornets/server/api-error'

/** At five a second half a minute of waiting; whoever comes then is better told so. */
const waitingMax = 150
const retryAfterSeconds = 30

/** Runs works one at a time in two lines: who is known goes before all strangers, and the strangers' line has an end. */
export class Turns {
  readonly #known: (() => void)[] = []
  readonly #strangers: (() => void)[] = []
  #busy = false

  /** Throws ApiError('rate_limited') to a stranger when too many strangers wait already. */
  async run<Result>(work: () => Promise<Result>, isKnown = false): Promise<Result> {
    if (!isKnown && this.#strangers.length >= waitingMax)
      throw new ApiError('rate_limited', messages.rateLimited, { retryAfterSeconds })
    if (this.#busy) await new Promise<void>(resolve => (isKnown ? this.#known : this.#strangers).push(resolve))
    this.#busy = true
    try {
      return await work()
    } finally {
      const next = this.#known.shift() ?? this.#strangers.shift()
      if (next) next()
      else this.#busy = false
    }
  }
}
