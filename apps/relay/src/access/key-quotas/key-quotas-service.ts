import { isDeepStrictEqual } from 'node:util'
import { messages } from '@hornets/contract'
import { type PersonQuota, setPersonQuota } from '@hornets/contract/admin/accounts/people'
import type { Role } from '@hornets/contract/roles'
import { ApiError } from '@hornets/server/api-error'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import type { SavedEntries, Undoable } from '../undoable.ts'
import { KeyQuotasStore } from './key-quotas-store.ts'

export interface KeyQuotasParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly rolesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, Role>>
  readonly logger: Logger
}

const keysMax = 10_000

/** Quotas of single keys, in memory because every event and every file asks. */
export class KeyQuotasService {
  readonly undoable: Undoable = {
    actions: [setPersonQuota.audit],
    touches: ({ target }) => [`quota ${target}`],
    revert: (entries, { actor }) => this.#revert(entries, actor),
  }
  readonly #parts: KeyQuotasParts
  readonly #rows: KeyQuotasStore
  readonly #quotas: Map<string, PersonQuota>
  readonly #onChange: Emitter<void>
  readonly #changes = pLimit(1)

  private constructor(parts: KeyQuotasParts, rows: KeyQuotasStore, quotas: Map<string, PersonQuota>) {
    this.#parts = parts
    this.#rows = rows
    this.#quotas = quotas
    this.#onChange = new Emitter(err => parts.logger.error({ err }, 'a listener failed on a change of a quota'))
  }

  static async open(parts: KeyQuotasParts): Promise<KeyQuotasService> {
    const rows = new KeyQuotasStore(parts.database.reads)
    const quotas = (await rows.listQuotas()).map(({ pubkey, ...quota }) => [pubkey, quota] as const)
    return new KeyQuotasService(parts, rows, new Map(quotas))
  }

  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  /** Null: as for everybody. */
  of(pubkey: string): PersonQuota | null {
    return this.#quotas.get(pubkey) ?? null
  }

  /** Throws ApiError('conflict') for an admin, who is not limited, and if there are too many. */
  set(pubkey: string, quota: PersonQuota, reason: string, actor: Actor): Promise<PersonQuota | null> {
    return this.#changes(async () => {
      const after = Object.values(quota).some(bytes => bytes !== null) ? quota : null
      if (after && (await this.#parts.rolesOf([pubkey])).size > 0)
        throw new ApiError('conflict', messages.adminWithoutQuota)
      await this.#put(pubkey, after, reason, actor)
      return after
    })
  }

  #revert(entries: SavedEntries, actor: Actor): Promise<void> {
    return this.#changes(async () => {
      for (const { target, before, after } of entries) {
        if (!isDeepStrictEqual(this.of(target), quotaIn(after))) throw new ApiError('conflict', messages.changedSince)
        await this.#put(target, quotaIn(before), '', actor)
      }
    })
  }

  async #put(pubkey: string, after: PersonQuota | null, reason: string, actor: Actor): Promise<void> {
    const before = this.of(pubkey)
    if (isDeepStrictEqual(before, after)) return
    if (after && !before && this.#quotas.size >= keysMax) throw new ApiError('conflict', messages.tooManyQuotas)
    const { database, audit } = this.#parts
    await database.transact(async tx => {
      await (after ? this.#rows.putQuota(tx, { pubkey, ...after }) : this.#rows.deleteQuota(tx, pubkey))
      const changed = { before: { quota: before }, after: { quota: after, reason } }
      await audit.recordChange(tx, { actor, action: setPersonQuota.audit, target: pubkey, ...changed })
    })
    if (after) this.#quotas.set(pubkey, after)
    else this.#quotas.delete(pubkey)
    this.#onChange.emit()
  }
}

const quotaIn = (noted: unknown) => (noted as { quota: PersonQuota | null }).quota
