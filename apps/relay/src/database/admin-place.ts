export interface AdminPlace {
  readonly dataDir: string
  /** ACCOUNTS_DATABASE_URL; undefined: `admin.db` in the folder. */
  readonly accountsDatabase: string | undefined
}

/** Of an `admin.db` whose rows are in PostgreSQL. */
export const keptName = 'admin-before-postgres.db'
