import { messages, type QueryOf } from '@hornets/contract'
import type { NotificationCalls } from '@hornets/contract/admin/notifications/notification-calls'
import type { NotificationPage } from '@hornets/contract/admin/notifications/notification-page'
import { ApiError } from '@hornets/server/api-error'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import type { AdminDatabase } from '../database/admin-database.ts'
import { requirePubkey } from '../keys/require-pubkey.ts'
import { type InboxPlace, InboxStore, type RowQuery } from './inbox-store.ts'
import type { InboxRow, InboxTable } from './inbox-tables.ts'

export interface InboxParts<Table extends InboxTable, Notification> extends InboxPlace<Table> {
  readonly calls: NotificationCalls<Notification>
  readonly show: (rows: readonly InboxRow<Table>[]) => Notification[] | Promise<Notification[]>
  readonly database: AdminDatabase
  readonly logger: Logger
}

export class Inbox<Table extends InboxTable, Notification> {
  readonly calls: NotificationCalls<Notification>
  readonly #parts: InboxParts<Table, Notification>
  readonly #rows: InboxStore<Table>
  readonly #onChange: Emitter<void>

  constructor(parts: InboxParts<Table, Notification>) {
    const { calls, database, logger } = parts
    this.calls = calls
    this.#parts = parts
    this.#rows = new InboxStore(database.reads, parts)
    this.#onChange = new Emitter(err => logger.error({ err }, `a listener failed on ${calls.topic}`))
  }

  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  changed(): void {
    this.#onChange.emit()
  }

  rows(query: RowQuery): Promise<{ rows: InboxRow<Table>[]; total: number }> {
    return this.#rows.list(query)
  }

  async notifications(
    query: QueryOf<NotificationCalls<unknown>['list']>,
  ): Promise<NotificationPage<Notification> | null> {
    const { page, limit, filter } = query
    if (filter === 'user' && query.pubkey === undefined)
      throw new ApiError('bad_request', messages.badRequest, { fields: { pubkey: messages.npubRequired } })
    const pubkey = query.pubkey === undefined ? undefined : requirePubkey(query.pubkey)
    const { rows, total } = await this.#rows.list({ filter, pubkey, limit, offset: (page - 1) * limit })
    if (rows.length === 0) return null
    const totalPages = Math.ceil(total / limit)
    const place = { currentPage: page, pageSize: limit, totalItems: total, totalPages }
    return {
      notifications: await this.#parts.show(rows),
      pagination: { ...place, hasNext: page < totalPages, hasPrevious: page > 1 },
    }
  }

  /** Throws ApiError('not_found'). */
  async read(id: number): Promise<void> {
    if (!(await this.#parts.database.transact(tx => this.#rows.markRead(tx, id))))
      throw new ApiError('not_found', messages.notificationUnknown)
    this.changed()
  }

  async readAll(pubkey?: string): Promise<void> {
    const hex = pubkey ? requirePubkey(pubkey) : undefined
    await this.#parts.database.transact(tx => this.#rows.markAllRead(tx, hex))
    this.changed()
  }
}

export type AnyInbox = Pick<Inbox<InboxTable, unknown>, 'calls' | 'onChange' | 'notifications' | 'read' | 'readAll'>
