import type { FindingKind } from '@hornets/contract/admin/files/file-checks'
import type { StoreName } from '@hornets/contract/admin/files/store-names'
import type { RelayDatabase } from '../../../database/relay-database.ts'
import type { RelayTables } from '../../../database/relay-tables.ts'
import { numberOfStore, storeOfNumber } from '../stores/store-number.ts'

export type RoundRow = RelayTables['file_rounds']

export interface DueFile {
  readonly hash: string
  readonly bytes: number
}

export interface FindingRow {
  readonly hash: string
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly store: StoreName
  readonly what: FindingKind
  /** Unix seconds. */
  readonly foundAt: number
}

export class CheckStore {
  readonly #database: RelayDatabase

  constructor(database: RelayDatabase) {
    this.#database = database
  }

  lastRound(): Promise<RoundRow | undefined> {
    return this.#database.reads.selectFrom('file_rounds').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  }

  /** `at`: Unix seconds. Files with findings come first in it. */
  async begin(at: number): Promise<void> {
    const scans = await this.#database.scansOf('files')
    const { files, bytes } = await scans
      .selectFrom('files')
      .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('bytes').as('bytes')])
      .where('trashed', '=', 0)
      .executeTakeFirstOrThrow()
    await this.#database.transactWhenFree(tx => {
      tx.run('UPDATE files SET checked_at = 0 WHERE hash IN (SELECT hash FROM file_findings)')
      tx.run(
        'INSERT INTO file_rounds (began_at, files, bytes, files_done, bytes_done) VALUES (?, ?, ?, 0, 0)',
        at,
        files,
        bytes ?? 0,
      )
    })
  }

  /** The file that was checked the longest ago; undefined if all were since `began` (Unix seconds). */
  due(store: StoreName, began: number): Promise<DueFile | undefined> {
    return this.#database.reads
      .selectFrom('files')
      .select(['hash', 'bytes'])
      .where('store', '=', numberOfStore(store))
      .where('trashed', '=', 0)
      .where('checked_at', '<=', began)
      .orderBy('checked_at')
      .orderBy('hash')
      .limit(1)
      .executeTakeFirst()
  }

  /** Null: a good file. False if it was moved or deleted meanwhile, or the finding is the same as before. */
  note(
    round: RoundRow,
    { hash, bytes }: DueFile,
    seen: { readonly store: StoreName; readonly found: FindingKind | null; readonly at: number },
  ): Promise<boolean> {
    return this.#database.transactWhenFree(tx => {
      const checked = 'UPDATE files SET checked_at = ? WHERE hash = ? AND store = ?'
      // After the round's beginning even in the same second.
      const at = Math.max(seen.at, round.began_at + 1)
      if (tx.run(checked, at, hash, numberOfStore(seen.store)).changes === 0) return false
      const progress = 'UPDATE file_rounds SET files_done = files_done + 1, bytes_done = bytes_done + ? WHERE id = ?'
      tx.run(progress, bytes, round.id)
      if (seen.found === null) return tx.run('DELETE FROM file_findings WHERE hash = ?', hash).changes > 0
      const before = tx.get<{ what: string }>('SELECT what FROM file_findings WHERE hash = ?', hash)
      if (before?.what === seen.found) return false
      const sql = 'INSERT OR REPLACE INTO file_findings (hash, what, found_at) VALUES (?, ?, ?)'
      tx.run(sql, hash, seen.found, seen.at)
      return true
    })
  }

  /** `at`: Unix seconds. */
  end(id: number, at: number): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      tx.run('UPDATE file_rounds SET ended_at = ? WHERE id = ?', at, id)
    })
  }

  async findings(limit: number): Promise<FindingRow[]> {
    const rows = await this.#found()
      .select(['files.hash', 'name', 'mime', 'bytes', 'store', 'what', 'found_at'])
      .orderBy('found_at', 'desc')
      .orderBy('files.hash')
      .limit(limit)
      .execute()
    return rows.map(({ found_at, store, what, ...row }) => ({
      ...row,
      store: storeOfNumber(store),
      what: what as FindingKind,
      foundAt: found_at,
    }))
  }

  async countFindings(): Promise<number> {
    const { count } = await this.#found()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  async hasFinding(hash: string): Promise<boolean> {
    const found = this.#database.reads.selectFrom('file_findings').select('hash').where('hash', '=', hash)
    return (await found.executeTakeFirst()) !== undefined
  }

  #found() {
    return this.#database.reads
      .selectFrom('file_findings')
      .innerJoin('files', 'files.hash', 'file_findings.hash')
      .where('trashed', '=', 0)
  }
}
