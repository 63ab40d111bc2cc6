import type { ClientBase } from 'pg'

export interface AdminPlace {
  readonly dataDir: string
  /** ACCOUNTS_DATABASE_URL; undefined: `admin.db` in the folder. */
  readonly accountsDatabase: string | undefined
  /** For each connection that is to write; it throws if another machine has become the main one. */
  readonly assertMain?: (client: ClientBase) => Promise<void>
}

/** Of an `admin.db` whose rows are in PostgreSQL. */
export const keptName = 'admin-before-postgres.db'
