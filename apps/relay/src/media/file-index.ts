import type { Authorization } from './authorization.ts'

export interface StoredFile {
  /** SHA-256, lower-case hex. */
  readonly hash: string
  readonly mime: string
  readonly bytes: number
  /** Unix seconds: first upload of the file, or in an owner's list, that owner's upload. */
  readonly uploadedAt: number
}

export interface ListOptions {
  /** Unix seconds, inclusive. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** Hash of the previous page's last file. */
  readonly cursor?: string | undefined
  readonly limit: number
}

/** The index of files and their owners. All asynchronous, so that a database server could implement it. */
export interface FileIndex {
  find(hash: string): Promise<StoredFile | null>
  /** The stored ones among `hashes`. */
  known(hashes: readonly string[]): Promise<ReadonlySet<string>>
  /** Stores the file if it is new, and adds `pubkey` as an owner. Resolves with the owner's entry once durable. */
  add(file: StoredFile, pubkey: string): Promise<StoredFile>
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
  /** Newest first. Null if the cursor is not one of the owner's files. */
  list(pubkey: string, options: ListOptions): Promise<StoredFile[] | null>
}
