import { createHash } from 'node:crypto'
import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { AdminDatabase } from '../../database/admin-database.ts'
import type { ReminderFacts } from '../../mail/letters/letter.ts'
import { MailError } from '../../mail/mailer.ts'
import type { Mails } from '../../mail/mails.ts'
import { LedgerStore, type SubscriberRow } from '../ledger/ledger-store.ts'
import { dayMs } from '../ledger/notices.ts'
import { reminderFacts } from '../reminders/reminder-facts.ts'
import { type MailRow, MailStore } from './mail-store.ts'
import { type MailTarget, type SubscriberMail, stopUrlOf } from './subscriber-mail.ts'

const atOnce = 50
const connectionsMax = 4
const firstPauseMs = 60_000
const longestPauseMs = 60 * 60_000
const worthMs = dayMs

export interface MailRoundsParts {
  readonly database: AdminDatabase
  readonly mail: SubscriberMail
  readonly mails: Pick<Mails, 'isOn' | 'sendOnce'>
  readonly relaySettings: { current(): Readonly<RelaySettings> }
  readonly subscribeUrl: () => string | undefined
  readonly now: Clock
  readonly logger: Logger
}

/** They wait in the database: no restart loses them. A crash after sending repeats one under the same id. */
export class MailRounds {
  readonly #parts: MailRoundsParts
  readonly #subscribers: LedgerStore
  readonly #rows: MailStore
  readonly #rounds = pLimit(1)

  constructor(parts: MailRoundsParts) {
    this.#parts = parts
    this.#subscribers = new LedgerStore(parts.database.reads)
    this.#rows = new MailStore(parts.database.reads)
  }

  round(): Promise<void> {
    return this.#rounds(async () => {
      const { database, now } = this.#parts
      if (await this.#rows.hasUnconfirmed(now())) await database.transact(tx => this.#rows.deleteUnconfirmed(tx, now()))
      const connections = pLimit(connectionsMax)
      for (;;) {
        const rows = await this.#rows.listDueMails({ now: now(), limit: atOnce })
        await Promise.all(rows.map(row => connections(() => this.#send(row))))
        if (rows.length < atOnce) return
      }
    })
  }

  settled(): Promise<void> {
    return this.#rounds(() => undefined)
  }

  async #send(row: MailRow): Promise<void> {
    const { database, mail, mails, logger } = this.#parts
    const target = mail.open(row)
    if (target && (await mail.isStopped(target)))
      return database.transact(tx => this.#rows.deleteMail(tx, { stop_digest: row.stop_digest }))
    const subscriber = await this.#subscribers.findSubscriber(row.pubkey)
    let nextTryAt: number | null = null
    if (target && subscriber && this.#isWorthIt(row, subscriber)) {
      const facts = this.#factsOf(subscriber, target)
      try {
        await mails.sendOnce(recipientOf(target), idOf(row), ({ reminders }, { relay }) =>
          reminders.reminder({ relay, ...facts }),
        )
      } catch (error) {
        if (!(error instanceof MailError)) throw error
        nextTryAt = this.#nextTry(row, error)
        if (nextTryAt === null) logger.error({ reason: error.message }, 'gave up mailing a reminder')
      }
    }
    await database.transact(tx => this.#rows.putTried(tx, row, nextTryAt))
  }

  #isWorthIt({ due_at, due_for }: MailRow, { expires_at }: SubscriberRow): boolean {
    const { mails, subscribeUrl, now } = this.#parts
    const isOffered = mails.isOn && subscribeUrl() !== undefined
    return isOffered && expires_at === due_for && now() < (due_at ?? 0) + worthMs
  }

  #nextTry({ due_at }: MailRow, { isTransient, isOfServer }: MailError): number | null {
    if (!isTransient && !isOfServer) return null
    const waited = this.#parts.now() - (due_at ?? 0)
    return this.#parts.now() + Math.min(longestPauseMs, Math.max(firstPauseMs, waited / 2))
  }

  /** Neither address nor key: email is readable in transit. */
  #factsOf({ tier, expires_at }: SubscriberRow, { language, stop }: MailTarget): Omit<ReminderFacts, 'relay'> {
    const { relaySettings, subscribeUrl, now } = this.#parts
    const url = subscribeUrl() ?? ''
    const facts = reminderFacts({ tier, endsAt: expires_at ?? 0, language }, relaySettings.current(), now())
    return { ...facts, url, stopUrl: stopUrlOf(url, stop) }
  }
}

const recipientOf = ({ address, language }: MailTarget) => ({ address, lang: language })

const idOf = ({ stop_digest, due_notice, due_for }: MailRow) =>
  `reminder-${createHash('sha256').update(`${stop_digest}:${due_notice}:${due_for}`).digest('hex').slice(0, 32)}`
