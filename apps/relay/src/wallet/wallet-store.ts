import { sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { WalletTables } from '../database/migrations/admin/005-wallet.ts'

export type TransactionRow = Omit<WalletTables['wallet_transactions'], 'id' | 'origin_unknown'> & {
  id: number
  origin_unknown: number
}
export type BalanceRow = WalletTables['wallet_balances']
export type AddressRow = WalletTables['wallet_addresses']

export type ListedTransaction = TransactionRow & { payees: number; sent_sats: number }

interface TransactionPage {
  readonly wallet: string
  readonly limit: number
  /** Id of the previous page's last row, and its date at that time (milliseconds). */
  readonly before?: number | undefined
  readonly beforeDate?: number | undefined
  /** For payments to many, only the first line, which has the fee. */
  readonly wholePayments: boolean
}

const sent = sql`FROM wallet_transactions sent WHERE sent.wallet = wallet_transactions.wallet
  AND sent.txid = wallet_transactions.txid AND sent.value_sats < 0`

export class WalletStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  /** The wallet's last report applies: an output is identified by wallet, txid and vout. */
  async putTransactions(tx: AdminTransaction, rows: readonly Omit<TransactionRow, 'id'>[]): Promise<void> {
    if (rows.length === 0) return
    await tx
      .insertInto('wallet_transactions')
      .values([...rows])
      .onConflict(conflict =>
        conflict
          .columns(['wallet', 'txid', 'vout'])
          .doUpdateSet(({ ref }) => ({
            date: ref('excluded.date'),
            output: ref('excluded.output'),
            value_sats: ref('excluded.value_sats'),
            confirmations: ref('excluded.confirmations'),
            replaced_by: ref('excluded.replaced_by'),
            dropped: ref('excluded.dropped'),
            fee_sats: ref('excluded.fee_sats'),
            origin_unknown: ref('excluded.origin_unknown'),
            helped_by: ref('excluded.helped_by'),
            package_rate: ref('excluded.package_rate'),
          })),
      )
      .execute()
  }

  async removeTransactions(
    tx: AdminTransaction,
    lines: readonly Pick<TransactionRow, 'wallet' | 'txid' | 'vout'>[],
  ): Promise<void> {
    for (const { wallet, txid, vout } of lines)
      await tx
        .deleteFrom('wallet_transactions')
        .where('wallet', '=', wallet)
        .where('txid', '=', txid)
        .where('vout', '=', vout)
        .execute()
  }

  async putBalance(tx: AdminTransaction, row: BalanceRow): Promise<void> {
    await tx
      .insertInto('wallet_balances')
      .values(row)
      .onConflict(conflict =>
        conflict
          .column('wallet')
          .doUpdateSet(({ ref }) => ({
            confirmed_sats: ref('excluded.confirmed_sats'),
            pending_sats: ref('excluded.pending_sats'),
            told_at: ref('excluded.told_at'),
          })),
      )
      .execute()
  }

  async putAddresses(tx: AdminTransaction, rows: readonly AddressRow[]): Promise<void> {
    if (rows.length === 0) return
    await tx
      .insertInto('wallet_addresses')
      .values([...rows])
      .onConflict(conflict =>
        conflict.columns(['wallet', 'account', 'idx']).doUpdateSet(({ ref }) => ({
          address: ref('excluded.address'),
          used: ref('excluded.used'),
          label: ref('excluded.label'),
          // An address made for the relay stays so, even if a restored wallet has forgotten it.
          for_relay: sql<number>`CASE WHEN excluded.for_relay = 1
            OR (wallet_addresses.for_relay = 1 AND wallet_addresses.address = excluded.address) THEN 1 ELSE 0 END`,
        })),
      )
      .execute()
  }

  /** Newest first, each with the number of its transaction's payees and their sum (negative). */
  async listTransactions({
    wallet,
    limit,
    before,
    beforeDate,
    wholePayments,
  }: TransactionPage): Promise<ListedTransaction[]> {
    const all = this.#reads
      .selectFrom('wallet_transactions')
      .selectAll()
      .select([
        sql<number>`(SELECT count(*) ${sent})`.as('payees'),
        sql<number>`(SELECT coalesce(sum(sent.value_sats), 0) ${sent})`.as('sent_sats'),
      ])
      .where('wallet', '=', wallet)
      .orderBy('date', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
    const rows = wholePayments
      ? all.where(
          sql<boolean>`NOT (value_sats < 0 AND EXISTS (SELECT 1 ${sent} AND sent.vout < wallet_transactions.vout))`,
        )
      : all
    if (before === undefined) return rows.execute()
    return rows
      .where(({ eb, refTuple, tuple, selectFrom }) =>
        eb(
          refTuple('date', 'id'),
          '<',
          beforeDate !== undefined
            ? tuple(beforeDate, before)
            : selectFrom('wallet_transactions')
                .select(['date', 'id'])
                .where('id', '=', before)
                .where('wallet', '=', wallet)
                .$asTuple('date', 'id'),
        ),
      )
      .execute()
  }

  /** Lines whose transaction id or address has this prefix, newest first, by an index range. */
  async findTransactions({
    wallet,
    start,
    limit,
  }: {
    wallet: string
    start: string
    limit: number
  }): Promise<TransactionRow[]> {
    const rows = this.#reads.selectFrom('wallet_transactions').selectAll().where('wallet', '=', wallet)
    const beginning = (column: 'txid' | 'output') =>
      rows.where(column, '>=', start).where(column, '<', `${start}~`).orderBy(column).limit(limit).execute()
    const found = (await Promise.all([beginning('txid'), beginning('output')])).flat()
    return [...new Map(found.map(row => [row.id, row])).values()].sort((a, b) => b.date - a.date).slice(0, limit)
  }

  async findBalance(wallet: string): Promise<BalanceRow | undefined> {
    return this.#reads.selectFrom('wallet_balances').selectAll().where('wallet', '=', wallet).executeTakeFirst()
  }

  async findLastAddress(wallet: string): Promise<AddressRow | undefined> {
    return this.#reads
      .selectFrom('wallet_addresses')
      .selectAll()
      .where('wallet', '=', wallet)
      .where('account', '=', '')
      .orderBy('idx', 'desc')
      .limit(1)
      .executeTakeFirst()
  }

  /** By index, without those reserved for the relay; `after` is the index of the previous page's last row. */
  async listAddresses({
    wallet,
    limit,
    after = -1,
  }: {
    wallet: string
    limit: number
    after?: number | undefined
  }): Promise<AddressRow[]> {
    return this.#reads
      .selectFrom('wallet_addresses')
      .selectAll()
      .where('wallet', '=', wallet)
      .where('account', '=', '')
      .where('idx', '>', after)
      .where(({ or, eb }) => or([eb('for_relay', '=', 0), eb('used', '=', 1)]))
      .orderBy('idx')
      .limit(limit)
      .execute()
  }

  async labelsOf(wallet: string, addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (addresses.length === 0) return new Map()
    const rows = await this.#reads
      .selectFrom('wallet_addresses')
      .select(['address', 'label'])
      .where('wallet', '=', wallet)
      .where('label', 'is not', null)
      .where('address', 'in', [...new Set(addresses)])
      .execute()
    return new Map(rows.flatMap(({ address, label }) => (label === null ? [] : [[address, label]])))
  }

  async spendSignature(
    tx: AdminTransaction,
    { signature, untilMs, nowMs }: { signature: string; untilMs: number; nowMs: number },
  ): Promise<boolean> {
    await tx.deleteFrom('wallet_signatures').where('expires_at', '<', nowMs).execute()
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('wallet_signatures')
      .values({ signature, expires_at: untilMs })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }
}
