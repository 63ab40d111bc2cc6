import type { StoreName } from '@hornets/contract/admin/files/store-names'
import type { Authorization } from '../authorization.ts'
import type { BanRow } from './ban-sql.ts'

export interface StoredFile {
  /** SHA-256, lower-case hex. */
  readonly hash: string
  readonly mime: string
  readonly bytes: number
  /** Unix seconds: first upload of the file, or in an owner's list, that owner's upload. */
  readonly uploadedAt: number
}

export interface PlacedFile extends StoredFile {
  readonly store: StoreName
}

export interface NewFile extends PlacedFile {
  /** As the uploader named it; empty if unnamed. */
  readonly name: string
}

export interface ListOptions {
  /** Unix seconds, inclusive. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** Hash of the previous page's last file, which may be deleted by now. */
  readonly cursor?: string | undefined
  readonly limit: number
}

/** The index of files and their owners. All asynchronous, so that a database server could implement it. */
export interface FileIndex {
  /** Also null for a file in the trash. */
  find(hash: string): Promise<PlacedFile | null>
  findAny(hash: string): Promise<PlacedFile | null>
  known(hashes: readonly string[], store: StoreName): Promise<ReadonlySet<string>>
  /** Also restores from the trash. Durable when it resolves. Throws ApiError('forbidden') for a banned file. */
  add(file: NewFile, pubkey: string): Promise<StoredFile>
  /**
   * The authorization is then `spent` for this file, so it cannot be replayed on a later upload. `now`: Unix seconds.
   */
  release(
    hash: string,
    by: Pick<Authorization, 'eventId' | 'pubkey' | 'expiresAt'>,
    now: number,
  ): Promise<'kept' | 'removed' | 'not_owner' | 'not_found' | 'spent'>
  /** Removes the file for all owners. False if it was not stored. */
  remove(hash: string): Promise<boolean>
  /**
   * Nobody can upload them again until restored or unbanned. `at`: Unix seconds; `job` can be undone. Resolves with
   * those moved.
   */
  trash(hashes: readonly string[], by: { at: number; job: number | null; by: string | null }): Promise<StoredFile[]>
  /** Resolves with what goes to the trash because no other owner has it. Null: no owner. `at`: Unix seconds. */
  expire(hash: string, pubkey: string | null, at: number): Promise<StoredFile | null>
  /** Bans files and moves those that are stored to the trash, all or none. Resolves with those that it moved. */
  ban(bans: readonly BanRow[]): Promise<StoredFile[]>
  restore(hashes: readonly string[]): Promise<StoredFile[]>
  purge(hash: string): Promise<PlacedFile | null>
  relocate(hash: string, store: StoreName): Promise<boolean>
  isOwner(hash: string, pubkey: string): Promise<boolean>
  /** Newest first. Null if the cursor never was one of the owner's files, or was deleted long ago. */
  list(pubkey: string, options: ListOptions): Promise<StoredFile[] | null>
  listPage(
    pubkey: string,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly files: StoredFile[]; readonly total: number }>
}
