import { type Selectable, sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { SubscriptionTables } from '../../database/migrations/admin/019-subscriptions.ts'
import { writeParts } from './gives.ts'
import type { Entry, SubscriptionState } from './subscription-state.ts'

type WithId<Row> = Omit<Row, 'id'> & { readonly id: number }
export type EntryRow = WithId<SubscriptionTables['subscription_entries']>
export type CoinRow = WithId<SubscriptionTables['subscription_coins']>
export type SubscriberRow = Selectable<SubscriptionTables['subscribers']>
export type NotificationRow = WithId<SubscriptionTables['payment_notifications']>
type MonthRow = SubscriptionTables['subscription_months']

export type CoinedEntry = Entry & Pick<EntryRow, 'txid' | 'vout'>

export type Noticed = Pick<SubscriberRow, 'noticed' | 'next_notice_at'>

export class LedgerStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listEntries(pubkey: string, reads: AdminReads = this.#reads): Promise<CoinedEntry[]> {
    const rows = await reads
      .selectFrom('subscription_entries')
      .select(['id', 'at', 'kind', 'sats', 'tier', 'bytes', 'months', 'days', 'undoes', 'txid', 'vout', 'gives'])
      .where('pubkey', '=', pubkey)
      .orderBy('id')
      .execute()
    return rows as CoinedEntry[]
  }

  async appendEntry(tx: AdminTransaction, row: Omit<EntryRow, 'id'>): Promise<number> {
    const { id } = await tx.insertInto('subscription_entries').values(row).returning('id').executeTakeFirstOrThrow()
    return id
  }

  async keysOfAddresses(
    addresses: readonly string[],
    reads: AdminReads = this.#reads,
  ): Promise<ReadonlyMap<string, string>> {
    if (addresses.length === 0) return new Map()
    const asked = [...new Set(addresses)]
    const rows = await reads
      .selectFrom('subscribers')
      .select(['address', 'pubkey'])
      .where('address', 'in', asked)
      .unionAll(({ selectFrom }) =>
        selectFrom('assigned_addresses').select(['address', 'pubkey']).where('address', 'in', asked),
      )
      .execute()
    return new Map(rows.map(({ address, pubkey }) => [address ?? '', pubkey]))
  }

  async findCoins(txids: readonly string[], reads: AdminReads = this.#reads): Promise<CoinRow[]> {
    if (txids.length === 0) return []
    const rows = reads.selectFrom('subscription_coins').selectAll()
    return rows.where('txid', 'in', [...new Set(txids)]).execute()
  }

  async putCoin(tx: AdminTransaction, row: Omit<CoinRow, 'id'>): Promise<void> {
    const { txid, vout, pubkey, sats, state, date, credited_at, rate_cents, tier, is_new } = row
    await tx
      .insertInto('subscription_coins')
      .values({ txid, vout, pubkey, sats, state, date, credited_at, rate_cents, tier, is_new })
      .onConflict(conflict =>
        conflict.columns(['txid', 'vout']).doUpdateSet({ state, date, credited_at, rate_cents, tier, is_new }),
      )
      .execute()
  }

  async keysWithCredit(sats: number): Promise<string[]> {
    const rows = await this.#reads
      .selectFrom('subscription_entries')
      .select('pubkey')
      .groupBy('pubkey')
      .having(({ fn }) => fn.sum('sats'), '>=', sats)
      .execute()
    return rows.map(({ pubkey }) => pubkey)
  }

  async findSubscriber(pubkey: string, reads: AdminReads = this.#reads): Promise<SubscriberRow | undefined> {
    return reads.selectFrom('subscribers').selectAll().where('pubkey', '=', pubkey).executeTakeFirst()
  }

  /** False if the key already has a row, or someone has the address. */
  async insertSubscriber(
    tx: AdminTransaction,
    row: Pick<SubscriberRow, 'pubkey' | 'address' | 'allotted_at'>,
  ): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('subscribers')
      .values({
        ...row,
        since: null,
        tier: '',
        run_started_at: null,
        expires_at: null,
        total_bytes: 0,
        noticed: 0,
        next_notice_at: null,
        gives: '',
      })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }

  /** For a key without an address, such as one that received days first. False if it already has one. */
  async putAddress(tx: AdminTransaction, pubkey: string, address: string): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('subscribers')
      .set({ address })
      .where('pubkey', '=', pubkey)
      .where('address', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  async putLanguage(tx: AdminTransaction, pubkey: string, language: string): Promise<void> {
    await tx.updateTable('subscribers').set({ language }).where('pubkey', '=', pubkey).execute()
  }

  async putState(
    tx: AdminTransaction,
    pubkey: string,
    { since, tier, runStartedAt, expiresAt, totalBytes, parts }: SubscriptionState,
    { noticed, next_notice_at }: Noticed,
  ): Promise<void> {
    const end = { run_started_at: runStartedAt, expires_at: expiresAt, total_bytes: totalBytes }
    await tx
      .updateTable('subscribers')
      .set({ since, tier, ...end, gives: writeParts(parts), noticed, next_notice_at })
      .where('pubkey', '=', pubkey)
      .execute()
  }

  async putNotification(tx: AdminTransaction, row: Omit<NotificationRow, 'id'>): Promise<void> {
    await tx
      .insertInto('payment_notifications')
      .values(row)
      .onConflict(conflict => conflict.columns(['txid', 'vout']).doUpdateSet({ ...row, reversed_at: null, is_read: 0 }))
      .execute()
  }

  async reverseNotification(
    tx: AdminTransaction,
    { txid, vout, at }: { txid: string; vout: number; at: number },
  ): Promise<void> {
    await tx
      .updateTable('payment_notifications')
      .set({ reversed_at: at, is_read: 0 })
      .where('txid', '=', txid)
      .where('vout', '=', vout)
      .execute()
  }

  async findEntry(id: number, tx: AdminTransaction): Promise<EntryRow | undefined> {
    return tx.selectFrom('subscription_entries').selectAll().where('id', '=', id).executeTakeFirst()
  }

  async addToMonth(
    tx: AdminTransaction,
    { month, tier, ...sums }: Pick<MonthRow, 'month' | 'tier'> & Partial<MonthRow>,
  ): Promise<void> {
    const names = ['new_subscribers', 'renewed', 'lost', 'payments', 'sats', 'usd_cents', 'unpriced_sats'] as const
    const row = Object.fromEntries(names.map(name => [name, sums[name] ?? 0])) as Omit<MonthRow, 'month' | 'tier'>
    await tx
      .insertInto('subscription_months')
      .values({ month, tier, ...row })
      .onConflict(conflict =>
        conflict
          .columns(['month', 'tier'])
          .doUpdateSet(
            Object.fromEntries(
              names.map(name => [name, sql`${sql.ref(`subscription_months.${name}`)} + ${row[name]}`]),
            ),
          ),
      )
      .execute()
  }

  async listDue({ now, limit }: { now: number; limit: number }) {
    return this.#reads
      .selectFrom('subscribers')
      .selectAll()
      .where('next_notice_at', '<=', now)
      .orderBy('next_notice_at')
      .limit(limit)
      .execute()
  }

  async putNoticed(tx: AdminTransaction, pubkey: string, noticed: Noticed): Promise<void> {
    await tx.updateTable('subscribers').set(noticed).where('pubkey', '=', pubkey).execute()
  }

  async lookAgain(tx: AdminTransaction): Promise<void> {
    await tx.updateTable('subscribers').set({ next_notice_at: 0 }).where('next_notice_at', 'is not', null).execute()
  }
}
