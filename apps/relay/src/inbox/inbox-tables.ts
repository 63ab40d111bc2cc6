import type { Selectable } from 'kysely'
import type { AdminTables } from '../database/admin-tables.ts'

export type InboxTable = {
  [Table in keyof AdminTables]: AdminTables[Table] extends { readonly is_read: number } ? Table : never
}[keyof AdminTables]
export type InboxRow<Table extends InboxTable> = Selectable<AdminTables[Table]>
