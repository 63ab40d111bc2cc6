import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import type { StoreName } from '@hornets/contract/admin/files/store-names'
import { ApiError } from '@hornets/server/api-error'
import type { RelayDatabase, RelayTransaction } from '../../../database/relay-database.ts'
import type { Tally } from '../../../statistics/tally.ts'
import { numberOfStore, storeOfNumber } from '../stores/store-number.ts'
import { type BanRow, isBanned, isBannedForReason, liftDeletion, putBan, putDeletion } from './ban-sql.ts'
import type { FileIndex, ListOptions, NewFile, PlacedFile, StoredFile } from './file-index.ts'
import { placeInList } from './list-sql.ts'
import { nextOwner, passOn } from './owner-sql.ts'
import { TotalsStore } from './totals-store.ts'

interface FileRow {
  hash: string
  mime: string
  bytes: number
  received_at: number
  trashed: 0 | 1
  owner: string
  store: number
}

const columns = 'hash, mime, bytes, received_at, trashed, owner, store'

export class SqliteFileIndex implements FileIndex {
  readonly #database: RelayDatabase
  readonly #totals = new TotalsStore()
  readonly #tally: Pick<Tally, 'fileStored' | 'fileRemoved'>

  readonly #onChange: () => void

  constructor(
    database: RelayDatabase,
    tally: Pick<Tally, 'fileStored' | 'fileRemoved'>,
    onChange: () => void = () => {},
  ) {
    this.#database = database
    this.#tally = tally
    this.#onChange = onChange
  }

  async find(hash: string): Promise<PlacedFile | null> {
    const row = await this.#select().where('hash', '=', hash).where('trashed', '=', 0).executeTakeFirst()
    return row ? toPlacedFile(row) : null
  }

  async findAny(hash: string): Promise<PlacedFile | null> {
    const row = await this.#select().where('hash', '=', hash).executeTakeFirst()
    return row ? toPlacedFile(row) : null
  }

  async known(hashes: readonly string[], store: StoreName): Promise<ReadonlySet<string>> {
    if (hashes.length === 0) return new Set()
    const rows = await this.#database.reads
      .selectFrom('files')
      .select('hash')
      .where('hash', 'in', hashes)
      .where('store', '=', numberOfStore(store))
      .execute()
    return new Set(rows.map(row => row.hash))
  }

  async add(file: NewFile, pubkey: string): Promise<StoredFile> {
    return this.#change(tx => {
      const { hash, mime, bytes, uploadedAt, name } = file
      const store = numberOfStore(file.store)
      if (isBanned(tx, hash)) throw new ApiError('forbidden', fileMessages.fileBanned, { why: { cause: 'moderation' } })
      const before = findFile(tx, hash)
      if (!before) {
        tx.run(
          `INSERT INTO files (hash, mime, bytes, received_at, checked_at, name, folded, owner, store)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          hash,
          mime,
          bytes,
          uploadedAt,
          uploadedAt,
          name,
          name.toLowerCase(),
          pubkey,
          store,
        )
        this.#totals.countType(tx, file, 0, 1)
        this.#tally.fileStored(tx, { mime, bytes, receivedAt: uploadedAt })
      } else if (before.trashed) this.#untrash(tx, before)
      // Uploads of missing and damaged files store their content again.
      if (before) tx.run('DELETE FROM file_findings WHERE hash = ?', hash)
      if (before && before.store !== store) tx.run('UPDATE files SET store = ? WHERE hash = ?', store, hash)
      if (before?.owner === '') tx.run('UPDATE files SET owner = ? WHERE hash = ?', pubkey, hash)
      const { changes } = tx.run(
        'INSERT INTO file_owners (hash, pubkey, uploaded_at, shared) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        hash,
        pubkey,
        uploadedAt,
        before && before.owner !== '' ? 1 : 0,
      )
      if (before?.trashed)
        tx.run('UPDATE file_owners SET uploaded_at = ? WHERE hash = ? AND pubkey = ?', uploadedAt, hash, pubkey)
      if (changes > 0) this.#totals.countOwner(tx, pubkey, before?.bytes ?? bytes, 1)
      const row = tx.get<FileRow>(
        'SELECT hash, mime, bytes, uploaded_at AS received_at FROM file_owners WHERE hash = ? AND pubkey = ?',
        hash,
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
    return this.#change(tx => {
      tx.run('DELETE FROM spent_authorizations WHERE expires_at <= ?', now)
      if (tx.get('SELECT 1 FROM spent_authorizations WHERE event_id = ? AND hash = ?', eventId, hash)) return 'spent'
      const file = findFile(tx, hash)
      if (!file) return 'not_found'
      const { changes } = tx.run('DELETE FROM file_owners WHERE hash = ? AND pubkey = ?', hash, pubkey)
      if (changes === 0) return 'not_owner'
      if (!file.trashed) this.#totals.countOwner(tx, pubkey, file.bytes, -1)
      tx.run('INSERT INTO spent_authorizations (event_id, hash, expires_at) VALUES (?, ?, ?)', eventId, hash, expiresAt)
      if (nextOwner(tx, hash) === undefined) {
        this.#removeFile(tx, file)
        return 'removed'
      }
      passOn(tx, file, pubkey)
      return 'kept'
    })
  }

  async expire(hash: string, pubkey: string | null, at: number): Promise<StoredFile | null> {
    return this.#change(tx => {
      const file = findFile(tx, hash)
      if (!file || file.trashed) return null
      const others = tx.get('SELECT 1 FROM file_owners WHERE hash = ? AND pubkey <> ? LIMIT 1', hash, pubkey ?? '')
      if (!others) return this.#toTrash(tx, file, { at, job: null })
      if (pubkey === null) return null
      const { changes } = tx.run('DELETE FROM file_owners WHERE hash = ? AND pubkey = ?', hash, pubkey)
      if (changes > 0) this.#totals.countOwner(tx, pubkey, file.bytes, -1)
      passOn(tx, file, pubkey)
      return null
    })
  }

  async remove(hash: string): Promise<boolean> {
    return this.#change(tx => {
      const file = findFile(tx, hash)
      if (file) this.#removeFile(tx, file)
      return file !== undefined
    })
  }

  async trash(
    hashes: readonly string[],
    { at, job, by }: { at: number; job: number | null; by: string | null },
  ): Promise<StoredFile[]> {
    return this.#change(tx =>
      filesOf(tx, hashes, 0).map(file => {
        putDeletion(tx, { hash: file.hash, at, by })
        return this.#toTrash(tx, file, { at, job })
      }),
    )
  }

  async ban(bans: readonly BanRow[]): Promise<StoredFile[]> {
    return this.#change(tx =>
      bans.flatMap(ban => {
        putBan(tx, ban)
        const file = findFile(tx, ban.hash)
        if (file && !file.trashed) return this.#toTrash(tx, file, { at: ban.at, job: null })
        // The job that deleted it can no longer be undone for this file.
        if (file) tx.run('UPDATE files SET trashed_by = NULL WHERE hash = ?', ban.hash)
        return []
      }),
    )
  }

  async restore(hashes: readonly string[]): Promise<StoredFile[]> {
    return this.#change(tx =>
      filesOf(tx, hashes, 1).flatMap(file => {
        if (isBannedForReason(tx, file.hash)) return []
        liftDeletion(tx, file.hash)
        this.#untrash(tx, file)
        // It stays, although its days may be over.
        tx.run('INSERT OR REPLACE INTO file_spared (hash, until) VALUES (?, NULL)', file.hash)
        return toStoredFile(file)
      }),
    )
  }

  async relocate(hash: string, store: StoreName): Promise<boolean> {
    return this.#database.transactWhenFree(
      tx => tx.run('UPDATE files SET store = ? WHERE hash = ?', numberOfStore(store), hash).changes > 0,
    )
  }

  async purge(hash: string): Promise<PlacedFile | null> {
    return this.#change(tx => {
      const file = findFile(tx, hash)
      if (!file?.trashed) return null
      this.#removeFile(tx, file)
      return toPlacedFile(file)
    })
  }

  async isOwner(hash: string, pubkey: string): Promise<boolean> {
    const owners = this.#database.reads.selectFrom('file_owners').select('hash').where('hash', '=', hash)
    return (await owners.where('pubkey', '=', pubkey).executeTakeFirst()) !== undefined
  }

  async list(pubkey: string, options: ListOptions): Promise<StoredFile[] | null> {
    let query = this.#owned(pubkey).limit(options.limit)
    if (options.since !== undefined) query = query.where('uploaded_at', '>=', options.since)
    if (options.until !== undefined) query = query.where('uploaded_at', '<=', options.until)
    if (options.cursor !== undefined) {
      const { cursor } = options
      const last = await placeInList(this.#database, pubkey, cursor)
      if (!last) return null
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('uploaded_at', 'hash'), '<', tuple(last.uploaded_at, cursor)),
      )
    }
    return (await query.execute()).map(toStoredFile)
  }

  async listPage(pubkey: string, { offset, limit }: { readonly offset: number; readonly limit: number }) {
    const totals = this.#database.reads.selectFrom('file_owner_totals').select('files').where('pubkey', '=', pubkey)
    const total = (await totals.executeTakeFirst())?.files ?? 0
    const rows = offset < total ? await this.#owned(pubkey).limit(limit).offset(offset).execute() : []
    return { files: rows.map(toStoredFile), total }
  }

  async #change<Result>(work: (tx: RelayTransaction) => Result): Promise<Result> {
    const result = await this.#database.transactWhenFree(work)
    // Before contents are removed: another machine must not list what is gone.
    await this.#database.replicated()
    this.#onChange()
    return result
  }

  #select() {
    return this.#database.reads.selectFrom('files').select(['hash', 'mime', 'bytes', 'received_at', 'store'])
  }

  #owned(pubkey: string) {
    return this.#database.reads
      .selectFrom('file_owners')
      .select(['hash', 'mime', 'bytes', 'uploaded_at as received_at'])
      .where('pubkey', '=', pubkey)
      .where('trashed', '=', 0)
      .orderBy('uploaded_at', 'desc')
      .orderBy('hash', 'desc')
  }

  #toTrash(tx: RelayTransaction, file: FileRow, { at, job }: { at: number; job: number | null }): StoredFile {
    this.#totals.countOwners(tx, file, -1)
    this.#totals.countType(tx, file, 0, -1)
    this.#totals.countType(tx, file, 1, 1)
    this.#tally.fileRemoved(tx, counted(file))
    tx.run('UPDATE files SET trashed = 1, trashed_at = ?, trashed_by = ? WHERE hash = ?', at, job, file.hash)
    tx.run('DELETE FROM file_spared WHERE hash = ?', file.hash)
    return toStoredFile(file)
  }

  #untrash(tx: RelayTransaction, file: FileRow): void {
    tx.run('UPDATE files SET trashed = 0, trashed_at = NULL, trashed_by = NULL WHERE hash = ?', file.hash)
    this.#totals.countOwners(tx, file, 1)
    this.#totals.countType(tx, file, 1, -1)
    this.#totals.countType(tx, file, 0, 1)
    this.#tally.fileStored(tx, counted(file))
  }

  #removeFile(tx: RelayTransaction, file: FileRow): void {
    if (!file.trashed) {
      this.#totals.countOwners(tx, file, -1)
      this.#tally.fileRemoved(tx, counted(file))
    }
    this.#totals.countType(tx, file, file.trashed, -1)
    tx.run('DELETE FROM files WHERE hash = ?', file.hash)
  }
}

function findFile(tx: RelayTransaction, hash: string): FileRow | undefined {
  return tx.get<FileRow>(`SELECT ${columns} FROM files WHERE hash = ?`, hash)
}

function filesOf(tx: RelayTransaction, hashes: readonly string[], trashed: 0 | 1): FileRow[] {
  return [...new Set(hashes)].flatMap(hash => findFile(tx, hash) ?? []).filter(file => file.trashed === trashed)
}

const counted = ({ mime, bytes, received_at }: FileRow) => ({ mime, bytes, receivedAt: received_at })

function toStoredFile(row: Pick<FileRow, 'hash' | 'mime' | 'bytes' | 'received_at'>): StoredFile {
  return { hash: row.hash, mime: row.mime, bytes: row.bytes, uploadedAt: row.received_at }
}

const toPlacedFile = (row: Parameters<typeof toStoredFile>[0] & Pick<FileRow, 'store'>): PlacedFile => ({
  ...toStoredFile(row),
  store: storeOfNumber(row.store),
})
