import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { AdminTables } from '../../database/admin-tables.ts'

export type RoleRow = AdminTables['member_roles']
type RoleKeyRow = AdminTables['member_role_keys']

/** Roles of members, and who has them. */
export class RolesStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  listRoles(): Promise<RoleRow[]> {
    return this.#reads.selectFrom('member_roles').selectAll().orderBy('place').orderBy('id').execute()
  }

  listKeys(): Promise<RoleKeyRow[]> {
    return this.#reads.selectFrom('member_role_keys').selectAll().execute()
  }

  async putRole(tx: AdminTransaction, row: RoleRow): Promise<void> {
    const { id: _, ...changed } = row
    await tx
      .insertInto('member_roles')
      .values(row)
      .onConflict(conflict => conflict.column('id').doUpdateSet(changed))
      .execute()
  }

  /** With the keys that have it. */
  async deleteRole(tx: AdminTransaction, id: string): Promise<void> {
    await tx.deleteFrom('member_role_keys').where('role_id', '=', id).execute()
    await tx.deleteFrom('member_roles').where('id', '=', id).execute()
  }

  async insertKey(tx: AdminTransaction, row: RoleKeyRow): Promise<void> {
    await tx
      .insertInto('member_role_keys')
      .values(row)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }

  async deleteKey(tx: AdminTransaction, { role_id, pubkey }: RoleKeyRow): Promise<void> {
    await tx.deleteFrom('member_role_keys').where('role_id', '=', role_id).where('pubkey', '=', pubkey).execute()
  }
}
