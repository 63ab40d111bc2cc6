import { isDeepStrictEqual } from 'node:util'
import { messages } from '@hornets/contract'
import {
  deleteMemberRole,
  giveMemberRole,
  type MemberRole,
  saveMemberRole,
  takeMemberRole,
} from '@hornets/contract/admin/accounts/member-roles'
import { ApiError } from '@hornets/server/api-error'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { Actor, AuditEntry, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase, AdminTransaction } from '../../database/admin-database.ts'
import type { SavedEntries, Undoable } from '../undoable.ts'
import { roleNames } from './role-names.ts'
import { type RoleRow, RolesStore } from './roles-store.ts'

export type RoleContent = Omit<MemberRole, 'keys'>

export interface RolesOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly logger: Logger
}

const rolesMax = 100
const keysMax = 10_000

/** A change of one role: before and after; null = it does not exist. */
interface RoleChange {
  readonly before: MemberRole | null
  readonly after: MemberRole | null
}

/** Roles that clients show beside members' names (NIP-43): words and colours, no permissions. */
export class RolesService {
  readonly undoable: Undoable
  readonly #parts: RolesOptions
  readonly #rows: RolesStore
  readonly #onChange: Emitter<void>
  readonly #changes = pLimit(1)
  #roles: readonly MemberRole[]

  private constructor(parts: RolesOptions, roles: readonly MemberRole[]) {
    this.#parts = parts
    this.#rows = new RolesStore(parts.database.reads)
    this.#roles = roles
    const { logger } = parts
    this.#onChange = new Emitter(err => logger.error({ err }, 'a listener failed on a change of the roles of members'))
    this.undoable = {
      ...roleNames,
      revert: (entries, { actor }) =>
        this.#changes(async () => {
          await parts.database.transact(async tx => {
            for (const entry of entries) await this.#revert(tx, entry, actor)
          })
          await this.#readAgain()
        }),
    }
  }

  static async open(options: RolesOptions): Promise<RolesService> {
    return new RolesService(options, await readAll(new RolesStore(options.database.reads)))
  }

  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  list(): readonly MemberRole[] {
    return this.#roles
  }

  /** Creates it, or changes the one of this id. Throws ApiError('conflict') if there are too many. */
  save(content: RoleContent, actor: Actor): Promise<MemberRole> {
    return this.#changes(() => this.#put(content, actor))
  }

  /** Throws ApiError('conflict') if there is one of this id, or too many. */
  create(content: RoleContent, actor: Actor): Promise<MemberRole> {
    return this.#changes(() => {
      if (this.#find(content.id)) throw new ApiError('conflict', messages.roleExists)
      return this.#put(content, actor)
    })
  }

  /** Throws ApiError('not_found'), as the methods below. */
  edit(content: RoleContent, actor: Actor): Promise<MemberRole> {
    return this.#changes(() => {
      this.#get(content.id)
      return this.#put(content, actor)
    })
  }

  delete(id: string, actor: Actor): Promise<void> {
    return this.#changes(async () => {
      const before = this.#get(id)
      await this.#parts.database.transact(async tx => this.#replace(tx, { before, after: null }, actor))
      await this.#readAgain()
    })
  }

  /** Resolves with how many did not have it. Throws ApiError('conflict') too if too many keys have roles. */
  give(id: string, pubkeys: readonly string[], actor: Actor): Promise<number> {
    return this.#changeKeys(id, actor, ({ keys }) => [...new Set([...keys, ...pubkeys])])
  }

  take(id: string, pubkeys: readonly string[], actor: Actor): Promise<number> {
    const gone = new Set(pubkeys)
    return this.#changeKeys(id, actor, before => before.keys.filter(key => !gone.has(key)))
  }

  async #put(content: RoleContent, actor: Actor): Promise<MemberRole> {
    const before = this.#find(content.id) ?? null
    const after = { ...content, keys: before?.keys ?? [] }
    await this.#parts.database.transact(tx => this.#replace(tx, { before, after }, actor))
    await this.#readAgain()
    return after
  }

  #changeKeys(id: string, actor: Actor, keysOf: (before: MemberRole) => readonly string[]): Promise<number> {
    return this.#changes(async () => {
      const before = this.#get(id)
      const after = { ...before, keys: [...keysOf(before)] }
      await this.#parts.database.transact(tx => this.#replace(tx, { before, after }, actor))
      await this.#readAgain()
      return Math.abs(after.keys.length - before.keys.length)
    })
  }

  async #replace(tx: AdminTransaction, { before, after }: RoleChange, actor: Actor): Promise<void> {
    const id = (after ?? before)?.id ?? ''
    const [had, has] = [new Set(before?.keys), new Set(after?.keys)]
    const given = [...has].filter(key => !had.has(key))
    const taken = [...had].filter(key => !has.has(key))
    const keys = this.#roles.reduce((sum, role) => sum + role.keys.length, given.length)
    if ((!before && this.#roles.length >= rolesMax) || (given.length > 0 && keys > keysMax))
      throw new ApiError('conflict', messages.tooManyRoles)
    const entries: Omit<AuditEntry, 'actor'>[] = []
    if (!after) {
      await this.#rows.deleteRole(tx, id)
      entries.push({ action: deleteMemberRole.audit, target: id, before })
    } else {
      await this.#rows.putRole(tx, rowOf(after))
      await this.#rows.insertKeys(tx, id, given)
      await this.#rows.deleteKeys(tx, id, taken)
    }
    // With all its keys, so that the deletion can be undone.
    if (after && !before) entries.push({ action: saveMemberRole.audit.create, target: id, after })
    if (after && before) {
      const [from, to] = [contentOf(before), contentOf(after)]
      if (!isDeepStrictEqual(from, to))
        entries.push({ action: saveMemberRole.audit.change, target: id, before: from, after: to })
      for (const target of given) entries.push({ action: giveMemberRole.audit, target, after: { role: id } })
      for (const target of taken) entries.push({ action: takeMemberRole.audit, target, before: { role: id } })
    }
    await this.#parts.audit.recordChanges(
      tx,
      entries.map(entry => ({ ...entry, actor })),
    )
  }

  async #revert(tx: AdminTransaction, entry: SavedEntries[0], actor: Actor): Promise<void> {
    const { action, target } = entry
    const id = roleNames.roleOf(entry)
    const now = this.#find(id) ?? null
    const was = entry.before as MemberRole | null
    const isGiven = action === giveMemberRole.audit
    const isAsLeft = {
      [saveMemberRole.audit.create]: () => isDeepStrictEqual(now, entry.after),
      [saveMemberRole.audit.change]: () => now && isDeepStrictEqual(contentOf(now), entry.after),
      [deleteMemberRole.audit]: () => !now,
      [giveMemberRole.audit]: () => now?.keys.includes(target),
      [takeMemberRole.audit]: () => now && !now.keys.includes(target),
    }[action]
    if (!isAsLeft?.()) throw new ApiError('conflict', messages.changedSince)
    if (action === saveMemberRole.audit.create) return this.#replace(tx, { before: now, after: null }, actor)
    if (action === deleteMemberRole.audit) return this.#replace(tx, { before: null, after: was }, actor)
    if (!now) return
    if (action === saveMemberRole.audit.change && was)
      return this.#replace(tx, { before: now, after: { ...now, ...was } }, actor)
    const keys = isGiven ? now.keys.filter(key => key !== target) : [...now.keys, target]
    await this.#replace(tx, { before: now, after: { ...now, keys } }, actor)
  }

  async #readAgain(): Promise<void> {
    this.#roles = await readAll(this.#rows)
    this.#onChange.emit()
  }

  #find(id: string): MemberRole | undefined {
    return this.#roles.find(role => role.id === id)
  }

  #get(id: string): MemberRole {
    const role = this.#find(id)
    if (!role) throw new ApiError('not_found', messages.roleUnknown)
    return role
  }
}

async function readAll(rows: RolesStore): Promise<MemberRole[]> {
  const [roles, pairs] = await Promise.all([rows.listRoles(), rows.listKeys()])
  const keysOf = Map.groupBy(pairs, ({ role_id }) => role_id)
  return roles.map(({ place, ...role }: RoleRow) => {
    const keys = (keysOf.get(role.id) ?? []).map(({ pubkey }) => pubkey).sort()
    return { ...role, order: place, keys }
  })
}

const contentOf = ({ keys: _, ...content }: MemberRole): RoleContent => content

function rowOf({ keys: _, order: place, ...role }: MemberRole): RoleRow {
  return { ...role, place }
}
