import { setImmediate } from 'node:timers/promises'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import { nearestLanguage, readLanguages } from './languages.ts'
import type { Letter, Letters } from './letters/letter.ts'
import { MailHealth, type MailTrouble } from './mail-health.ts'
import { MailError, type Mailer } from './mailer.ts'
import { type Delivery, Outbox } from './outbox.ts'
import { setLetter } from './set-letter.ts'

export interface MailsOptions {
  readonly mailer: Mailer
  /** The name of the relay, as mails call it. */
  readonly relayName: () => string
  readonly now: Clock
  readonly logger: Logger
  /** Of the pauses after which a mail server that is away is asked again. */
  readonly firstPauseMs?: number
}

/** To whom, and in which language: that of the profile, English where it names none that we write. */
export interface Recipient {
  readonly address: string
  readonly lang: string
}

/** Writes one letter out of those of a language. */
export type Write = (letters: Letters, facts: { relay: string; time: (ms: number) => string }) => Letter

const languages = await readLanguages(new URL('letters/', import.meta.url))
const closingMsMax = 5000
/** What happened to an account is worth telling for a day. */
const noticeMs = 24 * 60 * 60_000

/** Writes mails in the language of who reads them and sees to it that they go out. */
export class Mails {
  readonly #options: MailsOptions
  readonly #health: MailHealth
  readonly #outbox: Outbox
  readonly #underWay = new Set<Promise<void>>()

  constructor(options: MailsOptions) {
    this.#options = options
    this.#health = new MailHealth(options.now, options.logger)
    this.#outbox = new Outbox({ ...options, health: this.#health })
  }

  get isOn(): boolean {
    return this.#options.mailer.isOn
  }

  /** Why mail does not go out at present; undefined when it does, as far as is known. */
  get trouble(): MailTrouble | undefined {
    return this.#health.trouble
  }

  /** Resolves to whether the mail server has taken it; if not it will be asked again. Throws MailError when it never will be. */
  async send({ address, lang }: Recipient, write: Write, delivery: Delivery): Promise<boolean> {
    const { tag: language, letters } = nearestLanguage(languages, lang)
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
    const time = (ms: number) => `${format.format(ms)} UTC`
    const relay = this.#options.relayName()
    const letter = write(letters, { relay, time })
    return this.#outbox.deliver({ to: address, ...setLetter(letter, { language, relay }) }, delivery)
  }

  /** Tells of what has happened. Nobody waits for it. */
  sendSoon(recipient: Recipient, write: Write): void {
    const until = this.#options.now() + noticeMs
    this.soon(async () => {
      await this.send(recipient, write, { until })
    })
  }

  /** Work that ends in a mail, in the background and once the answer of the call has gone: its time tells nothing. */
  soon(work: () => Promise<void>): void {
    const running = setImmediate()
      .then(work)
      .catch(err => {
        // A mail that was given up has been told.
        if (!(err instanceof MailError)) this.#options.logger.error({ err }, 'a mail could not be sent')
      })
      .finally(() => this.#underWay.delete(running))
    this.#underWay.add(running)
  }

  /** Waits some seconds for what is under way. */
  async close(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, closingMsMax)
    await Promise.race([Promise.all([...this.#underWay, this.#outbox.close()]), late])
    clearTimeout(timer)
  }
}
