import type { RelayDatabase } from '../../../database/relay-database.ts'
import type { RelayTables } from '../../../database/relay-tables.ts'

export type FactsRow = RelayTables['file_facts']

export class FactsStore {
  readonly #database: RelayDatabase

  constructor(database: RelayDatabase) {
    this.#database = database
  }

  /** Stores what was read from a file. False if the file is gone. A power cut may lose the last rows. */
  put(row: FactsRow): boolean {
    return this.#database.transactReplayable(tx => {
      const { changes } = tx.run(
        `INSERT OR REPLACE INTO file_facts (hash, width, height, duration_ms, thumbhash, thumbnail, camera)
         SELECT hash, ?, ?, ?, ?, ?, ? FROM files WHERE hash = ?`,
        row.width,
        row.height,
        row.duration_ms,
        row.thumbhash,
        row.thumbnail,
        row.camera,
        row.hash,
      )
      return changes > 0
    })
  }

  /** The hashes that begin with these hex digits and have a thumbnail. */
  async withThumbnail(prefix: string): Promise<Set<string>> {
    const query = this.#database.reads.selectFrom('file_facts').select('hash').where('thumbnail', '=', 1)
    const rows = await query.where('hash', '>=', prefix).where('hash', '<', `${prefix}g`).execute()
    return new Set(rows.map(row => row.hash))
  }

  async hasThumbnail(): Promise<boolean> {
    const query = this.#database.reads.selectFrom('file_facts').select('hash').where('thumbnail', '=', 1)
    return (await query.limit(1).execute()).length > 0
  }

  forget(hashes: readonly string[]): void {
    this.#database.transactReplayable(tx => {
      for (const hash of hashes) tx.run('DELETE FROM file_facts WHERE hash = ?', hash)
    })
  }

  async find(hashes: readonly string[]): Promise<ReadonlyMap<string, FactsRow>> {
    if (hashes.length === 0) return new Map()
    const rows = await this.#database.reads.selectFrom('file_facts').selectAll().where('hash', 'in', hashes).execute()
    return new Map(rows.map(row => [row.hash, row]))
  }

  /** Unexamined pictures before this place in the list of the newest, and where the next batch starts. */
  async unseen(before: { at: number; hash: string } | undefined, limit: number) {
    const rows = await this.#database.reads
      .selectFrom('files')
      .leftJoin('file_facts', 'file_facts.hash', 'files.hash')
      .select(['files.hash', 'files.mime', 'files.received_at as at', 'file_facts.thumbnail'])
      .where('trashed', '=', 0)
      .$if(before !== undefined, older =>
        older.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('received_at', 'files.hash'), '<', tuple(before?.at ?? 0, before?.hash ?? '')),
        ),
      )
      .orderBy('received_at', 'desc')
      .orderBy('files.hash', 'desc')
      .limit(limit)
      .execute()
    const last = rows.at(-1)
    return { files: rows.filter(({ thumbnail }) => thumbnail === null), next: last && { at: last.at, hash: last.hash } }
  }
}
