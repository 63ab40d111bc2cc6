import type { StoreName } from '@hornets/contract/admin/files/store-names'
import type { RelayDatabase } from '../../../database/relay-database.ts'
import { numberOfStore, storeOfNumber } from './store-number.ts'

export class TargetStore {
  readonly #database: RelayDatabase

  constructor(database: RelayDatabase) {
    this.#database = database
  }

  async read(): Promise<StoreName> {
    const row = await this.#database.reads.selectFrom('file_target').select('store').executeTakeFirst()
    return storeOfNumber(row?.store ?? 0)
  }

  async write(store: StoreName): Promise<void> {
    const sql = 'INSERT OR REPLACE INTO file_target (id, store) VALUES (1, ?)'
    await this.#database.transactWhenFree(tx => void tx.run(sql, numberOfStore(store)))
  }
}
