import type { RelayDatabase } from '../database/relay-database.ts'
import type { DaySize } from './forecast.ts'

export class GrowthStore {
  readonly #database: RelayDatabase

  constructor(database: RelayDatabase) {
    this.#database = database
  }

  note({ day, bytes }: DaySize, oldest: number): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      tx.run('INSERT OR REPLACE INTO disk_days (day, bytes) VALUES (?, ?)', day, bytes)
      tx.run('DELETE FROM disk_days WHERE day < ?', oldest)
    })
  }

  days(): Promise<DaySize[]> {
    return this.#database.reads.selectFrom('disk_days').selectAll().orderBy('day').execute()
  }

  async fileBytes(): Promise<number> {
    const scans = await this.#database.scansOf('files')
    const { bytes } = await scans
      .selectFrom('files')
      .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
      .where('store', '=', 0)
      .executeTakeFirstOrThrow()
    return bytes ?? 0
  }
}
