import { sql } from 'kysely'
import type { CatalogueReads, CatalogueRow } from './catalogue-store.ts'

/** Names compared at most, the latest files first: a name has no index. The whole list is for the media manager. */
const namesComparedMax = 50_000

/** Finds a few files in the catalogue. */
export class FindFilesStore {
  readonly #database: CatalogueReads

  constructor(database: CatalogueReads) {
    this.#database = database
  }

  /** Files whose hash begins so, in order, the trash included. `start`: lower-case hex. */
  filesByHash(start: string, limit: number): Promise<CatalogueRow[]> {
    return this.#database.reads
      .selectFrom('files')
      .selectAll()
      .where('hash', '>=', start)
      .where('hash', '<', `${start}~`)
      .orderBy('hash')
      .limit(limit)
      .execute()
  }

  /** A key's latest files outside the trash. */
  async filesOf(pubkey: string, limit: number): Promise<CatalogueRow[]> {
    const { rows } = await sql<CatalogueRow>`
      SELECT files.* FROM (
        SELECT hash FROM file_owners INDEXED BY file_owners_listed WHERE pubkey = ${pubkey} AND trashed = 0
        ORDER BY received_at DESC, hash DESC LIMIT ${limit}
      ) JOIN files USING (hash) ORDER BY received_at DESC, hash DESC`.execute(this.#database.reads)
    return rows
  }

  /** The latest files outside the trash whose name contains this text, in lower case. */
  async filesByName(text: string, limit: number): Promise<CatalogueRow[]> {
    const { rows } = await sql<CatalogueRow>`
      SELECT files.* FROM (
        SELECT hash FROM (
          SELECT hash, folded, received_at FROM files INDEXED BY files_by_arrival WHERE trashed = 0
          ORDER BY received_at DESC, hash DESC LIMIT ${namesComparedMax}
        ) WHERE instr(folded, ${text}) > 0 ORDER BY received_at DESC, hash DESC LIMIT ${limit}
      ) JOIN files USING (hash) ORDER BY received_at DESC, hash DESC`.execute(this.#database.scans)
    return rows
  }
}
