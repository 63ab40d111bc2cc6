import { randomUUID } from 'node:crypto'
import type { DeliveryChannel, NoticeKind } from '@hornets/contract/admin/notifications/delivery'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { AdminDatabase, AdminTransaction } from '../database/admin-database.ts'
import { DeliveryError, type Destination, type Message, type Send } from './channels/channel.ts'
import { kindsOn, readPreferences } from './choices.ts'
import { channelsOf, isUrgent } from './notice-reach.ts'
import { type BatchRow, type NoticeRow, type Queue, QueueStore, type Recipient } from './queue-store.ts'
import { quietUntil } from './quiet-hours.ts'
import { type AttemptRow, type TargetRow, TargetsStore } from './targets-store.ts'
import { messageOf, type Surroundings, spelledOut } from './wording.ts'

const spreadAtOnce = 500
const sentAtOnce = 8
/** Between two messages to the same place that are not urgent: in a flood each message covers many. */
const betweenBatchesMs = 60_000
const firstPauseMs = 30_000
const longestPauseMs = 60 * 60_000
const givenUpAfterMs = 24 * 60 * 60_000
const keptMs = 30 * 24 * 60 * 60_000

export interface DelivererParts {
  readonly database: AdminDatabase
  readonly send: Readonly<Record<DeliveryChannel, Send>>
  /** Throws DeliveryError. */
  readonly unseal: (target: TargetRow) => string
  readonly surroundings: () => Surroundings
  readonly onChange: () => void
  readonly now: Clock
  readonly logger: Logger
}

interface Target {
  readonly channel: DeliveryChannel
  /** Throws DeliveryError if it cannot be opened. */
  readonly secret: () => string
}

export interface Attempt {
  readonly at: number
  /** Milliseconds. */
  readonly took: number
  readonly error: DeliveryError | undefined
}

/**
 * Recorded before it is sent, with one id at every attempt: a crash repeats it. Role and choice are checked each time.
 */
export class Deliverer {
  readonly #parts: DelivererParts
  readonly #targets: TargetsStore
  readonly #queues: QueueStore
  readonly #rounds = pLimit(1)
  readonly #sending = pLimit(sentAtOnce)

  constructor(parts: DelivererParts) {
    this.#parts = parts
    this.#targets = new TargetsStore(parts.database.reads)
    this.#queues = new QueueStore(parts.database.reads)
  }

  /** Hands new notices to their recipients' queues and sends what is due. */
  round(): Promise<void> {
    return this.#rounds(async () => {
      await this.#spread()
      const due = await this.#queues.listDueQueues(this.#parts.now())
      const failed = (err: unknown) => this.#parts.logger.error({ err }, 'could not deliver notifications')
      await Promise.all(due.map(queue => this.#sending(() => this.#serve(queue).catch(failed))))
      if (due.length > 0) this.#parts.onChange()
    })
  }

  async prune(): Promise<void> {
    const before = this.#parts.now() - keptMs
    await this.#parts.database.transact(tx => this.#queues.prune(tx, before))
  }

  settled(): Promise<void> {
    return this.#rounds(() => undefined)
  }

  /** Sends one message now, outside any queue, and records the attempt. Undefined if the target does not exist. */
  async sendNow(
    recipient: Recipient,
    target: string,
    message: (batch: { id: string; at: number }) => Message,
  ): Promise<Attempt | undefined> {
    const queue = { account_id: recipient.id, target }
    const place = await this.#placeOf(queue)
    if (!place) return undefined
    const attempt = await this.#try(message({ id: randomUUID(), at: this.#parts.now() }), place, recipient)
    await this.#parts.database.transact(tx => this.#targets.addAttempt(tx, rowOf(queue, attempt)))
    return attempt
  }

  async #spread(): Promise<void> {
    const { database } = this.#parts
    for (;;) {
      const isMore = await database.transact(async tx => {
        const notices = await this.#queues.listUnspread(spreadAtOnce, tx)
        if (notices.length === 0) return false
        const recipients = await this.#readRecipients(tx)
        const deliveries = notices.flatMap(notice =>
          recipients
            .filter(({ id }) => notice.account_id === null || notice.account_id === id)
            .flatMap(({ id, queuesOf }) =>
              queuesOf(notice).map(target => ({
                notice_id: notice.id,
                account_id: id,
                target,
                due_at: notice.at,
                is_urgent: Number(isUrgent(notice)),
              })),
            ),
        )
        await this.#queues.spread(
          tx,
          notices.map(({ id }) => id),
          deliveries,
        )
        return notices.length === spreadAtOnce
      })
      if (!isMore) return
    }
  }

  async #readRecipients(tx: AdminTransaction) {
    const [accounts, added] = await Promise.all([
      this.#queues.listRecipients(tx),
      this.#targets.listTargets(undefined, tx),
    ])
    return accounts.map(({ id, role, preferences }) => {
      const places: { channel: DeliveryChannel; target: string }[] = [
        { channel: 'nostr', target: 'nostr' },
        { channel: 'mail', target: 'mail' },
        ...added
          .filter(({ account_id }) => account_id === id)
          .map(row => ({ channel: row.channel as DeliveryChannel, target: row.id })),
      ]
      const who = { role, preferences: readPreferences(preferences) }
      const chosen = places.map(({ channel, target }) => ({ channel, target, kinds: kindsOn(channel, who) }))
      const queuesOf = (notice: NoticeRow) => {
        const channels = channelsOf(notice)
        return chosen
          .filter(({ kinds }) => kinds.includes(notice.kind as NoticeKind))
          .filter(({ channel }) => channels?.includes(channel) ?? true)
          .map(({ target }) => target)
      }
      return { id, queuesOf }
    })
  }

  async #serve(queue: Queue): Promise<void> {
    const recipient = await this.#queues.findRecipient(queue.account_id)
    if (!recipient) return
    const place = await this.#placeOf(queue)
    if (!place) return this.#parts.database.transact(tx => this.#queues.dropQueue(tx, queue))
    for (const isUrgent of [1, 0] as const) {
      const batch = await this.#dueBatch(queue, recipient, isUrgent)
      if (batch) await this.#attempt(batch, place, recipient)
    }
  }

  /** The batch to send now. One at a time: while one is tried again, what comes meanwhile makes up the next. */
  async #dueBatch(queue: Queue, recipient: Recipient, isUrgent: 0 | 1): Promise<BatchRow | undefined> {
    const { database, now } = this.#parts
    const open = (await this.#queues.listOpenBatches(queue)).find(batch => batch.is_urgent === isUrgent)
    const quietEnd = isUrgent ? null : quietUntil(readPreferences(recipient.preferences).quiet, now())
    if (quietEnd !== null) {
      await database.transact(async tx => {
        await this.#queues.holdBack(tx, queue, quietEnd)
        if (open) await this.#queues.postpone(tx, open.id, { dueAt: quietEnd, tries: open.tries })
      })
      return undefined
    }
    if (open) return open.due_at <= now() ? open : undefined
    const last = isUrgent ? null : await this.#queues.lastBatchAt(queue)
    if (last !== null && last > now() - betweenBatchesMs) return undefined
    const batch = { id: randomUUID(), is_urgent: isUrgent, now: now() }
    return database.transact(tx => this.#queues.openBatch(tx, queue, batch))
  }

  async #attempt(batch: BatchRow, place: Target, recipient: Recipient): Promise<void> {
    const { database, surroundings } = this.#parts
    const kinds = kindsOn(place.channel, { role: recipient.role, preferences: readPreferences(recipient.preferences) })
    const content = await this.#queues.readBatch(batch.id, { kinds, limit: spelledOut })
    if (content.total === 0) return database.transact(tx => this.#queues.endBatch(tx, batch.id, 'dropped'))
    const message = messageOf({ id: batch.id, at: batch.created_at }, content, recipient, surroundings())
    const attempt = await this.#try(message, place, recipient)
    await database.transact(tx => this.#note(tx, batch, place, attempt))
  }

  async #try(message: Message, { channel, secret }: Target, recipient: Recipient): Promise<Attempt> {
    const { send, now, logger } = this.#parts
    const at = now()
    const begun = performance.now()
    const took = () => Math.round(performance.now() - begun)
    try {
      const destination: Destination = { recipient, secret: secret() }
      await send[channel](message, destination)
      return { at, took: took(), error: undefined }
    } catch (error) {
      if (error instanceof DeliveryError) return { at, took: took(), error }
      logger.error({ err: error, channel }, 'could not deliver a notification')
      return { at, took: took(), error: new DeliveryError({ code: 'failed' }) }
    }
  }

  async #note(tx: AdminTransaction, batch: BatchRow, place: Target, attempt: Attempt): Promise<void> {
    const { error } = attempt
    if (error?.failure.code === 'gone' && place.channel === 'push') {
      await this.#targets.deleteTarget(tx, batch.target)
      return this.#queues.dropQueue(tx, batch)
    }
    await this.#targets.addAttempt(tx, rowOf(batch, attempt))
    if (!error) return this.#queues.endBatch(tx, batch.id, 'delivered')
    const pauseMs = Math.max(error.waitMs ?? 0, Math.min(longestPauseMs, firstPauseMs * 2 ** batch.tries))
    const dueAt = this.#parts.now() + pauseMs
    if (!error.isTransient || dueAt >= batch.created_at + givenUpAfterMs)
      return this.#queues.endBatch(tx, batch.id, 'given_up')
    await this.#queues.postpone(tx, batch.id, { dueAt, tries: batch.tries + 1 })
  }

  async #placeOf({ account_id, target }: Queue): Promise<Target | undefined> {
    if (target === 'nostr' || target === 'mail') return { channel: target, secret: () => '' }
    const row = await this.#targets.findTarget(target)
    if (!row || row.account_id !== account_id) return undefined
    return { channel: row.channel as DeliveryChannel, secret: () => this.#parts.unseal(row) }
  }
}

const rowOf = ({ account_id, target }: Queue, { at, took, error }: Attempt): AttemptRow => ({
  account_id,
  target,
  at,
  took,
  failure: error ? JSON.stringify(error.failure) : null,
})
