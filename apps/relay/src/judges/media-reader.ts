import { buffer } from 'node:stream/consumers'
import type { MediaService } from '../media/library/media-service.ts'
import { mimeOfPath } from '../media/library/mime/mime.ts'
import type { RemoteFiles } from '../media/library/uploads/remote-file.ts'

export interface ReadMedia {
  readonly content: Buffer
  readonly mimeType: string
}

const bytesMax = 64 * 1024 * 1024

export class MediaReader {
  readonly #files: Pick<MediaService, 'open'>
  readonly #remote: Pick<RemoteFiles, 'open'>

  constructor(files: Pick<MediaService, 'open'>, remote: Pick<RemoteFiles, 'open'>) {
    this.#files = files
    this.#remote = remote
  }

  async stored(hash: string): Promise<ReadMedia | null> {
    const found = await this.#files.open(hash)
    if (!found) return null
    const { file, content } = found
    if (file.bytes > bytesMax) {
      await content.close()
      throw new Error('the file is too large to be judged')
    }
    return { content: await buffer(await content.stream()), mimeType: file.mime }
  }

  /** From public addresses only. Throws if it cannot be had within this time, or is too large. */
  async fetched(url: string, timeoutMs: number): Promise<ReadMedia> {
    const signal = AbortSignal.timeout(timeoutMs)
    const file = await this.#remote.open(url, signal)
    try {
      const parts: Uint8Array[] = []
      let bytes = 0
      for await (const part of { [Symbol.asyncIterator]: () => file.body }) {
        signal.throwIfAborted()
        bytes += part.length
        if (bytes > bytesMax) throw new Error('the file is too large to be judged')
        parts.push(part)
      }
      const mimeType = file.contentType ?? mimeOfPath(new URL(url).pathname) ?? 'application/octet-stream'
      return { content: Buffer.concat(parts), mimeType }
    } finally {
      file.close()
    }
  }
}
