import { messages } from '@hornets/contract'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { Accounts } from '../accounts/accounts.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { GrantsStore } from './grants-store.ts'

export interface GrantsParts {
  readonly accounts: Pick<Accounts, 'owners'>
  readonly database: AdminDatabase
  readonly now: Clock
}

const grantsMax = 1000

/** Single methods that an owner gave to keys beside their roles: they end when who gave them is no owner any more. */
export class GrantsService {
  readonly #parts: GrantsParts
  readonly #rows: GrantsStore

  constructor(parts: GrantsParts) {
    this.#parts = parts
    this.#rows = new GrantsStore(parts.database.reads)
  }

  async methodsOf(pubkey: string): Promise<ReadonlySet<string>> {
    const rows = await this.#inForce(await this.#rows.listOf(pubkey))
    return new Set(rows.map(({ method }) => method))
  }

  /** By key. */
  async list(): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await this.#inForce(await this.#rows.listAll())
    const grouped = Map.groupBy(rows, ({ pubkey }) => pubkey)
    return new Map([...grouped].map(([pubkey, grants]) => [pubkey, grants.map(({ method }) => method)]))
  }

  /** Throws ApiError('conflict') if there are too many. */
  async grant(pubkey: string, method: string, granted_by: string): Promise<void> {
    const { database, now } = this.#parts
    const row = { pubkey, method, granted_by, granted_at: now() }
    await database.transact(async tx => {
      if ((await this.#rows.count(tx)) >= grantsMax) throw new ApiError('conflict', messages.tooManyGrants)
      await this.#rows.put(tx, row)
    })
  }

  /** Whether there was one. */
  revoke(pubkey: string, method: string): Promise<boolean> {
    return this.#parts.database.transact(tx => this.#rows.delete(tx, pubkey, method))
  }

  async #inForce<Row extends { readonly granted_by: string }>(rows: readonly Row[]): Promise<readonly Row[]> {
    if (rows.length === 0) return rows
    const owners = new Set(await this.#parts.accounts.owners())
    return rows.filter(({ granted_by }) => owners.has(granted_by))
  }
}
