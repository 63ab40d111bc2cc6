import type { FoundFile } from '@hornets/contract/admin/search'
import { toTimestamp } from '@hornets/server/clock'
import type { CatalogueRow, CatalogueStore } from './catalogue-store.ts'
import { type FileQuery, queryOf } from './file-query.ts'
import { shownName } from './file-rows.ts'

export class FileFinder {
  readonly #store: Pick<CatalogueStore, 'page' | 'startingWith'>

  constructor(store: Pick<CatalogueStore, 'page' | 'startingWith'>) {
    this.#store = store
  }

  /** Whose hash begins so, the trash included, in the order of hashes. `start`: lower-case hex. */
  async byHash(start: string, limit: number): Promise<FoundFile[]> {
    return (await this.#store.startingWith(start, limit)).map(foundFileOf)
  }

  ofOwner(pubkey: string, limit: number): Promise<FoundFile[]> {
    return this.#latest({ owner: pubkey }, limit)
  }

  byName(text: string, limit: number): Promise<FoundFile[]> {
    return this.#latest({ text: text.toLowerCase() }, limit)
  }

  async #latest(narrowed: Partial<FileQuery>, limit: number): Promise<FoundFile[]> {
    const query = { ...queryOf({ status: 'stored' }), ...narrowed }
    const { rows } = await this.#store.page(query, { sort: 'newest', offset: 0, limit })
    return rows.map(foundFileOf)
  }
}

const foundFileOf = (row: CatalogueRow): FoundFile => ({
  category: 'files',
  hash: row.hash,
  name: shownName(row),
  mime: row.mime,
  size: row.bytes,
  owner: row.owner,
  uploaded_at: toTimestamp(row.received_at * 1000),
  status: row.trashed ? 'trashed' : 'stored',
})
