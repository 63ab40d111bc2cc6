import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import { CallPace } from '@hornets/server/sliding-minute'
import type { MailHealth } from './mail-health.ts'
import { type Mail, MailError, type Mailer } from './mailer.ts'

const firstPauseMs = 5000
const longestPauseMs = 30 * 60_000
/** Beyond this, mails are tried once: an outage must not fill the memory. */
const waitingMax = 500

export interface Delivery {
  /** Milliseconds since 1970; afterwards the mail is given up. */
  readonly until: number
  /** Asked before each retry: the mail's code may have been used or revoked. */
  readonly isWanted?: () => Promise<boolean>
  readonly onGivenUp?: () => Promise<void>
}

export interface MailQueueOptions {
  readonly mailer: Mailer
  readonly health: MailHealth
  readonly logger: Logger
  readonly now: Clock
  readonly firstPauseMs?: number | undefined
}

/** Retried with growing pauses while useful. In memory only: their codes must not be on disk. */
export class MailQueue {
  readonly #options: MailQueueOptions
  readonly #waiting = new Set<NodeJS.Timeout>()
  readonly #underWay = new Set<Promise<unknown>>()
  readonly pace: CallPace
  #closed = false

  constructor(options: MailQueueOptions) {
    this.#options = options
    this.pace = new CallPace(options.now)
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Resolves to whether the server accepted the mail; if not, it is retried. Throws MailError if it never will be. */
  async deliver(mail: Mail, delivery: Delivery): Promise<boolean> {
    return this.#attempt(mail, delivery, this.#options.now())
  }

  /** One attempt. Throws MailError; the caller tries again. */
  async attempt(mail: Mail): Promise<void> {
    await this.#hand(mail)
  }

  /** Waits for running deliveries; mails waiting for a retry are lost, and this is logged. */
  async close(): Promise<void> {
    this.#closed = true
    for (const timer of this.#waiting) clearTimeout(timer)
    const lost = this.#waiting.size
    this.#waiting.clear()
    if (lost > 0) this.#options.logger.error({ mails: lost }, 'mails waiting for the mail server are lost')
    await Promise.all(this.#underWay)
  }

  async #attempt(mail: Mail, delivery: Delivery, since: number): Promise<boolean> {
    try {
      await this.#hand(mail)
      return true
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      if (this.#tryLater(mail, delivery, since, error)) return false
      await this.#giveUp(delivery, error)
      throw error
    }
  }

  async #hand(mail: Mail): Promise<void> {
    const { mailer, health } = this.#options
    const startedMs = performance.now()
    this.pace.called()
    try {
      await mailer.send(mail)
      this.pace.answered(performance.now() - startedMs)
      health.taken()
    } catch (error) {
      if (error instanceof MailError) health.refused(error)
      throw error
    }
  }

  /** False when retrying is pointless. */
  #tryLater(mail: Mail, delivery: Delivery, since: number, error: MailError): boolean {
    const { now, firstPauseMs: first = firstPauseMs } = this.#options
    const pauseMs = Math.min(longestPauseMs, Math.max(first, (now() - since) / 2))
    const isOver = now() + pauseMs >= delivery.until || this.#waiting.size >= waitingMax
    if (!error.isTransient || isOver || this.#closed) return false
    const timer = setTimeout(() => {
      this.#waiting.delete(timer)
      const running = this.#tryAgain(mail, delivery, since)
        .catch(err => {
          // Mails that were given up are already logged.
          if (!(err instanceof MailError)) this.#options.logger.error({ err }, 'could not send a mail')
        })
        .finally(() => this.#underWay.delete(running))
      this.#underWay.add(running)
    }, pauseMs).unref()
    this.#waiting.add(timer)
    return true
  }

  async #tryAgain(mail: Mail, delivery: Delivery, since: number): Promise<void> {
    if ((await delivery.isWanted?.()) !== false) await this.#attempt(mail, delivery, since)
  }

  async #giveUp({ onGivenUp }: Delivery, { message: reason }: MailError): Promise<void> {
    this.#options.logger.error({ reason }, 'gave up sending a mail')
    await onGivenUp?.()
  }
}
