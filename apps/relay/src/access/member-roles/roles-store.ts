import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { AdminTables } from '../../database/admin-tables.ts'

export type RoleRow = AdminTables['member_roles']
type RoleKeyRow = AdminTables['member_role_keys']

/** SQLite takes a limited number of values in one statement. */
const rowsAtOnce = 1000

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

  async deleteRole(tx: AdminTransaction, id: string): Promise<void> {
    await tx.deleteFrom('member_role_keys').where('role_id', '=', id).execute()
    await tx.deleteFrom('member_roles').where('id', '=', id).execute()
  }

  async insertKeys(tx: AdminTransaction, role_id: string, pubkeys: readonly string[]): Promise<void> {
    for (let start = 0; start < pubkeys.length; start += rowsAtOnce)
      await tx
        .insertInto('member_role_keys')
        .values(pubkeys.slice(start, start + rowsAtOnce).map(pubkey => ({ role_id, pubkey })))
        .onConflict(conflict => conflict.doNothing())
        .execute()
  }

  async deleteKeys(tx: AdminTransaction, role_id: string, pubkeys: readonly string[]): Promise<void> {
    if (pubkeys.length === 0) return
    await tx.deleteFrom('member_role_keys').where('role_id', '=', role_id).where('pubkey', 'in', pubkeys).execute()
  }
}
