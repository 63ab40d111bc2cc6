import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'

export class OutsideStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async relays(): Promise<string[]> {
    const rows = await this.#reads.selectFrom('outside_relays').select('url').orderBy('position').execute()
    return rows.map(({ url }) => url)
  }

  async putRelays(tx: AdminTransaction, urls: readonly string[]): Promise<void> {
    await tx.deleteFrom('outside_relays').execute()
    if (urls.length === 0) return
    await tx
      .insertInto('outside_relays')
      .values(urls.map((url, position) => ({ url, position })))
      .execute()
  }
}
