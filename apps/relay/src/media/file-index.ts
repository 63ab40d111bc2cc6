import type { Authorization } from './authorization.ts'

/** What is known of a stored file. */
export interface StoredFile {
  /** SHA-256, lower-case hex. */
  readonly hash: string
  readonly mime: string
  readonly bytes: number
  /** Unix seconds: first arrival of the file, or, in an owner's list, when that owner brought it. */
  readonly uploadedAt: number
}

export interface ListOptions {
  /** Unix seconds, inclusive. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** Hash of the last file of the page before. */
  readonly cursor?: string | undefined
  readonly limit: number
}

/** The index of files and of who holds them. Async throughout, so that a server's database can be a second form of it. */
export interface FileIndex {
  find(hash: string): Promise<StoredFile | null>
  /** Those of `hashes` that are stored. */
  known(hashes: readonly string[]): Promise<ReadonlySet<string>>
  /** Stores the file if it is new, and makes `pubkey` one of its owners. Resolves, durable, with the owner's entry. */
  add(file: StoredFile, pubkey: string): Promise<StoredFile>
  /**
   * Takes the signer off the file's owners; the file goes with the last. From then on, until it expires, the same
   * authorization is `spent` for this file: who has seen it cannot delete the file when it is brought again. `now` in Unix
   * seconds.
   */
  release(
    hash: string,
    by: Pick<Authorization, 'eventId' | 'pubkey' | 'expiresAt'>,
    now: number,
  ): Promise<'kept' | 'removed' | 'not_owner' | 'not_found' | 'spent'>
  /** Takes the file out, whoever owns it. False when it was not there. */
  remove(hash: string): Promise<boolean>
  /** Newest first. Null when the cursor is none of the owner's files. */
  list(pubkey: string, options: ListOptions): Promise<StoredFile[] | null>
}
