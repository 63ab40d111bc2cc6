import { type Kysely, sql } from 'kysely'
import type { RelayDatabase } from '../../../database/relay-database.ts'
import type { RelayTables } from '../../../database/relay-tables.ts'
import type { HeldFiles } from './file-quota.ts'

/** Which files have been kept long enough, and which of them stay all the same. */
export class KeepingStore implements HeldFiles {
  readonly #database: RelayDatabase
  readonly #reads: Kysely<RelayTables>

  constructor(database: RelayDatabase) {
    this.#database = database
    this.#reads = database.reads
  }

  async ownerTotal(pubkey: string): Promise<{ files: number; bytes: number }> {
    const totals = this.#reads.selectFrom('file_owner_totals').select(['files', 'bytes'])
    return (await totals.where('pubkey', '=', pubkey).executeTakeFirst()) ?? { files: 0, bytes: 0 }
  }

  async isOwner(hash: string, pubkey: string): Promise<boolean> {
    const mine = this.#reads.selectFrom('file_owners').select('hash').where('hash', '=', hash)
    const row = await mine.where('pubkey', '=', pubkey).where('trashed', '=', 0).executeTakeFirst()
    return row !== undefined
  }

  async owners(after: string, limit: number): Promise<string[]> {
    const rows = await this.#reads
      .selectFrom('file_owner_totals')
      .select('pubkey')
      .where('pubkey', '>', after)
      .orderBy('pubkey')
      .limit(limit)
      .execute()
    return rows.map(({ pubkey }) => pubkey)
  }

  /** Files that the key uploaded before this time (Unix seconds) and that are not spared now, oldest first. */
  async expired(pubkey: string, { before, now, limit }: { before: number; now: number; limit: number }) {
    const rows = await this.#reads
      .selectFrom('file_owners')
      .leftJoin('file_spared', 'file_spared.hash', 'file_owners.hash')
      .select('file_owners.hash')
      .where('pubkey', '=', pubkey)
      .where('trashed', '=', 0)
      .where('uploaded_at', '<', before)
      .where(isNotSpared(now))
      .orderBy('uploaded_at')
      .limit(limit)
      .execute()
    return rows.map(({ hash }) => hash)
  }

  async ownerless({ now, limit }: { now: number; limit: number }): Promise<string[]> {
    const rows = await this.#reads
      .selectFrom('files')
      .leftJoin('file_spared', 'file_spared.hash', 'files.hash')
      .select('files.hash')
      .where('owner', '=', '')
      .where('trashed', '=', 0)
      .where(isNotSpared(now))
      .limit(limit)
      .execute()
    return rows.map(({ hash }) => hash)
  }

  async hasOtherOwner(hash: string, pubkey: string): Promise<boolean> {
    const others = this.#reads.selectFrom('file_owners').select('hash').where('hash', '=', hash)
    return (await others.where('pubkey', '<>', pubkey).limit(1).executeTakeFirst()) !== undefined
  }

  /** Leaves a file alone until this time, Unix seconds. */
  spare(hash: string, until: number): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      tx.run('INSERT OR REPLACE INTO file_spared (hash, until) SELECT hash, ? FROM files WHERE hash = ?', until, hash)
    })
  }
}

const isNotSpared = (now: number) => sql<boolean>`(file_spared.hash IS NULL OR file_spared.until <= ${now})`
