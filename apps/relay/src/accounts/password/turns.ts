import { messages } from '@hornets/contract'
import { ApiError } from '@hornets/server/api-error'

/** Half a minute of waiting at five per second; beyond that, refusing is kinder. */
const waitingMax = 150
const retryAfterSeconds = 30

/** Runs jobs one at a time from two queues: known callers go first, and the strangers' queue is limited. */
export class Turns {
  readonly #known: (() => void)[] = []
  readonly #strangers: (() => void)[] = []
  #busy = false

  /** Throws ApiError('rate_limited') for a stranger if the strangers' queue is full. */
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
