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

/** A file, and where its content is. */
export interface PlacedFile extends StoredFile {
  readonly store: StoreName
}

/** An incoming file. */
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
  /** The same, including the trash. */
  findAny(hash: string): Promise<PlacedFile | null>
  /** Those of `hashes` whose content is in this store, in the trash or not. */
  known(hashes: readonly string[], store: StoreName): Promise<ReadonlySet<string>>
  /**
   * Stores the file if it is new, restores it from the trash, where its owner's days begin again, notes the store of its
   * content, and makes `pubkey` one of its owners. Resolves, durable, with the owner's entry. Throws ApiError('forbidden') for a banned file.
   */
  add(file: NewFile, pubkey: string): Promise<StoredFile>
  /**
   * Removes the signer from the file's owners; without owners the file is deleted. Until it expires, the same
   * authorization is `spent` for this file: it cannot be replayed to delete a later upload. `now` in Unix seconds.
   */
  release(
    hash: string,
    by: Pick<Authorization, 'eventId' | 'pubkey' | 'expiresAt'>,
    now: number,
  ): Promise<'kept' | 'removed' | 'not_owner' | 'not_found' | 'spent'>
  /** Removes the file for all owners. False if it was not stored. */
  remove(hash: string): Promise<boolean>
  /**
   * Moves files to the trash, where they cannot be found but keep their owners and everything else. Resolves with those
   * that it moved. Nobody can upload them again until they are restored or unbanned. `at` in Unix seconds; `job` is the
   * job that can be undone; `by` is the admin's public key.
   */
  trash(hashes: readonly string[], by: { at: number; job: number | null; by: string | null }): Promise<StoredFile[]>
  /**
   * The days of this owner's file are over: the owner leaves it to the others, or it goes to the trash, which it
   * resolves with. Null for the owner: it goes if nobody owns it. `at` in Unix seconds.
   */
  expire(hash: string, pubkey: string | null, at: number): Promise<StoredFile | null>
  /** Bans files and moves those that are stored to the trash, all or none. Resolves with those that it moved. */
  ban(bans: readonly BanRow[]): Promise<StoredFile[]>
  /** Restores files from the trash, except those banned with a reason. Resolves with those that it restored. */
  restore(hashes: readonly string[]): Promise<StoredFile[]>
  /** Deletes a file in the trash permanently. Null if it is not there. */
  purge(hash: string): Promise<PlacedFile | null>
  /** Notes that the content is in this store now. False if the file is gone. */
  relocate(hash: string, store: StoreName): Promise<boolean>
  isOwner(hash: string, pubkey: string): Promise<boolean>
  /** Newest first. Null if the cursor never was one of the owner's files, or was deleted long ago. */
  list(pubkey: string, options: ListOptions): Promise<StoredFile[] | null>
  /** The same by numbered pages, and the number of all. */
  listPage(
    pubkey: string,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly files: StoredFile[]; readonly total: number }>
}
