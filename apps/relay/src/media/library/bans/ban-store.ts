import type { RelayDatabase } from '../../../database/relay-database.ts'
import type { BanRow } from '../files/ban-sql.ts'

export class BanStore {
  readonly #database: RelayDatabase

  constructor(database: RelayDatabase) {
    this.#database = database
  }

  async banned(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database.reads.selectFrom('file_bans').select('hash').where('hash', 'in', hashes).execute()
    return new Set(rows.map(({ hash }) => hash))
  }

  /** Those of these hashes that are banned for a reason, not only deleted. */
  async bannedForReason(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const banned = this.#database.reads.selectFrom('file_bans').select('hash').where('reason', '<>', '')
    return new Set((await banned.where('hash', 'in', hashes).execute()).map(({ hash }) => hash))
  }

  listed(limit: number) {
    const banned = this.#database.reads.selectFrom('file_bans').select(['hash', 'reason']).where('reason', '<>', '')
    return banned.orderBy('at', 'desc').orderBy('hash', 'desc').limit(limit).execute()
  }

  ban(hash: string): Promise<BanRow | undefined> {
    return this.#database.reads.selectFrom('file_bans').selectAll().where('hash', '=', hash).executeTakeFirst()
  }

  /** Newest first; `q`: the beginning of a hash, or part of a reason. `alike` is 0 where nothing is known any more that copies could be compared with. */
  async page({
    q,
    limit,
    offset,
  }: {
    readonly q?: string | undefined
    readonly limit: number
    readonly offset: number
  }) {
    const all = this.#database.reads
      .selectFrom('file_bans')
      .$if(Boolean(q), bans =>
        bans.where(({ eb, or }) => or([eb('hash', 'like', `${q?.toLowerCase()}%`), eb('reason', 'like', `%${q}%`)])),
      )
    const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const prints = this.#database.reads.selectFrom('ban_prints').select('hash')
    const columns = all.selectAll().select(({ eb }) => eb('hash', 'in', prints).as('is_compared'))
    const newest = columns.orderBy('at', 'desc').orderBy('hash', 'desc')
    const rows = await newest.limit(limit).offset(offset).execute()
    return { rows: rows.map(({ is_compared, ...ban }) => ({ ...ban, alike: is_compared ? ban.alike : 0 })), total }
  }

  /** With the thumbnails of what it refused. False if it was not banned. */
  remove(hash: string): Promise<boolean> {
    return this.#database.transactWhenFree(tx => {
      tx.run('DELETE FROM similar_files WHERE banned = ? AND allowed_at IS NULL', hash)
      return tx.run('DELETE FROM file_bans WHERE hash = ?', hash).changes > 0
    })
  }
}
