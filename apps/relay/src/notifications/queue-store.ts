import type { NoticeKind } from '@hornets/contract/admin/notifications/delivery'
import type { Role } from '@hornets/contract/roles'
import { expressionBuilder, sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'
import type { DeliveryTables } from '../database/migrations/admin/025-delivery.ts'

type NoticeTable = DeliveryTables['notices']
export type NoticeRow = Omit<NoticeTable, 'id' | 'is_spread'> & { readonly id: number }
/** Its case in the inbox, if it is of a report; a case is written soon after its report. */
export type BatchedNotice = NoticeRow & { readonly case_id: number | null }
export type BatchRow = DeliveryTables['delivery_batches']
export type BatchState = 'open' | 'delivered' | 'given_up' | 'dropped'
export interface Queue {
  readonly account_id: string
  readonly target: string
}

export interface Recipient {
  readonly id: string
  readonly pubkey: string
  readonly role: Role
  readonly profile: string
  readonly email: string | null
  readonly email_verified: number
  /** JSON; null if they have chosen nothing yet. */
  readonly preferences: string | null
}

const { and, eb } = expressionBuilder<AdminTables, 'deliveries' | 'delivery_batches'>()

const isIn = ({ account_id, target }: Queue) => and({ account_id, target })

/** Deliveries without a batch. */
const isWaiting = eb('batch_id', 'is', null)

const recipients = (reads: AdminReads) =>
  reads
    .selectFrom('accounts')
    .leftJoin('delivery_preferences', 'delivery_preferences.account_id', 'accounts.id')
    .select(['id', 'pubkey', 'role', 'profile', 'email', 'email_verified', 'preferences'])

export class QueueStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async addNotice(tx: AdminTransaction, notice: Omit<NoticeRow, 'id'>): Promise<void> {
    await tx.insertInto('notices').values(notice).execute()
  }

  async listUnspread(limit: number, reads: AdminReads = this.#reads): Promise<NoticeRow[]> {
    return reads
      .selectFrom('notices')
      .select(['id', 'kind', 'facts', 'account_id', 'at'])
      .where('is_spread', '=', 0)
      .orderBy('id')
      .limit(limit)
      .execute()
  }

  async spread(
    tx: AdminTransaction,
    noticeIds: readonly number[],
    deliveries: readonly Omit<DeliveryTables['deliveries'], 'batch_id'>[],
  ): Promise<void> {
    const rows = deliveries.map(delivery => ({ ...delivery, batch_id: null }))
    for (let at = 0; at < rows.length; at += 500)
      await tx
        .insertInto('deliveries')
        .values(rows.slice(at, at + 500))
        .execute()
    await tx.updateTable('notices').set({ is_spread: 1 }).where('id', 'in', noticeIds).execute()
  }

  async listDueQueues(now: number): Promise<Queue[]> {
    const isDue = eb('due_at', '<=', now)
    const open = this.#reads.selectFrom('delivery_batches').where('state', '=', 'open').where(isDue)
    const waiting = this.#reads.selectFrom('deliveries').where(isWaiting).where(isDue)
    return waiting
      .select(['account_id', 'target'])
      .union(open.select(['account_id', 'target']))
      .execute()
  }

  async listOpenBatches(queue: Queue): Promise<BatchRow[]> {
    return this.#reads
      .selectFrom('delivery_batches')
      .selectAll()
      .where(isIn(queue))
      .where('state', '=', 'open')
      .orderBy('is_urgent', 'desc')
      .execute()
  }

  /** When the last batch of this queue that was not urgent began, milliseconds; null for never. */
  async lastBatchAt(queue: Queue): Promise<number | null> {
    const { at } = await this.#reads
      .selectFrom('delivery_batches')
      .select(({ fn }) => fn.max<number | null>('created_at').as('at'))
      .where(isIn(queue))
      .where('is_urgent', '=', 0)
      .executeTakeFirstOrThrow()
    return at
  }

  async openBatch(
    tx: AdminTransaction,
    queue: Queue,
    batch: { readonly id: string; readonly is_urgent: 0 | 1; readonly now: number },
  ): Promise<BatchRow | undefined> {
    const { id, is_urgent, now } = batch
    const isDue = and([isIn(queue), isWaiting, eb('is_urgent', '=', is_urgent), eb('due_at', '<=', now)])
    const { count } = await tx
      .selectFrom('deliveries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(isDue)
      .executeTakeFirstOrThrow()
    if (count === 0) return undefined
    const row = { id, ...queue, is_urgent, state: 'open', notices: count, tries: 0, created_at: now, due_at: now }
    await tx.insertInto('delivery_batches').values(row).execute()
    await tx.updateTable('deliveries').set({ batch_id: id }).where(isDue).execute()
    return row
  }

  async readBatch(
    batchId: string,
    { kinds, limit }: { kinds: readonly NoticeKind[]; limit: number },
  ): Promise<{ notices: BatchedNotice[]; total: number; kinds: readonly string[] }> {
    if (kinds.length === 0) return { notices: [], total: 0, kinds }
    const matching = this.#reads
      .selectFrom('deliveries')
      .innerJoin('notices', 'notices.id', 'notice_id')
      .leftJoin('cases', join =>
        join.on('kind', '=', 'reports').on('cases.target', '=', sql<string>`json_extract(facts, '$.target')`),
      )
      .where('batch_id', '=', batchId)
      .where('kind', 'in', kinds)
    const [notices, counts] = await Promise.all([
      matching
        .select(['notices.id', 'kind', 'facts', 'notices.account_id', 'at', 'cases.id as case_id'])
        .orderBy('notices.id')
        .limit(limit)
        .execute(),
      matching
        .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
        .groupBy('kind')
        .execute(),
    ])
    return { notices, total: counts.reduce((sum, { count }) => sum + count, 0), kinds: counts.map(({ kind }) => kind) }
  }

  async postpone(
    tx: AdminTransaction,
    batchId: string,
    { dueAt, tries }: { dueAt: number; tries: number },
  ): Promise<void> {
    await tx.updateTable('delivery_batches').set({ due_at: dueAt, tries }).where('id', '=', batchId).execute()
  }

  async holdBack(tx: AdminTransaction, queue: Queue, until: number): Promise<void> {
    await tx
      .updateTable('deliveries')
      .set({ due_at: until })
      .where(and([isIn(queue), isWaiting, eb('is_urgent', '=', 0), eb('due_at', '<', until)]))
      .execute()
  }

  async endBatch(tx: AdminTransaction, batchId: string, state: BatchState): Promise<void> {
    await tx.updateTable('delivery_batches').set({ state }).where('id', '=', batchId).execute()
    await tx.deleteFrom('deliveries').where('batch_id', '=', batchId).execute()
  }

  async dropQueue(tx: AdminTransaction, queue: Queue): Promise<void> {
    await tx.deleteFrom('deliveries').where(isIn(queue)).execute()
    await tx.deleteFrom('delivery_batches').where(isIn(queue)).execute()
  }

  async prune(tx: AdminTransaction, before: number): Promise<void> {
    await tx.deleteFrom('delivery_batches').where('state', '!=', 'open').where('created_at', '<', before).execute()
    await tx
      .deleteFrom('notices')
      .where('at', '<', before)
      .where('is_spread', '=', 1)
      .where('id', 'not in', tx.selectFrom('deliveries').select('notice_id'))
      .execute()
  }

  async listRecipients(reads: AdminReads = this.#reads): Promise<Recipient[]> {
    return recipients(reads).execute()
  }

  async findRecipient(accountId: string): Promise<Recipient | undefined> {
    return recipients(this.#reads).where('id', '=', accountId).executeTakeFirst()
  }
}
