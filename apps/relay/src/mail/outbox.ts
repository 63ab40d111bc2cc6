import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { MailHealth } from './mail-health.ts'
import { type Mail, MailError, type Mailer } from './mailer.ts'

const firstPauseMs = 5000
const longestPauseMs = 30 * 60_000
/** Beyond it a mail has its one try: an outage shall not fill the memory. */
const waitingMax = 500

/** How long a mail is worth anything, and who is told when it has come to nothing. */
export interface Delivery {
  /** Milliseconds since 1970; after it the mail is given up. */
  readonly until: number
  /** Asked before each further try: what it carries may have been used or taken back meanwhile. */
  readonly isWanted?: () => Promise<boolean>
  readonly onGivenUp?: () => Promise<void>
}

export interface OutboxOptions {
  readonly mailer: Mailer
  readonly health: MailHealth
  readonly logger: Logger
  readonly now: Clock
  /** How long the first pause is; the further ones are half as long as the mail has waited by then. */
  readonly firstPauseMs?: number | undefined
}

/**
 * Mails on their way. What a mail server does not take now it is asked for again, in ever longer pauses, as long as the
 * mail is worth anything. They wait in memory only: they carry codes, which lie readable on no disk.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #waiting = new Set<NodeJS.Timeout>()
  readonly #underWay = new Set<Promise<unknown>>()
  #closed = false

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  /** Resolves to whether the server has taken the mail; if not it will be asked again. Throws MailError when it never will be. */
  async deliver(mail: Mail, delivery: Delivery): Promise<boolean> {
    return this.#attempt(mail, delivery, this.#options.now())
  }

  /** Waits for what is being handed over; what waits for another try is lost, which is logged. */
  async close(): Promise<void> {
    this.#closed = true
    for (const timer of this.#waiting) clearTimeout(timer)
    const lost = this.#waiting.size
    this.#waiting.clear()
    if (lost > 0) this.#options.logger.error({ mails: lost }, 'mails that waited for the mail server are lost')
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
    try {
      await mailer.send(mail)
      health.taken()
    } catch (error) {
      if (error instanceof MailError) health.refused(error)
      throw error
    }
  }

  /** False when there is no more sense in it. */
  #tryLater(mail: Mail, delivery: Delivery, since: number, error: MailError): boolean {
    const { now, firstPauseMs: first = firstPauseMs } = this.#options
    const pauseMs = Math.min(longestPauseMs, Math.max(first, (now() - since) / 2))
    const isOver = now() + pauseMs >= delivery.until || this.#waiting.size >= waitingMax
    if (!error.isTransient || isOver || this.#closed) return false
    const timer = setTimeout(() => {
      this.#waiting.delete(timer)
      const running = this.#tryAgain(mail, delivery, since)
        .catch(err => {
          // A mail that was given up has been told.
          if (!(err instanceof MailError)) this.#options.logger.error({ err }, 'a mail could not be sent')
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
    this.#options.logger.error({ reason }, 'a mail is given up')
    await onGivenUp?.()
  }
}
