import type { FileJob, FileJobAction } from '@hornets/contract/admin/files/file-changes'
import type { RelayDatabase } from '../../../database/relay-database.ts'
import type { RelayTables } from '../../../database/relay-tables.ts'

export type JobRow = RelayTables['file_jobs']

export interface NewJob {
  readonly action: FileJobAction
  /** JSON. */
  readonly selection: string
  readonly files: number
  readonly bytes: number
  /** Unix seconds. */
  readonly beganAt: number
  readonly by: string | null
}

const shownMax = 20

export class JobStore {
  readonly #database: RelayDatabase

  constructor(database: RelayDatabase) {
    this.#database = database
  }

  add(job: NewJob): Promise<number> {
    return this.#database.transactWhenFree(tx => {
      tx.run(
        `INSERT INTO file_jobs (action, selection, state, files, bytes, files_done, bytes_done, began_at, by)
         VALUES (?, ?, 'running', ?, ?, 0, 0, ?, ?)`,
        job.action,
        job.selection,
        job.files,
        job.bytes,
        job.beganAt,
        job.by,
      )
      const added = tx.get<{ id: number }>('SELECT MAX(id) AS id FROM file_jobs')
      if (!added) throw new Error('a job that was just added is not there')
      return added.id
    })
  }

  progress(id: number, files: number, bytes: number): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      tx.run(
        'UPDATE file_jobs SET files_done = files_done + ?, bytes_done = bytes_done + ? WHERE id = ?',
        files,
        bytes,
        id,
      )
    })
  }

  end(id: number, state: FileJob['state'], at: number): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      tx.run('UPDATE file_jobs SET state = ?, ended_at = ? WHERE id = ?', state, at, id)
    })
  }

  running(): Promise<JobRow[]> {
    return this.#database.reads
      .selectFrom('file_jobs')
      .selectAll()
      .where('state', '=', 'running')
      .orderBy('id')
      .execute()
  }

  find(id: number): Promise<JobRow | undefined> {
    return this.#database.reads.selectFrom('file_jobs').selectAll().where('id', '=', id).executeTakeFirst()
  }

  latest(): Promise<JobRow[]> {
    return this.#database.reads.selectFrom('file_jobs').selectAll().orderBy('id', 'desc').limit(shownMax).execute()
  }

  /** The number of files that a job moved to the trash and that are still there, and their bytes. */
  async trashedBy(id: number): Promise<{ files: number; bytes: number }> {
    const { files, bytes } = await this.#database.reads
      .selectFrom('files')
      .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('bytes').as('bytes')])
      .where('trashed', '=', 1)
      .where('trashed_by', '=', id)
      .executeTakeFirstOrThrow()
    return { files, bytes: bytes ?? 0 }
  }

  async trashedHashes(id: number, limit: number): Promise<string[]> {
    const rows = await this.#database.reads
      .selectFrom('files')
      .select('hash')
      .where('trashed', '=', 1)
      .where('trashed_by', '=', id)
      .limit(limit)
      .execute()
    return rows.map(({ hash }) => hash)
  }
}
