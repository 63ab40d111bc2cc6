import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MediaService } from '../media/library/media-service.ts'
import { mimeOfPath } from '../media/library/mime/mime.ts'
import type { RemoteFiles } from '../media/library/uploads/remote-file.ts'

/** A file of its own, from when it is read until it has a verdict. */
export interface ReadMedia {
  readonly path: string
  readonly hash: string
  readonly mimeType: string
}

const bytesMax = 64 * 1024 * 1024

/** Keeps what is judged in files: in memory, as many as are judged at a time could be all there is. */
export class MediaReader {
  readonly #files: Pick<MediaService, 'open'>
  readonly #remote: Pick<RemoteFiles, 'open'>

  constructor(files: Pick<MediaService, 'open'>, remote: Pick<RemoteFiles, 'open'>) {
    this.#files = files
    this.#remote = remote
  }

  async stored(hash: string, folder: string): Promise<ReadMedia | null> {
    const found = await this.#files.open(hash)
    if (!found) return null
    const { file, content } = found
    if (file.bytes > bytesMax) {
      await content.close()
      throw tooLarge()
    }
    return { ...(await writeMedia(await content.stream(), folder)), mimeType: file.mime }
  }

  /** From public addresses only. Throws if it cannot be had within this time, or is too large. */
  async fetched(url: string, timeoutMs: number, folder: string): Promise<ReadMedia> {
    const signal = AbortSignal.timeout(timeoutMs)
    const file = await this.#remote.open(url, signal)
    try {
      const written = await writeMedia({ [Symbol.asyncIterator]: () => file.body }, folder, signal)
      return {
        ...written,
        mimeType: file.contentType ?? mimeOfPath(new URL(url).pathname) ?? 'application/octet-stream',
      }
    } finally {
      file.close()
    }
  }
}

const tooLarge = () => new Error('the file is too large to be judged')

export async function writeMedia(
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  folder: string,
  signal?: AbortSignal,
) {
  const path = join(folder, 'media')
  const hash = createHash('sha256')
  let bytes = 0
  const counted = async function* (parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
    for await (const part of parts) {
      bytes += part.length
      if (bytes > bytesMax) throw tooLarge()
      hash.update(part)
      yield part
    }
  }
  await pipeline(body, counted, createWriteStream(path), signal ? { signal } : {})
  return { path, hash: hash.digest('hex') }
}
