import type { Round, Rounds } from '@hornets/server/rounds'
import type { Deliverer } from './deliverer.ts'

const roundEveryMs = 15_000
/** A block's payments arrive together: they make one message. */
const soonMs = 1000
const pruneEveryMs = 60 * 60_000

export interface DeliveryRoundsParts {
  readonly deliverer: Deliverer
  readonly rounds: Rounds
  readonly isDemo: boolean
}

export class DeliveryRounds {
  readonly #ringing: Round<void> | undefined
  readonly #pruning: Round<void>
  #soon: NodeJS.Timeout | undefined

  constructor({ deliverer, rounds, isDemo }: DeliveryRoundsParts) {
    const work = () => deliverer.round()
    if (!isDemo) this.#ringing = rounds.open({ name: 'notifications', everyMs: roundEveryMs, work })
    const prune = () => deliverer.prune()
    this.#pruning = rounds.open({ name: 'old_notifications', everyMs: pruneEveryMs, work: prune })
  }

  wake(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined
      void this.#runAnew()
    }, soonMs).unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#soon)
    await Promise.all([this.#ringing?.close(), this.#pruning.close()])
  }

  /** A round in progress may have read the queue before the news. */
  async #runAnew(): Promise<void> {
    if (this.#ringing?.isRunning) await this.#ringing.run()
    await this.#ringing?.run()
  }
}
