import { setImmediate } from 'node:timers/promises'
import type { Logger } from '@hornets/server/logger'
import { de } from './letters/de.ts'
import { en } from './letters/en.ts'
import type { Letter, Letters } from './letters/letter.ts'
import type { Mailer } from './mailer.ts'

export interface MailsOptions {
  readonly mailer: Mailer
  /** The name of the relay, as mails call it. */
  readonly relayName: () => string
  readonly logger: Logger
}

/** To whom, and in which language: that of the profile, English where it names none that we write. */
export interface Recipient {
  readonly address: string
  readonly lang: string
}

/** Writes one letter out of those of a language. */
export type Write = (letters: Letters, facts: { relay: string; time: (ms: number) => string }) => Letter

const languages: Readonly<Record<string, Letters>> = { en, de }
const closingMsMax = 5000

/** Writes mails in the language of who reads them and hands them to the mailer. */
export class Mails {
  readonly #options: MailsOptions
  readonly #underWay = new Set<Promise<void>>()

  constructor(options: MailsOptions) {
    this.#options = options
  }

  get isOn(): boolean {
    return this.#options.mailer.isOn
  }

  /** Resolves once the mail server has taken it over. Throws MailError. */
  async send({ address, lang }: Recipient, write: Write): Promise<void> {
    const tag = lang.slice(0, 2).toLowerCase()
    const language = Object.hasOwn(languages, tag) ? tag : 'en'
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
    const time = (ms: number) => `${format.format(ms)} UTC`
    const letter = write(languages[language] ?? en, { relay: this.#options.relayName(), time })
    await this.#options.mailer.send({ to: address, ...set(letter, language) })
  }

  /** Nobody waits for it; that it did not go out is logged. */
  sendSoon(recipient: Recipient, write: Write): void {
    this.soon(() => this.send(recipient, write))
  }

  /** Work that ends in a mail, in the background and once the answer of the call has gone: its time tells nothing. */
  soon(work: () => Promise<void>): void {
    const running = setImmediate()
      .then(work)
      .catch(err => this.#options.logger.warn({ err }, 'a mail could not be sent'))
      .finally(() => this.#underWay.delete(running))
    this.#underWay.add(running)
  }

  /** Waits some seconds for what is under way. */
  async close(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, closingMsMax)
    await Promise.race([Promise.all(this.#underWay), late])
    clearTimeout(timer)
  }
}

/** Plain text, and the same as simple HTML. */
function set({ subject, paragraphs, highlight }: Letter, language: string) {
  const [first = '', ...others] = paragraphs
  const parts = highlight === undefined ? paragraphs : [first, highlight, ...others]
  const html = parts.map(part => {
    if (part !== highlight) return `<p>${escaped(part)}</p>`
    return /^https?:/.test(part)
      ? `<p><a href="${escaped(part)}">${escaped(part)}</a></p>`
      : `<p style="font:700 24px monospace;letter-spacing:4px">${escaped(part)}</p>`
  })
  return {
    subject: subject.replace(/[\r\n]+/g, ' '),
    text: `${parts.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><body style="font:16px sans-serif">${html.join('')}</body></html>`,
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, character => entities[character] ?? character)
