import type { StoreName } from '@hornets/contract/admin/files/store-names'
import type { RelayDatabase } from '../../../database/relay-database.ts'
import type { CatalogueReads } from '../../library/catalogue/catalogue-store.ts'
import type { ListReader } from '../../library/catalogue/listing/list-thread.ts'
import { numberOfStore, storeOfNumber } from '../../library/stores/store-number.ts'

export interface StoreAmount {
  readonly store: StoreName
  readonly files: number
  readonly bytes: number
}

export class PlacementStore {
  readonly #reads: RelayDatabase['reads']
  readonly #lists: ListReader

  constructor({ reads, lists }: CatalogueReads) {
    this.#reads = reads
    this.#lists = lists
  }

  /** What each store holds; one without files is missing. */
  async amounts(): Promise<StoreAmount[]> {
    const rows = await this.#lists.ask('stores')
    return rows.map(({ store, files, bytes }) => ({ store: storeOfNumber(store), files, bytes }))
  }

  async filesIn(store: StoreName, after: string, limit: number): Promise<{ hash: string; bytes: number }[]> {
    return this.#reads
      .selectFrom('files')
      .select(['hash', 'bytes'])
      .where('store', '=', numberOfStore(store))
      .where('hash', '>', after)
      .orderBy('hash')
      .limit(limit)
      .execute()
  }
}
