import { messages } from '@hornets/contract'
import { grantMethods, type MethodGrant, revokeMethods } from '@hornets/contract/admin/accounts/method-grants'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import type { SavedEntries, Undoable } from '../access/undoable.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase, AdminTransaction } from '../database/admin-database.ts'
import { type GrantRow, GrantsStore } from './grants-store.ts'

export interface GrantsParts {
  readonly accounts: Pick<Accounts, 'owners'>
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly namesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly now: Clock
  readonly logger: Logger
}

const grantsMax = 1000

interface NotedGrant {
  readonly methods: readonly string[]
}

/** Single methods that an owner gave to keys beside their roles: they end when who gave them is no owner any more. */
export class GrantsService {
  readonly undoable: Undoable
  readonly #parts: GrantsParts
  readonly #rows: GrantsStore
  readonly #onChange: Emitter<void>

  constructor(parts: GrantsParts) {
    this.#parts = parts
    this.#rows = new GrantsStore(parts.database.reads)
    this.#onChange = new Emitter(err => parts.logger.error({ err }, 'a listener failed on a change of method grants'))
    const touches = (entry: SavedEntries[0]) => notedOf(entry).methods.map(method => `method ${entry.target} ${method}`)
    this.undoable = {
      actions: [grantMethods.audit, revokeMethods.audit],
      least: 'owner',
      touches,
      revert: async (entries, { actor }) => {
        await parts.database.transact(async tx => {
          for (const entry of entries) await this.#revert(tx, entry, actor)
        })
        this.#onChange.emit()
      },
    }
  }

  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  async methodsOf(pubkey: string): Promise<ReadonlySet<string>> {
    const rows = await this.#inForce(await this.#rows.listOf(pubkey))
    return new Set(rows.map(({ method }) => method))
  }

  async list(): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await this.#inForce(await this.#rows.listAll())
    const grouped = Map.groupBy(rows, ({ pubkey }) => pubkey)
    return new Map([...grouped].map(([pubkey, grants]) => [pubkey, grants.map(({ method }) => method)]))
  }

  /** By key, also those whose owner is none any more. */
  async describe(): Promise<MethodGrant[]> {
    const rows = await this.#rows.listAll()
    const inForce = new Set(await this.#inForce(rows))
    const names = await this.#parts.namesOf([...new Set(rows.map(({ granted_by }) => granted_by))])
    return rows.map(row => ({
      ...row,
      granted_by_name: names.get(row.granted_by) ?? '',
      granted_at: toTimestamp(row.granted_at),
      is_in_force: inForce.has(row),
    }))
  }

  /** Resolves with how many it could not call before. Throws ApiError('conflict') if there are too many. */
  async grant(pubkey: string, methods: readonly string[], actor: Actor): Promise<number> {
    const granted = await this.#parts.database.transact(tx => this.#put(tx, { pubkey, methods, actor }))
    this.#onChange.emit()
    return granted
  }

  async revoke(pubkey: string, methods: readonly string[], actor: Actor): Promise<number> {
    const revoked = await this.#parts.database.transact(tx => this.#delete(tx, { pubkey, methods, actor }))
    if (revoked > 0) this.#onChange.emit()
    return revoked
  }

  async #put(tx: AdminTransaction, { pubkey, methods, actor }: GrantChange): Promise<number> {
    const known = new Set((await this.#inForce(await this.#rows.listIn(tx, pubkey))).map(({ method }) => method))
    const wanted = [...new Set(methods)].filter(method => !known.has(method))
    if (wanted.length === 0 || actor.pubkey === null) return 0
    if ((await this.#rows.count(tx)) + wanted.length > grantsMax) throw new ApiError('conflict', messages.tooManyGrants)
    for (const method of wanted)
      await this.#rows.put(tx, { pubkey, method, granted_by: actor.pubkey, granted_at: this.#parts.now() })
    const entry = { actor, action: grantMethods.audit, target: pubkey, after: { methods: wanted } }
    await this.#parts.audit.recordChange(tx, entry)
    return wanted.length
  }

  async #delete(tx: AdminTransaction, { pubkey, methods, actor }: GrantChange): Promise<number> {
    const gone: string[] = []
    for (const method of new Set(methods)) if (await this.#rows.delete(tx, pubkey, method)) gone.push(method)
    if (gone.length === 0) return 0
    const entry = { actor, action: revokeMethods.audit, target: pubkey, before: { methods: gone } }
    await this.#parts.audit.recordChange(tx, entry)
    return gone.length
  }

  async #revert(tx: AdminTransaction, entry: SavedEntries[0], actor: Actor): Promise<void> {
    const { methods } = notedOf(entry)
    const change = { pubkey: entry.target, methods, actor }
    const isGrant = entry.action === grantMethods.audit
    const changed = isGrant ? await this.#delete(tx, change) : await this.#put(tx, change)
    if (changed < methods.length) throw new ApiError('conflict', messages.changedSince)
  }

  async #inForce(rows: readonly GrantRow[]): Promise<readonly GrantRow[]> {
    if (rows.length === 0) return rows
    const owners = new Set(await this.#parts.accounts.owners())
    return rows.filter(({ granted_by }) => owners.has(granted_by))
  }
}

interface GrantChange {
  readonly pubkey: string
  readonly methods: readonly string[]
  readonly actor: Actor
}

const notedOf = ({ before, after }: SavedEntries[0]) => (after ?? before) as NotedGrant
