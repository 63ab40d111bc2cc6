import type { FoundFile } from '@hornets/contract/admin/search'
import { toTimestamp } from '@hornets/server/clock'
import type { CatalogueReads, CatalogueRow } from './catalogue-store.ts'
import { shownName } from './file-rows.ts'
import { FindFilesStore } from './find-files-store.ts'

/** Finds a few files for the search, at a cost that does not grow with their number. */
export class FileFinder {
  readonly #rows: FindFilesStore

  constructor(database: CatalogueReads) {
    this.#rows = new FindFilesStore(database)
  }

  /** Whose hash begins so, the trash included. `start`: lower-case hex. */
  async byHash(start: string, limit: number): Promise<FoundFile[]> {
    return (await this.#rows.filesByHash(start, limit)).map(toldFile)
  }

  /** A key's latest ones outside the trash. */
  async ofOwner(pubkey: string, limit: number): Promise<FoundFile[]> {
    return (await this.#rows.filesOf(pubkey, limit)).map(toldFile)
  }

  /** The latest ones outside the trash whose name contains this text, in either case. */
  async byName(text: string, limit: number): Promise<FoundFile[]> {
    return (await this.#rows.filesByName(text.toLowerCase(), limit)).map(toldFile)
  }
}

const toldFile = (row: CatalogueRow): FoundFile => ({
  category: 'files',
  hash: row.hash,
  name: shownName(row),
  mime: row.mime,
  size: row.bytes,
  owner: row.owner,
  uploaded_at: toTimestamp(row.received_at * 1000),
  status: row.trashed ? 'trashed' : 'stored',
})
