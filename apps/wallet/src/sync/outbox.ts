import { pushedAtOnce } from '@hornets/contract/wallet/relay/push'
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

  hasUntoldAddresses(): boolean {
    return this.#store.waiting('address', 1).length > 0
  }

  /** Posts all that waits of a kind in batches; what changed since it was read waits again. */
  async post(kind: PushKind, postBatch: (rows: readonly OutboxRow[]) => Promise<void>): Promise<void> {
    for (;;) {
      const rows = this.#store.waiting(kind, pushedAtOnce)
      if (rows.length === 0) return
      await postBatch(rows)
      this.#database.transact(tx => this.#store.acknowledge(tx, kind, rows))
      if (kind === 'balance') return
    }
  }
}
