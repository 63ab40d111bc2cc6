import type { PaymentStatus } from '@hornets/contract/admin/subscriptions/payments'
import { sql } from 'kysely'
import type { AdminReads } from '../../database/admin-database.ts'
import type { SubscriptionTables } from '../../database/migrations/admin/019-subscriptions.ts'
import type { CoinRow } from '../ledger/ledger-store.ts'

export interface PaymentQuery {
  readonly status?: PaymentStatus | undefined
  readonly pubkey?: string | undefined
  readonly limit: number
  /** Id of the previous page's last row. */
  readonly after?: number | undefined
}

export interface RefundQuery {
  /** Milliseconds. */
  readonly from: number
  readonly to: number
  readonly after: RefundRow | undefined
  readonly limit: number
}

export interface RefundRow {
  readonly id: number
  readonly pubkey: string
  readonly kind: 'refund' | 'refund_cancelled' | 'refund_stands'
  readonly sats: number
  readonly entered_at: number
  readonly at: number
  readonly rate_cents: number | null
}

export interface PaymentRow extends CoinRow {
  /** 1: credited, and its credit waits for a tier. */
  readonly is_waiting: number
}

/** It bought nothing itself, nor did a later purchase that still counts use its credit. */
const isWaiting = sql<number>`(state = 'paid' AND tier = '' AND NOT EXISTS (
  SELECT 1 FROM subscription_entries AS bought
  WHERE bought.pubkey = subscription_coins.pubkey AND bought.kind = 'purchase'
    AND bought.id > (SELECT max(own.id) FROM subscription_entries AS own
      WHERE own.pubkey = subscription_coins.pubkey AND own.kind = 'payment'
        AND own.txid = subscription_coins.txid AND own.vout = subscription_coins.vout)
    AND NOT EXISTS (SELECT 1 FROM subscription_entries AS undone
      WHERE undone.pubkey = bought.pubkey AND undone.undoes = bought.id)))`

export type MonthRow = SubscriptionTables['subscription_months']

export class PaymentsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  /** Newest first. */
  async listPayments(query: PaymentQuery): Promise<PaymentRow[]> {
    const { status, pubkey, limit, after } = query
    const state = status === 'scheduled' ? 'paid' : status
    return this.#reads
      .selectFrom('subscription_coins')
      .selectAll()
      .select(isWaiting.as('is_waiting'))
      .$if(state !== undefined, select => select.where('state', '=', state ?? ''))
      .$if(status === 'scheduled', select => select.where(isWaiting, '=', 1))
      .$if(status === 'paid', select => select.where(isWaiting, '=', 0))
      .$if(pubkey !== undefined, select => select.where('pubkey', '=', pubkey ?? ''))
      .$if(after !== undefined, select => select.where('id', '<', after ?? 0))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  }

  async countFailed(since: number, max: number): Promise<number> {
    const failed = this.#reads.selectFrom('subscription_coins').select('id')
    return (await failed.where('state', '=', 'failed').where('date', '>=', since).limit(max).execute()).length
  }

  /** Credited ones, oldest first; `after` is the previous batch's last row. Times are milliseconds. */
  async listCredited({
    from,
    to,
    after,
    limit,
  }: {
    from: number
    to: number
    after?: CoinRow | undefined
    limit: number
  }): Promise<CoinRow[]> {
    return this.#reads
      .selectFrom('subscription_coins')
      .selectAll()
      .where('date', '>=', after?.date ?? from)
      .where('date', '<', to)
      .where('state', '=', 'paid')
      .$if(after !== undefined, select =>
        select.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('date', 'id'), '>', tuple(after?.date ?? 0, after?.id ?? 0)),
        ),
      )
      .orderBy('date')
      .orderBy('id')
      .limit(limit)
      .execute()
  }

  /** Each counts on the date of its refund and at its rate, as in the sums of months. Oldest first. */
  async listRefunds({ from, to, after, limit }: RefundQuery): Promise<RefundRow[]> {
    const steps = sql<RefundRow>`(
      WITH RECURSIVE steps (id, pubkey, kind, sats, entered_at, at, rate_cents) AS (
        SELECT id, pubkey, kind, sats, at, at, rate_cents FROM subscription_entries WHERE kind = 'refund'
        UNION ALL
        SELECT entry.id, entry.pubkey, entry.kind, entry.sats, entry.at, steps.at, steps.rate_cents
        FROM steps JOIN subscription_entries entry ON entry.undoes = steps.id
        WHERE entry.kind IN ('refund_cancelled', 'refund_stands')
      ) SELECT * FROM steps)`
    return this.#reads
      .selectFrom(steps.as<'steps'>('steps'))
      .selectAll()
      .where('at', '>=', from)
      .where('at', '<', to)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '>', tuple(after?.at ?? 0, after?.id ?? 0)))
      .orderBy('at')
      .orderBy('id')
      .limit(limit)
      .execute()
  }

  async listMonths({ from, to }: { from?: string | undefined; to?: string | undefined }): Promise<MonthRow[]> {
    return this.#reads
      .selectFrom('subscription_months')
      .selectAll()
      .$if(from !== undefined, select => select.where('month', '>=', from ?? ''))
      .$if(to !== undefined, select => select.where('month', '<=', to ?? ''))
      .orderBy('month', 'desc')
      .orderBy('tier')
      .execute()
  }

  /** Dates of the first and last credited payment, milliseconds. */
  async creditedPeriod(): Promise<{ from: number | null; to: number | null }> {
    const end = (order: 'asc' | 'desc') =>
      this.#reads
        .selectFrom('subscription_coins')
        .select('date')
        .where('state', '=', 'paid')
        .orderBy('date', order)
        .limit(1)
    const [first, last] = await Promise.all([end('asc').executeTakeFirst(), end('desc').executeTakeFirst()])
    return { from: first?.date ?? null, to: last?.date ?? null }
  }

  /** Payments credited since a time (milliseconds). */
  async creditedSince(since: number): Promise<{ sats: number; fresh: number }> {
    return this.#reads
      .selectFrom('payment_notifications')
      .select([
        sql<number>`coalesce(sum(amount_sats), 0)`.as('sats'),
        sql<number>`coalesce(sum(is_new), 0)`.as('fresh'),
      ])
      .where('id', '>', ({ selectFrom }) =>
        selectFrom('payment_notifications')
          .select(({ fn }) => fn.coalesce(fn.max('id'), sql<number>`0`).as('id'))
          .where('created_at', '<', since),
      )
      .where('reversed_at', 'is', null)
      .executeTakeFirstOrThrow()
  }
}
