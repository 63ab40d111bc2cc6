import type { Spot } from '../coins/coin.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import { type OutboxRow, OutboxStore, type PushKind } from './outbox-store.ts'

/** Queues, in the same transaction as a change, that the relay must learn of it. */
export class Outbox {
  readonly #database: WalletDatabase
  readonly #store: OutboxStore

  constructor(database: WalletDatabase) {
    this.#database = database
    this.#store = new OutboxStore(database.reads)
  }

  putTransactions(tx: WalletTransaction, txids: ReadonlySet<string>): void {
    for (const txid of txids) this.#store.put(tx, 'transaction', txid)
    this.#store.put(tx, 'balance', '')
  }

  putAddress(tx: WalletTransaction, { branch, idx }: Spot): void {
    this.#store.put(tx, 'address', branch === 2 ? `s${idx}` : String(idx))
  }

  /** The relay may have lost its data. */
  putAll(tx: WalletTransaction): void {
    this.#store.putAll(tx)
  }

  waiting(kind: PushKind, limit: number): OutboxRow[] {
    return this.#store.waiting(kind, limit)
  }

  acknowledge(kind: PushKind, rows: readonly OutboxRow[]): void {
    this.#database.transact(tx => this.#store.acknowledge(tx, kind, rows))
  }
}
