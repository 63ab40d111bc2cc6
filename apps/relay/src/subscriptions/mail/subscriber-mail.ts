import { createHash, timingSafeEqual } from 'node:crypto'
import { messages } from '@hornets/contract'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { CustomerLimiter } from '@hornets/server/http/customers/customer-limiter'
import { RateLimiter } from '@hornets/server/http/rate-limiter'
import type { AdminDatabase, AdminTransaction } from '../../database/admin-database.ts'
import type { SecretBox } from '../../database/secret-box.ts'
import { MailError } from '../../mail/mailer.ts'
import type { Mails } from '../../mail/mails.ts'
import { newSecurityCode } from '../../mail/security-code.ts'
import { LedgerStore } from '../ledger/ledger-store.ts'
import { type MailRow, MailStore } from './mail-store.ts'
import { Mailboxes } from './mailboxes.ts'

const perHour = { burst: 3, perMinute: 1 / 60 }
const perCustomer = { burst: 10, perMinute: 1 / 6 }
const codeMs = 15 * 60_000
const triesMax = 5

export type ShownMail =
  | { readonly state: 'off'; readonly address: '' }
  | { readonly state: 'pending' | 'on'; readonly address: string }

/** Where reminders go. `stop`: the secret in the link that ends them. */
export interface MailTarget {
  readonly address: string
  readonly language: string
  readonly stop: string
}

export interface SubscriberMailParts {
  readonly database: AdminDatabase
  readonly box: SecretBox
  readonly mails: Pick<Mails, 'isOn' | 'send'>
  /** Undefined while the relay has no public address: a mail could not be stopped by its link then. */
  readonly subscribeUrl: () => string | undefined
  readonly now: Clock
}

/** Only the key that gave one can read it; before the mailed code came back, nothing else is sent there. */
export class SubscriberMail {
  readonly #parts: SubscriberMailParts
  readonly #subscribers: LedgerStore
  readonly #rows: MailStore
  readonly #byKey: RateLimiter
  readonly #byMailbox: RateLimiter
  readonly #byCustomer: CustomerLimiter
  readonly #mailboxes: Mailboxes

  constructor(parts: SubscriberMailParts) {
    this.#parts = parts
    this.#subscribers = new LedgerStore(parts.database.reads)
    this.#rows = new MailStore(parts.database.reads)
    this.#byKey = new RateLimiter(perHour, parts.now)
    this.#byMailbox = new RateLimiter(perHour, parts.now)
    this.#byCustomer = new CustomerLimiter(perCustomer, parts.now)
    this.#mailboxes = new Mailboxes(parts.box)
  }

  /** Null if the key cannot have reminders: the relay sends no mail, or the key has never had a subscription. */
  async shownTo(pubkey: string): Promise<ShownMail | null> {
    const { now } = this.#parts
    const row = await this.#rows.findMail(pubkey)
    const isVoid = row?.confirmed_at === null && (row.code_until ?? 0) <= now()
    const target = row && !isVoid ? this.open(row) : undefined
    if (target && !(await this.isStopped(target)))
      return { state: row?.confirmed_at === null ? 'pending' : 'on', address: target.address }
    return (await this.#isOffered(pubkey)) ? { state: 'off', address: '' } : null
  }

  async isOn(pubkey: string): Promise<boolean> {
    return (await this.shownTo(pubkey))?.state === 'on'
  }

  /** `caller`: a network address. Throws ApiError; 'conflict' if the mailbox wants no more emails. */
  async ask(pubkey: string, { address, language }: Omit<MailTarget, 'stop'>, caller: string): Promise<void> {
    const { database, box, mails, now } = this.#parts
    const url = this.#parts.subscribeUrl()
    if (url === undefined || !(await this.#isOffered(pubkey)))
      throw new ApiError('not_found', messages.subscriberUnknown)
    this.#byCustomer.take(caller)
    this.#byKey.take(pubkey)
    const mailbox = this.#mailboxes.keyOf(address)
    this.#byMailbox.take(mailbox)
    const stop = this.#mailboxes.newStop(mailbox)
    const code = newSecurityCode()
    const until = now() + codeMs
    const sealed = box.seal(JSON.stringify({ address, language, stop } satisfies MailTarget), placeOf(pubkey))
    const row = { pubkey, sealed, stop_digest: digestOf(stop), code_hash: this.#hash(pubkey, code), code_until: until }
    await database.transact(async tx => {
      if (await this.#rows.isStopped(mailbox, tx)) throw new ApiError('conflict', messages.mailboxStopped)
      await this.#rows.putMail(tx, row)
    })
    const isWanted = async () => (await this.#rows.findMail(pubkey))?.code_hash === row.code_hash
    try {
      await mails.send(
        { address, lang: language },
        ({ reminders }, { relay }) => reminders.confirmation({ relay, code, stopUrl: stopUrlOf(url, stop) }),
        { until, isWanted },
      )
    } catch (cause) {
      if (!(cause instanceof MailError)) throw cause
      await database.transact(tx => this.#rows.deleteMail(tx, { stop_digest: row.stop_digest }))
      throw new ApiError('unavailable', messages.mailFailed, { cause })
    }
  }

  /** Throws ApiError('invalid_fields') for a wrong code, one that is too old, and any after five wrong ones. */
  async confirm(pubkey: string, code: string): Promise<void> {
    const { database, now } = this.#parts
    const isRight = await database.transact(async tx => {
      const row = await this.#rows.findMail(pubkey, tx)
      if (!row?.code_hash || (row.code_until ?? 0) <= now() || row.code_tries >= triesMax) return false
      const given = this.#hash(pubkey, code.toUpperCase())
      const matches = timingSafeEqual(Buffer.from(given), Buffer.from(row.code_hash))
      await (matches ? this.#rows.confirmMail(tx, pubkey, now()) : this.#rows.countTry(tx, pubkey))
      return matches
    })
    if (!isRight) throw new ApiError('invalid_fields', messages.codeWrong, { fields: { code: messages.codeWrong } })
  }

  async remove(pubkey: string): Promise<void> {
    await this.#parts.database.transact(tx => this.#rows.deleteMail(tx, { pubkey }))
  }

  /** Ends all emails to the mailbox that was sent this secret, permanently; nothing if it was never sent. */
  async stop(secret: string): Promise<void> {
    const { database, now } = this.#parts
    const stop_digest = digestOf(secret)
    await database.transact(async tx => {
      const row = await this.#rows.findMailBy(stop_digest, tx)
      // Links from before say no mailbox themselves, but still name their row.
      const address = row && this.open(row)?.address
      const mailbox = this.#mailboxes.sentTo(secret) ?? (address === undefined ? null : this.#mailboxes.keyOf(address))
      if (mailbox !== null) await this.#rows.putStopped(tx, mailbox, now())
      await this.#rows.deleteMail(tx, { stop_digest })
    })
  }

  /** Whether the mailbox wants no more emails, whichever key gave its address. */
  isStopped({ address }: Pick<MailTarget, 'address'>): Promise<boolean> {
    return this.#rows.isStopped(this.#mailboxes.keyOf(address))
  }

  async noteDue(tx: AdminTransaction, pubkey: string, due: { notice: string; endsAt: number }): Promise<void> {
    await this.#rows.putDue(tx, pubkey, { ...due, at: this.#parts.now() })
  }

  /** Undefined if it was sealed with another key, as after restoring a database without its key file. */
  open({ pubkey, sealed }: Pick<MailRow, 'pubkey' | 'sealed'>): MailTarget | undefined {
    try {
      return JSON.parse(this.#parts.box.unseal(sealed, placeOf(pubkey))) as MailTarget
    } catch {
      return undefined
    }
  }

  async #isOffered(pubkey: string): Promise<boolean> {
    const { mails, subscribeUrl } = this.#parts
    if (!mails.isOn || subscribeUrl() === undefined) return false
    const subscriber = await this.#subscribers.findSubscriber(pubkey)
    return subscriber !== undefined && subscriber.expires_at !== null
  }

  #hash(pubkey: string, code: string): string {
    return this.#parts.box.digest(`${pubkey}:${code}`, 'subscriber-mail.code')
  }
}

const placeOf = (pubkey: string) => `subscriber-mail:${pubkey}`
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

export const stopUrlOf = (subscribeUrl: string, stop: string) => `${subscribeUrl}/stop/${stop}`
