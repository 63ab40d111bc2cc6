import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import type { StoreName } from '@hornets/contract/admin/files/store-names'
import { ApiError } from '@hornets/server/api-error'
import type { BlobStore, LocalFile } from './blob-store.ts'
import { checkedContent } from './checked-content.ts'
import type { DiskStore } from './disk-store.ts'
import type { S3Address } from './s3-address.ts'
import type { S3Store } from './s3-store.ts'
import type { TargetStore } from './target-store.ts'

export interface FileStoresOptions {
  readonly disk: DiskStore
  readonly s3: S3Store | undefined
  /** For a change of the bucket while the relay runs. */
  readonly bucketAt?: (address: S3Address) => S3Store
  readonly targets: TargetStore
}

export class FileStores {
  readonly disk: DiskStore
  readonly #bucketAt: FileStoresOptions['bucketAt']
  readonly #targets: TargetStore
  #s3: S3Store | undefined
  #target: StoreName

  private constructor({ disk, s3, bucketAt, targets }: FileStoresOptions, target: StoreName) {
    this.disk = disk
    this.#s3 = s3
    this.#bucketAt = bucketAt
    this.#targets = targets
    this.#target = target
  }

  static async open(options: FileStoresOptions): Promise<FileStores> {
    return new FileStores(options, await options.targets.read())
  }

  get s3(): S3Store | undefined {
    return this.#s3
  }

  useBucket(address: S3Address | undefined): void {
    this.#s3 = address && this.#bucketAt?.(address)
  }

  get target(): StoreName {
    return this.#target
  }

  async setTarget(store: StoreName): Promise<void> {
    this.of(store)
    await this.#targets.write(store)
    this.#target = store
  }

  names(): readonly StoreName[] {
    return this.s3 ? ['disk', 's3'] : ['disk']
  }

  /** Throws ApiError('unavailable') for a store that is not set up. */
  of(store: StoreName): BlobStore {
    const found = store === 'disk' ? this.disk : this.s3
    if (!found) throw new ApiError('unavailable', fileMessages.storeUnavailable)
    return found
  }

  receive(): Promise<LocalFile> {
    return this.disk.receive()
  }

  discard(incoming: LocalFile): Promise<void> {
    return this.disk.discard(incoming)
  }

  close(): void {
    this.s3?.close()
  }

  /** Runs `work` with a content as a file on this disk, a temporary copy if need be. Null if it is missing. */
  async withFile<Result>(
    { hash, bytes, store }: { readonly hash: string; readonly bytes: number; readonly store: StoreName },
    work: (path: string) => Promise<Result>,
  ): Promise<Result | null> {
    if (store === 'disk') {
      const file = await this.disk.openFile(hash)
      if (!file) return null
      await file.handle.close()
      return work(file.path)
    }
    const content = await this.of(store).open(hash)
    const copy = await this.receive()
    try {
      if (!content) return null
      await pipeline(await checkedContent(content, { hash, bytes }).stream(), createWriteStream(copy.path))
      return await work(copy.path)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') return null
      throw error
    } finally {
      await this.discard(copy)
    }
  }
}
