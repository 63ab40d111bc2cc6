import type { FileHandle } from 'node:fs/promises'
import type { Content } from './content.ts'

/** A whole file on this disk, open for reading. */
export interface LocalFile {
  readonly path: string
  readonly handle: FileHandle
}

export interface StoredBlob {
  /** SHA-256 in lower-case hex; null for what is not named like a file of the relay. */
  readonly hash: string | null
  /** The path inside the store. */
  readonly name: string
  readonly bytes: number
}

/** Contents by hash. A hash is either missing or has its whole content: `put` is all or nothing. */
export interface BlobStore {
  /** Null if the content is known to be missing. */
  open(hash: string): Promise<Content | null>
  /** Size in bytes; null if missing. */
  sizeOf(hash: string): Promise<number | null>
  /** Stores the file under its hash, replacing what is there: durable when this resolves. */
  put(file: LocalFile, hash: string): Promise<void>
  remove(hash: string): Promise<void>
  /** Everything it holds, in batches, without unfinished uploads. */
  list(): AsyncGenerator<StoredBlob[]>
  removeNamed(name: string): Promise<void>
}
