import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type StoreName, storeNames } from '@hornets/contract/admin/files/store-names'
import { ApiError } from '@hornets/server/api-error'
import type { Logger } from '@hornets/server/process/logger'
import type { FileIndex, StoredFile } from '../../library/files/file-index.ts'
import type { KeyedMutex } from '../../library/files/keyed-mutex.ts'
import type { LocalFile } from '../../library/stores/blob-store.ts'
import type { Content } from '../../library/stores/content.ts'
import type { FileStores } from '../../library/stores/file-stores.ts'
import type { PlacementStore } from './placement-store.ts'

export interface FileMoverParts {
  readonly stores: FileStores
  readonly index: Pick<FileIndex, 'findAny' | 'relocate'>
  readonly placements: PlacementStore
  readonly locks: KeyedMutex
  readonly logger: Logger
  /** Waits between tries while a store cannot be reached, milliseconds. */
  readonly patienceMs?: readonly number[]
}

const usualPatienceMs = [1000, 5000, 30_000, 60_000, 120_000, 300_000]
const batchFiles = 100

/** The target has the content, the row names it, the source is removed: a kill in between leaves a copy to sweep. */
export class FileMover {
  readonly #parts: FileMoverParts

  constructor(parts: FileMoverParts) {
    this.#parts = parts
  }

  async amount(to: StoreName): Promise<{ files: number; bytes: number }> {
    const others = (await this.#parts.placements.amounts()).filter(({ store }) => store !== to)
    return {
      files: others.reduce((sum, { files }) => sum + files, 0),
      bytes: others.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  }

  /** The hashes of files in other stores, one at a time, so that a move can stop after each. */
  async *waiting(to: StoreName): AsyncGenerator<string[]> {
    for (const store of storeNames.filter(name => name !== to)) {
      let after = ''
      for (;;) {
        const files = await this.#parts.placements.filesIn(store, after, batchFiles)
        for (const { hash } of files) yield [hash]
        const last = files.at(-1)
        if (!last) break
        after = last.hash
      }
    }
  }

  /** Bytes moved; null if gone, missing or damaged. Waits for a store and in the end throws its error. */
  async move(hash: string, to: StoreName, signal: AbortSignal): Promise<number | null> {
    const { locks, patienceMs = usualPatienceMs } = this.#parts
    for (let attempt = 0; ; attempt++) {
      try {
        return await locks.run(hash, () => this.#moveAlone(hash, to))
      } catch (error) {
        const isPassing = error instanceof ApiError && error.code === 'unavailable'
        const pause = patienceMs[attempt]
        if (!isPassing || pause === undefined) throw error
        await wait(pause, undefined, { signal })
      }
    }
  }

  async #moveAlone(hash: string, to: StoreName): Promise<number | null> {
    const { stores, index, logger } = this.#parts
    const file = await index.findAny(hash)
    if (!file || file.store === to) return null
    const outcome = file.store === 'disk' ? await this.#fromDisk(hash, to) : await this.#toDisk(file, file.store)
    if (outcome !== 'copied') {
      logger.error({ hash, store: file.store }, `a file was not moved, because its content is ${outcome}`)
      return null
    }
    await index.relocate(hash, to)
    await stores
      .of(file.store)
      .remove(hash)
      .catch(err => logger.warn({ err, hash }, 'a moved file stays in its old store until the next start'))
    return file.bytes
  }

  /** Read twice, so that nothing damaged is sent and no second copy is needed on a full disk. */
  async #fromDisk(hash: string, to: StoreName): Promise<Outcome> {
    const { stores } = this.#parts
    const file = await stores.disk.openFile(hash)
    if (!file) return 'missing'
    try {
      if ((await hashOf(file.handle.createReadStream({ start: 0, autoClose: false }))) !== hash) return 'damaged'
      await stores.of(to).put(file, hash)
      return 'copied'
    } finally {
      await file.handle.close()
    }
  }

  async #toDisk({ hash, bytes }: StoredFile, from: StoreName): Promise<Outcome> {
    const { stores } = this.#parts
    const content = await stores.of(from).open(hash)
    if (!content) return 'missing'
    const incoming = await stores.receive()
    try {
      const received = await receive(content, incoming, bytes)
      if (received !== hash) return received === null ? 'missing' : 'damaged'
      await stores.disk.put(incoming, hash)
      return 'copied'
    } finally {
      await stores.discard(incoming)
    }
  }
}

type Outcome = 'copied' | 'missing' | 'damaged'

/** The hash of what was received, at most one piece too much; null if the store does not have it. */
async function receive(content: Content, { handle }: LocalFile, bytes: number): Promise<string | null> {
  try {
    const hash = createHash('sha256')
    let received = 0
    for await (const chunk of await content.stream()) {
      hash.update(chunk)
      received += chunk.length
      if (received > bytes) break
      await handle.writeFile(chunk)
    }
    return hash.digest('hex')
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') throw brokenOff(error)
    throw error
  }
}

const brokenOff = (cause: unknown) => new ApiError('unavailable', 'The storage backend disconnected', { cause })

async function hashOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}
