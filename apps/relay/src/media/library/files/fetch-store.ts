import type { RelayDatabase } from '../../../database/relay-database.ts'

export interface Fetched {
  readonly count: number
  /** Unix seconds. */
  readonly lastAt: number
}

export class FetchStore {
  readonly #database: RelayDatabase

  constructor(database: RelayDatabase) {
    this.#database = database
  }

  /** Adds the fetches of files, skipping deleted ones. A power cut may lose the last of them. */
  add(fetched: ReadonlyMap<string, Fetched>): void {
    this.#database.transactReplayable(tx => {
      for (const [hash, { count, lastAt }] of fetched)
        tx.run(
          `INSERT INTO file_fetches (hash, count, last_at) SELECT hash, ?, ? FROM files WHERE hash = ?
           ON CONFLICT DO UPDATE SET count = count + excluded.count, last_at = excluded.last_at`,
          count,
          lastAt,
          hash,
        )
    })
  }
}
