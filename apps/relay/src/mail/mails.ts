import { setImmediate } from 'node:timers/promises'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import { acceptedLanguage, nearestLanguage, readLanguages } from './languages.ts'
import type { Letter, Letters } from './letters/letter.ts'
import { MailHealth, type MailTrouble } from './mail-health.ts'
import { type Delivery, MailQueue } from './mail-queue.ts'
import { type Mail, MailError, type Mailer } from './mailer.ts'
import { setLetter } from './set-letter.ts'

export interface MailsOptions {
  readonly mailer: Mailer
  readonly relayName: () => string
  readonly now: Clock
  readonly logger: Logger
  readonly firstPauseMs?: number
}

/** Address and language; English if the profile's language has no letters. */
export interface Recipient {
  readonly address: string
  readonly lang: string
}

export type Write = (letters: Letters, facts: { relay: string; time: (ms: number) => string }) => Letter

const languages = await readLanguages(new URL('letters/', import.meta.url))
const closingMsMax = 5000
const noticeMs = 24 * 60 * 60_000

export const languageFor = (lang: string) => nearestLanguage(languages, lang)

export const languageOfBrowser = (accepted: string | undefined) => acceptedLanguage(languages, accepted)

/** A time as people write it, in UTC. */
export function writtenTime(language: string, ms: number): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(ms)} UTC`
}

export class Mails {
  readonly #options: MailsOptions
  readonly #health: MailHealth
  readonly #queue: MailQueue
  readonly #underWay = new Set<Promise<void>>()

  constructor(options: MailsOptions) {
    this.#options = options
    this.#health = new MailHealth(options.now, options.logger)
    this.#queue = new MailQueue({ ...options, health: this.#health })
  }

  get isOn(): boolean {
    return this.#options.mailer.isOn
  }

  /** Why mail currently fails; undefined if it works as far as known. */
  get trouble(): MailTrouble | undefined {
    return this.#health.trouble
  }

  /** Mails go another way now: what was known of the last one does not count. */
  forgetTrouble(): void {
    this.#health.forget()
    this.#queue.pace.forget()
  }

  /** Whether any mail has been accepted since the start. */
  get hasWorked(): boolean {
    return this.#health.hasWorked
  }

  get pace() {
    const { pace, waiting } = this.#queue
    return { perMinute: pace.perMinute, latencyMs: pace.latencyMs, queue: waiting }
  }

  /** Resolves to whether the mail server accepted it; if not, it is retried. Throws MailError if it never will be. */
  async send(recipient: Recipient, write: Write, delivery: Delivery): Promise<boolean> {
    return this.#queue.deliver(this.#write(recipient, write), delivery)
  }

  /** One attempt under this id, for callers that try again themselves. Throws MailError. */
  async sendOnce(recipient: Recipient, id: string, write: Write): Promise<void> {
    await this.#queue.attempt({ id, ...this.#write(recipient, write) })
  }

  sendSoon(recipient: Recipient, write: Write): void {
    const until = this.#options.now() + noticeMs
    this.soon(async () => {
      await this.send(recipient, write, { until })
    })
  }

  /** Runs work that ends in a mail, in the background after the call's answer, so that timing reveals nothing. */
  soon(work: () => Promise<void>): void {
    const running = setImmediate()
      .then(work)
      .catch(err => {
        // Mails that were given up are already logged.
        if (!(err instanceof MailError)) this.#options.logger.error({ err }, 'could not send a mail')
      })
      .finally(() => this.#underWay.delete(running))
    this.#underWay.add(running)
  }

  /** Waits a few seconds for running deliveries. */
  async close(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, closingMsMax)
    await Promise.race([Promise.all([...this.#underWay, this.#queue.close()]), late])
    clearTimeout(timer)
  }

  #write({ address, lang }: Recipient, write: Write): Mail {
    const { tag: language, letters } = languageFor(lang)
    const relay = this.#options.relayName()
    const letter = write(letters, { relay, time: ms => writtenTime(language, ms) })
    return { to: address, ...setLetter(letter, { language, relay }) }
  }
}
