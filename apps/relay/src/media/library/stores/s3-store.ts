import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { ApiError } from '@hornets/server/api-error'
import { blobName, hashIn } from './blob-name.ts'
import type { BlobStore, LocalFile, StoredBlob } from './blob-store.ts'
import type { Content, Span } from './content.ts'
import { elementIn, elementsIn, type S3Body, type S3Client, S3Error } from './s3-client.ts'

/** Larger files go in parts of this size: one request takes at most 5 GB, and a broken part alone is sent again. */
const usualPartBytes = 64 * 2 ** 20

export interface S3StoreOptions {
  readonly client: S3Client
  /** Precedes every name; empty, or ends with `/`. */
  readonly prefix: string
  readonly partBytes?: number
}

/** Files in a bucket, under the same names as on disk. */
export class S3Store implements BlobStore {
  readonly #client: S3Client
  readonly #prefix: string
  readonly #partBytes: number

  constructor({ client, prefix, partBytes = usualPartBytes }: S3StoreOptions) {
    this.#client = client
    this.#prefix = prefix
    this.#partBytes = partBytes
  }

  /** Asks the server only when the content is read. */
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

  /** Leaves the file on this disk. */
  async put({ handle }: LocalFile, hash: string): Promise<void> {
    const { size } = await handle.stat()
    const key = this.#keyOf(hash)
    if (size > this.#partBytes) await this.#explained(this.#putParts(handle, key, size))
    else await this.#explained(this.#client.ask({ method: 'PUT', key, body: bodyOf(handle, 0, size, hash) }))
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

  /** In the order of names. */
  async *list(): AsyncGenerator<StoredBlob[]> {
    let after: string | undefined
    const pages = new Set<string>()
    do {
      const query = {
        ...{ 'list-type': '2', prefix: this.#prefix },
        ...(after && { 'continuation-token': after }),
      }
      const xml = await this.#explained(this.#client.ask({ method: 'GET', key: '', query }))
      yield elementsIn(xml, 'Contents').map(entry => this.#blobOf(entry))
      after = elementIn(xml, 'IsTruncated') === 'true' ? elementIn(xml, 'NextContinuationToken') : undefined
      if (after && pages.has(after)) await this.#explained(Promise.reject(new S3Error(200, 'a list without an end')))
      if (after) pages.add(after)
    } while (after)
  }

  /** Since when the server has not answered, milliseconds; undefined if it answers. */
  get downSince(): number | undefined {
    return this.#client.downSince
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

  #blobOf(entry: string): StoredBlob {
    const name = (elementIn(entry, 'Key') ?? '').slice(this.#prefix.length)
    return { name, hash: hashIn(name), bytes: Number(elementIn(entry, 'Size')) }
  }

  async #putParts(handle: FileHandle, key: string, size: number): Promise<void> {
    const begun = await this.#client.ask({ method: 'POST', key, query: { uploads: '' } })
    const uploadId = elementIn(begun, 'UploadId') ?? ''
    try {
      const parts: string[] = []
      for (let from = 0; from < size; from += this.#partBytes) {
        const bytes = Math.min(this.#partBytes, size - from)
        const body = bodyOf(handle, from, bytes, await hashOf(handle, from, bytes))
        const query = { partNumber: String(parts.length + 1), uploadId }
        const answer = await this.#client.open({ method: 'PUT', key, query, body })
        answer.resume()
        parts.push(answer.headers.etag ?? '')
      }
      const answer = await this.#client.ask({ method: 'POST', key, query: { uploadId }, body: listOf(parts) })
      // Assembling can fail after the status was sent.
      if (elementIn(answer, 'Error') !== undefined) throw new S3Error(500, elementIn(answer, 'Code') ?? '')
    } catch (error) {
      await this.#client.ask({ method: 'DELETE', key, query: { uploadId } }).catch(() => {})
      throw error
    }
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

function bodyOf(handle: FileHandle, start: number, bytes: number, sha256: string): S3Body {
  const open = () => handle.createReadStream({ start, end: start + bytes - 1, autoClose: false })
  return { open, bytes, sha256 }
}

async function hashOf(handle: FileHandle, start: number, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of handle.createReadStream({ start, end: start + bytes - 1, autoClose: false }))
    hash.update(chunk)
  return hash.digest('hex')
}

function listOf(etags: readonly string[]): S3Body {
  const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
  const xml = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  return {
    open: () => Readable.from([xml]),
    bytes: xml.length,
    sha256: createHash('sha256').update(xml).digest('hex'),
  }
}

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
