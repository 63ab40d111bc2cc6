import type { IncomingMessage } from 'node:http'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { ApiError } from '@hornets/server/api-error'
import { blobName, hashIn } from './blob-name.ts'
import type { BlobStore, LocalFile, StoredBlob } from './blob-store.ts'
import type { Content, Span } from './content.ts'
import { type S3Client, S3Error } from './s3-client.ts'
import { listFiles, putFile } from './s3-files.ts'
import { sentenceFor } from './s3-trial.ts'

export interface S3StoreOptions {
  readonly client: S3Client
  /** Server, bucket and folder, for people. */
  readonly place?: string
  /** Precedes every name; empty, or ends with `/`. */
  readonly prefix: string
  readonly partBytes?: number
}

export class S3Store implements BlobStore {
  readonly place: string
  readonly #client: S3Client
  readonly #prefix: string
  readonly #partBytes: number | undefined

  constructor({ client, place = '', prefix, partBytes }: S3StoreOptions) {
    this.place = place
    this.#client = client
    this.#prefix = prefix
    this.#partBytes = partBytes
  }

  async open(hash: string): Promise<Content> {
    const key = this.#keyOf(hash)
    return {
      stream: async span => {
        const headers = span && { range: `bytes=${span.first}-${span.last}` }
        const response = await orNull(
          this.#explained(this.#client.open({ method: 'GET', key, ...(headers && { headers }) })),
        )
        if (!response) throw new ApiError('not_found', fileMessages.fileUnknown)
        // Readers wait for the length that they were told: an answer of another one would hold them up.
        if (span && !isPart(response, span)) {
          response.destroy()
          throw new ApiError('unavailable', fileMessages.storeUnavailable)
        }
        return response
      },
      close: async () => {},
    }
  }

  async sizeOf(hash: string): Promise<number | null> {
    const response = await orNull(this.#explained(this.#client.open({ method: 'HEAD', key: this.#keyOf(hash) })))
    response?.resume()
    return response && Number(response.headers['content-length'])
  }

  async put({ handle }: LocalFile, hash: string): Promise<void> {
    const { size } = await handle.stat()
    await this.#explained(putFile(this.#client, this.#keyOf(hash), { handle, size, hash }, this.#partBytes))
    // A server that lost it, or something between that answered in its place, must not cost the only copy.
    const stored = await this.sizeOf(hash)
    if (stored !== size) await this.#explained(Promise.reject(new S3Error(200, `stored ${stored} of ${size} bytes`)))
  }

  async remove(hash: string): Promise<void> {
    await this.removeNamed(blobName(hash))
  }

  async removeNamed(name: string): Promise<void> {
    await orNull(this.#explained(this.#client.ask({ method: 'DELETE', key: this.#prefix + name })))
  }

  async *list(): AsyncGenerator<StoredBlob[]> {
    const pages = listFiles(this.#client, this.#prefix)
    for (let page = await this.#explained(pages.next()); !page.done; page = await this.#explained(pages.next()))
      yield page.value.map(({ key, bytes }) => this.#blobOf(key.slice(this.#prefix.length), bytes))
  }

  /** Since when the server has not answered, milliseconds; undefined if it answers. */
  get downSince(): number | undefined {
    return this.#client.downSince
  }

  /** Whether the server has answered, how fast, and why its last call failed. */
  get sight() {
    const { fault, hasAnswered, downSince, pace } = this.#client
    const said = fault && { error: sentenceFor(fault), detail: fault.message }
    return { fault: said, hasAnswered, downSince, pace }
  }

  /** Asks the server again if it did not answer its last call. Any answer counts. */
  async lookAgain(): Promise<void> {
    if (this.downSince === undefined) return
    this.#client.wake()
    const response = await this.#client.open({ method: 'HEAD', key: '' }).catch(() => undefined)
    response?.resume()
  }

  close(): void {
    this.#client.close()
  }

  /** Strangers are told that it is unavailable, not why. Throws ApiError('unavailable') with the S3Error as its cause. */
  async #explained<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } catch (cause) {
      if (!(cause instanceof S3Error)) throw cause
      const { restsForMs } = this.#client
      const retryAfter = restsForMs > 0 && { retryAfterSeconds: Math.ceil(restsForMs / 1000) }
      throw new ApiError('unavailable', fileMessages.storeUnavailable, { cause, ...retryAfter })
    }
  }

  #blobOf(name: string, bytes: number): StoredBlob {
    return { name, hash: hashIn(name), bytes }
  }

  #keyOf(hash: string): string {
    return this.#prefix + blobName(hash)
  }
}

/** Some servers, and what stands before them, ignore the range and send everything. */
const isPart = ({ statusCode, headers }: IncomingMessage, { first, last }: Span): boolean =>
  statusCode === 206 &&
  headers['content-range']?.startsWith(`bytes ${first}-${last}/`) === true &&
  Number(headers['content-length'] ?? last - first + 1) === last - first + 1

/** Null for what is not there; a missing bucket is an error. */
async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work
  } catch (error) {
    const { cause } = error as Error
    if (cause instanceof S3Error && cause.status === 404 && cause.code !== 'NoSuchBucket') return null
    throw error
  }
}
