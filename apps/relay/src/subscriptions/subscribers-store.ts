import type { SubscriptionStatus } from '@hornets/contract/admin/subscriptions/subscribers'
import { sql } from 'kysely'
import type { AdminReads } from '../database/admin-database.ts'
import type { EntryRow, SubscriberRow } from './ledger/ledger-store.ts'

/** From inclusive, to exclusive; a status is a range of ends. Milliseconds. */
export interface EndRange {
  readonly from: number
  readonly to: number
}

export interface SubscriberQuery {
  /** Null: no end (never had a subscription). Undefined: any. */
  readonly ends: EndRange | null | undefined
  readonly hasSubscription: boolean
  readonly start: string | undefined
  readonly sort: 'newest' | 'expiry'
  readonly limit: number
  readonly after: { readonly value: number; readonly pubkey: string } | undefined
}

export class SubscribersStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listSubscribers({
    ends,
    hasSubscription,
    start,
    sort,
    limit,
    after,
  }: SubscriberQuery): Promise<SubscriberRow[]> {
    const column = sort === 'newest' ? 'allotted_at' : 'expires_at'
    const direction = sort === 'newest' ? 'desc' : 'asc'
    return this.#reads
      .selectFrom('subscribers')
      .selectAll()
      .$if(ends === null, select => select.where('expires_at', 'is', null))
      .$if(hasSubscription || sort === 'expiry', select => select.where('expires_at', 'is not', null))
      .$if(!!ends, select => select.where('expires_at', '>=', ends?.from ?? 0).where('expires_at', '<', ends?.to ?? 0))
      .$if(start !== undefined, select =>
        select.where(({ or, eb, and }) => {
          const begins = (name: 'pubkey' | 'address') => and([eb(name, '>=', start ?? ''), eb(name, '<', `${start}~`)])
          return or([begins('pubkey'), begins('address')])
        }),
      )
      .$if(after !== undefined, select =>
        select.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple(column, 'pubkey'),
            direction === 'desc' ? '<' : '>',
            tuple(after?.value ?? 0, after?.pubkey ?? ''),
          ),
        ),
      )
      .orderBy(column, direction)
      .orderBy('pubkey', direction)
      .limit(limit)
      .execute()
  }

  /** Those whose key or address begins so, in order: each is a range of an index. */
  async findByBeginning({
    start,
    limit,
  }: {
    readonly start: string
    readonly limit: number
  }): Promise<SubscriberRow[]> {
    const beginning = (column: 'pubkey' | 'address') =>
      this.#reads
        .selectFrom('subscribers')
        .selectAll()
        .where(column, '>=', start)
        .where(column, '<', `${start}~`)
        .orderBy(column)
        .limit(limit)
        .execute()
    return [...(await beginning('pubkey')), ...(await beginning('address'))].slice(0, limit)
  }

  async findByKeys(pubkeys: readonly string[]): Promise<SubscriberRow[]> {
    if (pubkeys.length === 0) return []
    return this.#reads.selectFrom('subscribers').selectAll().where('pubkey', 'in', pubkeys).execute()
  }

  async listPaidUp({ now, limit, offset }: { now: number; limit: number; offset: number }): Promise<SubscriberRow[]> {
    return this.#reads
      .selectFrom('subscribers')
      .selectAll()
      .where('since', 'is not', null)
      .where('expires_at', '>', now)
      .orderBy('since', 'desc')
      .orderBy('pubkey', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
  }

  /** The number of ends in each range; null counts keys without one. */
  async countEnds(
    ranges: Readonly<Record<Exclude<SubscriptionStatus, 'unpaid'>, EndRange>>,
  ): Promise<Record<SubscriptionStatus, number>> {
    const counted = async (range: EndRange | null) => {
      const all = this.#reads.selectFrom('subscribers').select(({ fn }) => fn.countAll<number>().as('count'))
      const matching = range
        ? all.where('expires_at', '>=', range.from).where('expires_at', '<', range.to)
        : all.where('expires_at', 'is', null)
      return (await matching.executeTakeFirstOrThrow()).count
    }
    return {
      unpaid: await counted(null),
      active: await counted(ranges.active),
      grace: await counted(ranges.grace),
      read_only: await counted(ranges.read_only),
      ended: await counted(ranges.ended),
    }
  }

  /** By tier, for ends after this time, with the latest end. */
  async countTiers(after: number): Promise<{ tier: string; subscribers: number; until: number | null }[]> {
    return this.#reads
      .selectFrom('subscribers')
      .select(({ fn }) => ['tier', fn.countAll<number>().as('subscribers'), fn.max('expires_at').as('until')])
      .where('expires_at', '>', after)
      .groupBy('tier')
      .orderBy('tier')
      .execute()
  }

  async sumEntries(pubkeys: readonly string[]): Promise<ReadonlyMap<string, { credit: number; paid: number }>> {
    if (pubkeys.length === 0) return new Map()
    const rows = await this.#reads
      .selectFrom('subscription_entries')
      .select(({ fn }) => [
        'pubkey',
        fn.sum<number>('sats').as('credit'),
        sql<number>`sum(CASE WHEN kind IN ('payment', 'payment_reversed') THEN sats ELSE 0 END)`.as('paid'),
      ])
      .where('pubkey', 'in', pubkeys)
      .groupBy('pubkey')
      .execute()
    return new Map(rows.map(({ pubkey, ...sums }) => [pubkey, sums]))
  }

  async listTimeline({
    pubkey,
    limit,
    after,
  }: {
    pubkey: string
    limit: number
    after: number | undefined
  }): Promise<EntryRow[]> {
    return this.#reads
      .selectFrom('subscription_entries')
      .selectAll()
      .where('pubkey', '=', pubkey)
      .$if(after !== undefined, select => select.where('id', '<', after ?? 0))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  }

  async newestRefunds(limit: number): Promise<EntryRow[]> {
    const refunds = this.#reads.selectFrom('subscription_entries').selectAll().where('kind', '=', sql.lit('refund'))
    return refunds.orderBy('id', 'desc').limit(limit).execute()
  }

  async findEntry(id: number, reads: AdminReads = this.#reads): Promise<EntryRow | undefined> {
    return reads.selectFrom('subscription_entries').selectAll().where('id', '=', id).executeTakeFirst()
  }

  /** The last entry of each chain of undoings, and whether it leaves the first undone. */
  async lastOf(
    ids: readonly number[],
    reads: AdminReads = this.#reads,
  ): Promise<ReadonlyMap<number, { readonly id: number; readonly isUndone: boolean }>> {
    const lasts = new Map(ids.map(id => [id, { id, isUndone: false }]))
    for (let asked = ids; asked.length > 0; ) {
      const query = reads.selectFrom('subscription_entries').select(['id', 'undoes'])
      const rows = await query.where('undoes', 'in', asked).execute()
      const next = new Map(rows.map(({ id, undoes }) => [undoes, id]))
      for (const [first, last] of lasts) {
        const id = next.get(last.id)
        if (id !== undefined) lasts.set(first, { id, isUndone: !last.isUndone })
      }
      asked = rows.map(({ id }) => id)
    }
    return lasts
  }

  async pendingOf(pubkey: string): Promise<number> {
    const { sats } = await this.#reads
      .selectFrom('subscription_coins')
      .select(({ fn }) => fn.coalesce(fn.sum<number>('sats'), sql<number>`0`).as('sats'))
      .where('pubkey', '=', pubkey)
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow()
    return sats
  }

  async isOfWallet(address: string, reads: AdminReads = this.#reads): Promise<boolean> {
    const addresses = [address, address.toLowerCase()]
    const own = reads.selectFrom('wallet_addresses').select('address').where('address', 'in', addresses)
    const given = reads.selectFrom('subscribers').select('address').where('address', 'in', addresses)
    return (await own.unionAll(given.$castTo<{ address: string }>()).executeTakeFirst()) !== undefined
  }
}
