import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { MailError } from './mailer.ts'

/** Since when mail fails, and why (MailError's message). */
export interface MailTrouble {
  readonly since: number
  readonly reason: string
}

export class MailHealth {
  readonly #now: Clock
  readonly #logger: Logger
  #trouble: MailTrouble | undefined
  #hasWorked = false

  constructor(now: Clock, logger: Logger) {
    this.#now = now
    this.#logger = logger
  }

  get trouble(): MailTrouble | undefined {
    return this.#trouble
  }

  /** Whether any mail has been accepted since the start. */
  get hasWorked(): boolean {
    return this.#hasWorked
  }

  forget(): void {
    this.#trouble = undefined
    this.#hasWorked = false
  }

  taken(): void {
    this.#hasWorked = true
    if (this.#trouble) this.#logger.info('sending mail works again')
    this.#trouble = undefined
  }

  /** Errors about a single mail, such as an unknown address, do not count. */
  refused({ message: reason, isOfServer }: MailError): void {
    if (!isOfServer || this.#trouble?.reason === reason) return
    this.#trouble = { since: this.#trouble?.since ?? this.#now(), reason }
    this.#logger.warn({ reason }, 'cannot send mail')
  }
}
