import { createHash } from 'node:crypto'
import type { FindingKind } from '@hornets/contract/admin/files/file-checks'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import type { StoreName } from '@hornets/contract/admin/files/store-names'
import { ApiError } from '@hornets/server/api-error'
import type { FileStores } from '../../library/stores/file-stores.ts'
import type { Pace } from './pace.ts'

/** Errors of the whole machine or of a connection, which say nothing about one file. */
const passing = new Set([
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'EAGAIN',
  'EBUSY',
  'ESTALE',
  'ENODEV',
  'ENXIO',
  'ENOTCONN',
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
])

export class FileChecker {
  readonly #stores: Pick<FileStores, 'of' | 'disk'>
  readonly #pace: Pace

  constructor(stores: Pick<FileStores, 'of' | 'disk'>, pace: Pace) {
    this.#stores = stores
    this.#pace = pace
  }

  /** Null for a good file. Findings were seen twice: no passing error. Throws ApiError('unavailable') for the store. */
  async check(hash: string, store: StoreName, signal: AbortSignal): Promise<FindingKind | null> {
    await this.#pace.rest(signal)
    if ((await this.#look(hash, store, signal)) === null) return null
    const found = await this.#look(hash, store, signal)
    if (found !== null && store === 'disk' && !(await this.#stores.disk.isThere())) throw unreachable()
    return found
  }

  async #look(hash: string, store: StoreName, signal: AbortSignal): Promise<FindingKind | null> {
    try {
      const content = await this.#stores.of(store).open(hash)
      if (!content) return 'missing'
      const read = createHash('sha256')
      for await (const chunk of await content.stream()) {
        read.update(chunk)
        await this.#pace.read(chunk.length, signal)
      }
      return read.digest('hex') === hash ? null : 'damaged'
    } catch (error) {
      if (signal.aborted) throw error
      if (error instanceof ApiError && error.code === 'not_found') return 'missing'
      if (error instanceof ApiError) throw error
      const { code } = error as NodeJS.ErrnoException
      if (store !== 'disk' || code === undefined || passing.has(code)) throw unreachable(error)
      // The disk names a reason that belongs to this file: a bad block, or a folder in its place.
      return 'damaged'
    }
  }
}

const unreachable = (cause?: unknown) => new ApiError('unavailable', fileMessages.storeUnavailable, { cause })
