import type { SecurityNewsRow } from '@hornets/contract/wallet/relay/push'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Actor } from '../audit/audit-log.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import { SecurityNewsStore } from './security-news-store.ts'

interface SecurityNewsParts {
  readonly database: WalletDatabase
  readonly now: Clock
}

/** What one owner did that the others should know. The relay tells them on every channel. */
export class SecurityNews {
  readonly #parts: SecurityNewsParts
  readonly #store: SecurityNewsStore
  #onNews: () => void = () => undefined

  constructor(parts: SecurityNewsParts) {
    this.#parts = parts
    this.#store = new SecurityNewsStore(parts.database.reads)
  }

  /** Called soon after each. */
  onNews(listener: () => void): void {
    this.#onNews = listener
  }

  record(tx: WalletTransaction, what: SecurityNewsRow['what'], actor: Actor): void {
    this.#store.insert(tx, { what, by_pubkey: actor.pubkey, at: this.#parts.now() })
    setImmediate(() => this.#onNews())
  }

  waiting(limit: number): { readonly ids: readonly number[]; readonly news: readonly SecurityNewsRow[] } {
    const rows = this.#store.list(limit)
    const news = rows.map(({ what, by_pubkey, at }) => ({ what, by: by_pubkey, at: toTimestamp(at) }))
    return { ids: rows.map(({ id }) => id), news }
  }

  acknowledge(ids: readonly number[]): void {
    this.#parts.database.transact(tx => this.#store.delete(tx, ids))
  }
}
