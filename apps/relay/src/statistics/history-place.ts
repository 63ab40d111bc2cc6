import type { SQLInputValue } from 'node:sqlite'
import type { CompiledQuery, Kysely } from 'kysely'
import type { RelayDatabase } from '../database/relay-database.ts'

export interface HistoryPlace<Tables> {
  readonly reads: Kysely<Tables>
  /** In this order, in one transaction. */
  readonly write: (queries: readonly CompiledQuery[]) => Promise<void>
  readonly close: () => Promise<void>
}

export const fileAt = <Tables>(database: Kysely<Tables>): HistoryPlace<Tables> => ({
  reads: database,
  write: queries =>
    database.transaction().execute(async tx => {
      for (const query of queries) await tx.executeQuery(query)
    }),
  close: () => database.destroy(),
})

/** Changes of `relay.db` reach a standby. */
export const inRelayDatabase = <Tables>(database: RelayDatabase): HistoryPlace<Tables> => ({
  reads: database.reads as unknown as Kysely<Tables>,
  write: queries =>
    database.transactWhenFree(tx => {
      for (const { sql, parameters } of queries) tx.run(sql, ...(parameters as SQLInputValue[]))
    }),
  close: async () => {},
})
