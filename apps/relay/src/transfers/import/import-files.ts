import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { messages } from '@hornets/contract'
import { transferMessages } from '@hornets/contract/admin/events/transfer-messages'
import { ApiError } from '@hornets/server/api-error'
import type { FreeSpace } from '@hornets/server/disk/free-space'

export interface ImportFilesParts {
  readonly folder: string
  readonly freeSpace: Pick<FreeSpace, 'isTight' | 'note'>
}

export interface ReceivedFile {
  readonly name: string
  readonly bytes: number
}

const part = '.part'

/** Files that wait to be imported, unpacked. */
export class ImportFiles {
  readonly #parts: ImportFilesParts

  constructor(parts: ImportFilesParts) {
    this.#parts = parts
  }

  path(name: string): string {
    return join(this.#parts.folder, name)
  }

  /** Holds no more of it in memory than a chunk. Throws ApiError. */
  async receive(body: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    await mkdir(this.#parts.folder, { recursive: true, mode: 0o700 })
    const name = `${randomUUID()}.jsonl`
    const path = this.path(name)
    const file = await open(`${path}${part}`, 'wx', 0o600)
    try {
      const bytes = await this.#write(body, file)
      if (bytes === 0) throw new ApiError('bad_request', transferMessages.uploadEmpty)
      await file.sync()
      await rename(`${path}${part}`, path)
      return { name, bytes }
    } catch (error) {
      await rm(`${path}${part}`, { force: true })
      throw error
    } finally {
      await file.close()
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.path(name), { force: true })
  }

  async size(name: string): Promise<number | null> {
    const found = await stat(this.path(name)).catch(() => null)
    return found?.size ?? null
  }

  /** Removes all others, also those that were being received when the relay ended. */
  async keepOnly(names: ReadonlySet<string>): Promise<void> {
    const found = await readdir(this.#parts.folder).catch(() => [])
    for (const name of found) if (!names.has(name)) await this.remove(name)
  }

  async #write(body: AsyncIterable<Uint8Array>, file: FileHandle): Promise<number> {
    const { freeSpace } = this.#parts
    let bytes = 0
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        freeSpace.note(chunk.length)
        if (freeSpace.isTight()) done(new ApiError('unavailable', messages.diskFull))
        else writeAll(file, chunk).then(() => done(), done)
      },
    })
    const chunks = body[Symbol.asyncIterator]()
    const first = await chunks.next()
    const head = first.done ? Buffer.alloc(0) : first.value
    const whole = Readable.from(startingWith(head, chunks), { objectMode: false })
    if (head[0] !== 0x1f || head[1] !== 0x8b) await pipeline(whole, sink)
    else await pipeline(whole, createGunzip(), sink).catch(error => Promise.reject(unpacking(error)))
    return bytes
  }
}

async function* startingWith(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head
  for (;;) {
    const { done, value } = await rest.next()
    if (done) return
    yield value
  }
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
}

function unpacking(error: unknown): unknown {
  const isDamaged = /^Z_/.test(String((error as { code?: unknown }).code))
  return isDamaged ? new ApiError('bad_request', transferMessages.notGzip, { cause: error }) : error
}
