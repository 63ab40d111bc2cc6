import type { AdminReads } from '../database/admin-database.ts'

export class AccountStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async findDemoAccount(): Promise<string> {
    const { id } = await this.#reads.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    return id
  }
}
