import type { RelayDatabase, RelayTransaction } from '../database/relay-database.ts'
import type { Tally } from '../statistics/tally.ts'
import type { FileIndex, ListOptions, StoredFile } from './file-index.ts'

type FileRow = { hash: string; mime: string; bytes: number; received_at: number }

/** The file index in SQLite; counters change in the same transaction. */
export class SqliteFileIndex implements FileIndex {
  readonly #database: RelayDatabase
  readonly #tally: Pick<Tally, 'fileStored' | 'fileRemoved'>

  constructor(database: RelayDatabase, tally: Pick<Tally, 'fileStored' | 'fileRemoved'>) {
    this.#database = database
    this.#tally = tally
  }

  async find(hash: string): Promise<StoredFile | null> {
    const row = await this.#database.reads.selectFrom('files').selectAll().where('hash', '=', hash).executeTakeFirst()
    return row ? toStoredFile(row) : null
  }

  async known(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    if (hashes.length === 0) return new Set()
    const rows = await this.#database.reads.selectFrom('files').select('hash').where('hash', 'in', hashes).execute()
    return new Set(rows.map(row => row.hash))
  }

  async add(file: StoredFile, pubkey: string): Promise<StoredFile> {
    return this.#database.transactWhenFree(tx => {
      const { changes } = tx.run(
        'INSERT INTO files (hash, mime, bytes, received_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        file.hash,
        file.mime,
        file.bytes,
        file.uploadedAt,
      )
      if (changes > 0) this.#tally.fileStored(tx, { mime: file.mime, bytes: file.bytes, receivedAt: file.uploadedAt })
      tx.run(
        'INSERT INTO file_owners (hash, pubkey, uploaded_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        file.hash,
        pubkey,
        file.uploadedAt,
      )
      const row = tx.get<FileRow>(
        `SELECT files.hash, mime, bytes, uploaded_at AS received_at
         FROM files JOIN file_owners USING (hash) WHERE hash = ? AND pubkey = ?`,
        file.hash,
        pubkey,
      )
      if (!row) throw new Error('a file that was just added is not there')
      return toStoredFile(row)
    })
  }

  async release(
    hash: string,
    { eventId, pubkey, expiresAt }: Parameters<FileIndex['release']>[1],
    now: number,
  ): ReturnType<FileIndex['release']> {
    return this.#database.transactWhenFree(tx => {
      tx.run('DELETE FROM spent_authorizations WHERE expires_at <= ?', now)
      if (tx.get('SELECT 1 FROM spent_authorizations WHERE event_id = ? AND hash = ?', eventId, hash)) return 'spent'
      const file = findFile(tx, hash)
      if (!file) return 'not_found'
      const { changes } = tx.run('DELETE FROM file_owners WHERE hash = ? AND pubkey = ?', hash, pubkey)
      if (changes === 0) return 'not_owner'
      tx.run('INSERT INTO spent_authorizations (event_id, hash, expires_at) VALUES (?, ?, ?)', eventId, hash, expiresAt)
      if (tx.get('SELECT 1 FROM file_owners WHERE hash = ? LIMIT 1', hash)) return 'kept'
      this.#removeFile(tx, file)
      return 'removed'
    })
  }

  async remove(hash: string): Promise<boolean> {
    return this.#database.transactWhenFree(tx => {
      const file = findFile(tx, hash)
      if (file) this.#removeFile(tx, file)
      return file !== undefined
    })
  }

  async list(pubkey: string, options: ListOptions): Promise<StoredFile[] | null> {
    let query = this.#database.reads
      .selectFrom('file_owners')
      .innerJoin('files', 'files.hash', 'file_owners.hash')
      .select(['files.hash', 'mime', 'bytes', 'uploaded_at as received_at'])
      .where('pubkey', '=', pubkey)
      .orderBy('uploaded_at', 'desc')
      .orderBy('file_owners.hash', 'desc')
      .limit(options.limit)
    if (options.since !== undefined) query = query.where('uploaded_at', '>=', options.since)
    if (options.until !== undefined) query = query.where('uploaded_at', '<=', options.until)
    if (options.cursor !== undefined) {
      const { cursor } = options
      const last = await this.#database.reads
        .selectFrom('file_owners')
        .select('uploaded_at')
        .where('hash', '=', cursor)
        .where('pubkey', '=', pubkey)
        .executeTakeFirst()
      if (!last) return null
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('uploaded_at', 'file_owners.hash'), '<', tuple(last.uploaded_at, cursor)),
      )
    }
    return (await query.execute()).map(toStoredFile)
  }

  #removeFile(tx: RelayTransaction, file: FileRow): void {
    tx.run('DELETE FROM files WHERE hash = ?', file.hash)
    this.#tally.fileRemoved(tx, { mime: file.mime, bytes: file.bytes, receivedAt: file.received_at })
  }
}

function findFile(tx: RelayTransaction, hash: string): FileRow | undefined {
  return tx.get<FileRow>('SELECT hash, mime, bytes, received_at FROM files WHERE hash = ?', hash)
}

function toStoredFile(row: FileRow): StoredFile {
  return { hash: row.hash, mime: row.mime, bytes: row.bytes, uploadedAt: row.received_at }
}
