import type { AnswerOf, QueryOf } from '@hornets/contract'
import * as contract from '@hornets/contract/admin/subscriptions/payments'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { AdminDatabase } from '../../database/admin-database.ts'
import { Inbox } from '../../inbox/inbox.ts'
import { requirePubkey } from '../../keys/require-pubkey.ts'
import { centsOf, monthOf } from '../ledger/earned.ts'
import { lightningOutput } from '../ledger/ledger.ts'
import type { CoinRow, NotificationRow } from '../ledger/ledger-store.ts'
import { placeOf } from '../ledger/payment-place.ts'
import { type MonthRow, type PaymentRow, PaymentsStore, type RefundRow } from './payments-store.ts'

/** The value for 'none' in clients of this family. */
const noTime = '0001-01-01T00:00:00Z'
const exportedAtOnce = 1000
const dayMs = 86_400_000

export interface PaymentsParts {
  readonly database: AdminDatabase
  readonly namesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, { readonly name: string | null }>>
  readonly activeByTier: () => Promise<readonly { readonly tier: string; readonly subscribers: number }[]>
  readonly now: Clock
  readonly logger: Logger
}

const failedMax = 100

export class PaymentsService {
  readonly inbox: Inbox<'payment_notifications', contract.PaymentNotification>
  readonly #parts: PaymentsParts
  readonly #rows: PaymentsStore

  constructor(parts: PaymentsParts) {
    this.#parts = parts
    this.#rows = new PaymentsStore(parts.database.reads)
    this.inbox = new Inbox({
      database: parts.database,
      logger: parts.logger,
      calls: contract.paymentNotifications,
      table: 'payment_notifications',
      show: rows => rows.map(shownNotification),
    })
  }

  countFailed(since: number): Promise<number> {
    return this.#rows.countFailed(since, failedMax)
  }

  async stats(): Promise<AnswerOf<typeof contract.getPaymentStats>> {
    const { activeByTier, now } = this.#parts
    const today = Math.floor(now() / dayMs) * dayMs
    const [months, active, since, recent] = await Promise.all([
      this.#rows.listMonths({}),
      activeByTier(),
      this.#rows.creditedSince(today),
      this.inbox.rows({ filter: 'all', offset: 0, limit: 10 }),
    ])
    const revenue = new Map<string, number>()
    for (const { tier, sats } of months) if (tier !== '') revenue.set(tier, (revenue.get(tier) ?? 0) + sats)
    const counts = new Map(active.map(({ tier, subscribers }) => [tier, subscribers]))
    const tiers = [...new Set([...revenue.keys(), ...counts.keys()])].sort()
    return {
      total_revenue: months.reduce((sum, { sats }) => sum + sats, 0),
      revenue_today: since.sats,
      active_subscribers: active.reduce((sum, { subscribers }) => sum + subscribers, 0),
      new_subscribers_today: since.fresh,
      by_tier: tiers.map(tier => ({ tier, count: counts.get(tier) ?? 0, revenue: revenue.get(tier) ?? 0 })),
      recent_transactions: recent.rows
        .filter(({ reversed_at }) => reversed_at === null)
        .map(({ pubkey, amount_sats, tier, created_at }) => ({
          pubkey,
          amount: amount_sats,
          tier,
          date: toTimestamp(created_at),
        })),
    }
  }

  async payments(
    query: QueryOf<typeof contract.listSubscriptionPayments>,
  ): Promise<AnswerOf<typeof contract.listSubscriptionPayments>> {
    const { namesOf } = this.#parts
    const { limit } = query
    const pubkey = query.pubkey === undefined ? undefined : requirePubkey(query.pubkey)
    const rows = await this.#rows.listPayments({ ...query, pubkey, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const names = await namesOf(shown.map(row => row.pubkey))
    return {
      payments: shown.map(row => ({ ...paymentAnswer(row), name: names.get(row.pubkey)?.name ?? null })),
      next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    }
  }

  async earnings(): Promise<AnswerOf<typeof contract.getEarnings>> {
    const [months, { from, to }] = await Promise.all([this.#rows.listMonths({}), this.#rows.creditedPeriod()])
    const sum = (name: 'sats' | 'usd_cents' | 'unpriced_sats' | 'payments') =>
      months.reduce((total, row) => total + row[name], 0)
    const isPriced = sum('sats') !== sum('unpriced_sats') || sum('usd_cents') !== 0
    return {
      total_sats: sum('sats'),
      total_usd: isPriced ? sum('usd_cents') / 100 : null,
      unpriced_sats: sum('unpriced_sats'),
      payments: sum('payments'),
      from: from === null ? null : toTimestamp(from),
      to: to === null ? null : toTimestamp(to),
    }
  }

  async report(
    period: QueryOf<typeof contract.getEarningsReport>,
  ): Promise<AnswerOf<typeof contract.getEarningsReport>> {
    const from = period.from ?? (period.to === undefined ? monthsBefore(this.#parts.now(), 11) : undefined)
    const rows = await this.#rows.listMonths({ from, to: period.to })
    return {
      rows: rows.filter(hasHappened).map(({ usd_cents, ...row }) => ({
        ...row,
        // A refund at another rate can leave dollars where no satoshi is left.
        usd: row.sats === row.unpriced_sats && usd_cents === 0 ? null : usd_cents / 100,
      })),
    }
  }

  credited(period: Months): AsyncGenerator<CoinRow[]> {
    return inBatches<CoinRow>(period, asked => this.#rows.listCredited(asked))
  }

  refunded(period: Months): AsyncGenerator<RefundRow[]> {
    return inBatches<RefundRow>(period, asked => this.#rows.listRefunds(asked))
  }
}

interface Months {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

interface Batch<Row> {
  readonly from: number
  readonly to: number
  readonly after: Row | undefined
  readonly limit: number
}

async function* inBatches<Row>({ from, to }: Months, list: (asked: Batch<Row>) => Promise<Row[]>) {
  const start = from === undefined ? 0 : Date.parse(`${from}-01T00:00:00Z`)
  const end = to === undefined ? Number.MAX_SAFE_INTEGER : startOfNext(to)
  for (let after: Row | undefined; ; ) {
    const rows = await list({ from: start, to: end, after, limit: exportedAtOnce })
    if (rows.length > 0) yield rows
    if (rows.length < exportedAtOnce) return
    after = rows.at(-1)
  }
}

/** What the chain took back leaves a row of zeros. */
const hasHappened = ({ new_subscribers, renewed, lost, payments, sats }: MonthRow): boolean =>
  [new_subscribers, renewed, lost, payments, sats].some(sum => sum !== 0)

function shownNotification(row: NotificationRow): contract.PaymentNotification {
  return {
    id: row.id,
    pubkey: row.pubkey,
    tx_id: row.txid,
    ...(row.vout === lightningOutput && { lightning: true as const }),
    amount: row.amount_sats,
    subscription_tier: row.tier,
    is_new_subscriber: row.is_new === 1,
    expiration_date: row.expires_at === null ? noTime : toTimestamp(row.expires_at),
    created_at: toTimestamp(row.created_at),
    is_read: row.is_read === 1,
    ...(row.reversed_at !== null && { reversed_at: toTimestamp(row.reversed_at) }),
  }
}

function paymentAnswer(row: PaymentRow): Omit<contract.SubscriptionPayment, 'name'> {
  return {
    id: row.id,
    pubkey: row.pubkey,
    ...placeOf(row),
    sats: row.sats,
    tier: row.tier,
    usd: row.rate_cents === null ? null : centsOf(row.sats, row.rate_cents) / 100,
    status: row.is_waiting === 1 ? 'scheduled' : (row.state as contract.PaymentStatus),
    date: toTimestamp(row.date),
    credited_at: row.credited_at === null ? null : toTimestamp(row.credited_at),
  }
}

function monthsBefore(now: number, count: number): string {
  const date = new Date(now)
  return monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count, 1))
}

const startOfNext = (month: string) => Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)
