import { messages } from '@hornets/contract'
import { ApiError } from '@hornets/server/api-error'
import pLimit from 'p-limit'

/** Half a minute of waiting at five per second; beyond that, refusing is kinder. */
const waitingMax = 150
const retryAfterSeconds = 30

/** Runs jobs one at a time from two queues: known callers go first, and the strangers' queue is limited. */
export class PriorityMutex {
  readonly #mutex = pLimit(1)
  readonly #known: (() => Promise<void>)[] = []
  readonly #strangers: (() => Promise<void>)[] = []

  /** Throws ApiError('rate_limited') for a stranger if the strangers' queue is full. */
  async run<Result>(work: () => Promise<Result>, isKnown = false): Promise<Result> {
    if (!isKnown && this.#strangers.length >= waitingMax)
      throw new ApiError('rate_limited', messages.rateLimited, { retryAfterSeconds })
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const job = () => work().then(resolve, reject)
    if (isKnown) this.#known.push(job)
    else this.#strangers.push(job)
    // Each waiting call allows one job, not necessarily its own: the next is chosen when the mutex is free.
    void this.#mutex(() => (this.#known.shift() ?? this.#strangers.shift())?.())
    return promise
  }
}
