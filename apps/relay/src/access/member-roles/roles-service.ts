import { messages } from '@hornets/contract'
import { ApiError } from '@hornets/server/api-error'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { AdminDatabase, AdminTransaction } from '../../database/admin-database.ts'
import { type RoleRow, RolesStore } from './roles-store.ts'

export interface MemberRole {
  readonly id: string
  readonly label: string
  readonly description: string
  /** A hue, 0 to 360; null: the reader's choice. */
  readonly color: number | null
  readonly order: number
  /** Hex, sorted. */
  readonly keys: readonly string[]
}

export interface RolesOptions {
  readonly database: AdminDatabase
  readonly logger: Logger
}

const rolesMax = 100
const keysMax = 10_000

/** Roles that clients show beside members' names (NIP-43): words and colours, no permissions. */
export class RolesService {
  readonly #database: AdminDatabase
  readonly #rows: RolesStore
  readonly #onChange: Emitter<void>
  readonly #changes = pLimit(1)
  #roles: readonly MemberRole[]

  private constructor({ database, logger }: RolesOptions, roles: readonly MemberRole[]) {
    this.#database = database
    this.#rows = new RolesStore(database.reads)
    this.#roles = roles
    this.#onChange = new Emitter(err => logger.error({ err }, 'a listener failed on a change of the roles of members'))
  }

  static async open(options: RolesOptions): Promise<RolesService> {
    return new RolesService(options, await readAll(new RolesStore(options.database.reads)))
  }

  /** Called after any change of roles or of who has them. */
  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  /** In their order. */
  list(): readonly MemberRole[] {
    return this.#roles
  }

  /** Throws ApiError('conflict') if there is one of this id, or too many. */
  create({ order: place, ...role }: Omit<MemberRole, 'keys'>): Promise<void> {
    return this.#change(tx => {
      if (this.#find(role.id)) throw new ApiError('conflict', messages.roleExists)
      if (this.#roles.length >= rolesMax) throw new ApiError('conflict', messages.tooManyRoles)
      return this.#rows.putRole(tx, { ...role, place })
    })
  }

  /** Throws ApiError('not_found'), as the methods below. */
  edit({ order: place, ...role }: Omit<MemberRole, 'keys'>): Promise<void> {
    return this.#changeOne(role.id, tx => this.#rows.putRole(tx, { ...role, place }))
  }

  delete(id: string): Promise<void> {
    return this.#changeOne(id, tx => this.#rows.deleteRole(tx, id))
  }

  /** Throws ApiError('conflict') too if too many keys have roles. */
  assign(role_id: string, pubkey: string): Promise<void> {
    return this.#changeOne(role_id, tx => {
      const count = this.#roles.reduce((sum, { keys }) => sum + keys.length, 0)
      if (count >= keysMax) throw new ApiError('conflict', messages.tooManyRoles)
      return this.#rows.insertKey(tx, { role_id, pubkey })
    })
  }

  unassign(role_id: string, pubkey: string): Promise<void> {
    return this.#changeOne(role_id, tx => this.#rows.deleteKey(tx, { role_id, pubkey }))
  }

  #changeOne(id: string, work: (tx: AdminTransaction) => Promise<void>): Promise<void> {
    return this.#change(tx => {
      if (!this.#find(id)) throw new ApiError('not_found', messages.roleUnknown)
      return work(tx)
    })
  }

  #change(work: (tx: AdminTransaction) => Promise<void>): Promise<void> {
    return this.#changes(async () => {
      await this.#database.transact(async tx => work(tx))
      this.#roles = await readAll(this.#rows)
      this.#onChange.emit()
    })
  }

  #find(id: string): MemberRole | undefined {
    return this.#roles.find(role => role.id === id)
  }
}

async function readAll(rows: RolesStore): Promise<MemberRole[]> {
  const [roles, pairs] = await Promise.all([rows.listRoles(), rows.listKeys()])
  const keysOf = Map.groupBy(pairs, ({ role_id }) => role_id)
  return roles.map(({ place, ...role }: RoleRow) => ({
    ...role,
    order: place,
    keys: (keysOf.get(role.id) ?? []).map(({ pubkey }) => pubkey).sort(),
  }))
}
