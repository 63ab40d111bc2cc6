import { randomBytes } from 'node:crypto'
import type { FileSelection } from '@hornets/contract/admin/files/file-changes'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { LRUCache } from 'lru-cache'
import { shownName } from '../../library/catalogue/file-rows.ts'
import type { MediaService } from '../../library/media-service.ts'
import { amountOf, hashesOf, type SelectionParts } from '../jobs/selection.ts'
import { EntryNames } from './entry-names.ts'
import { type ZipEntry, zipStream } from './zip-stream.ts'

export interface ArchiveParts extends SelectionParts {
  readonly service: Pick<MediaService, 'openAny'>
  readonly prefix: string
  readonly now: Clock
}

const linkMs = 5 * 60_000
const linksMax = 100
const runningMax = 4

/** Zips of selections, each behind its own link: a browser's download carries no token. */
export class FileArchives {
  readonly #parts: ArchiveParts
  readonly #links = new LRUCache<string, { selection: FileSelection; goodUntil: number }>({ max: linksMax })
  #running = 0

  constructor(parts: ArchiveParts) {
    this.#parts = parts
  }

  /** Throws ApiError('not_found') if nothing matches. */
  async link(selection: FileSelection): Promise<{ path: string; files: number; bytes: number }> {
    const amount = await amountOf(this.#parts, selection)
    if (amount.files === 0) throw new ApiError('not_found', fileMessages.nothingSelected)
    const key = randomBytes(24).toString('base64url')
    this.#links.set(key, { selection, goodUntil: this.#parts.now() + linkMs })
    return { path: `/api/files/archive?key=${this.#parts.prefix}${key}`, ...amount }
  }

  /**
   * Files deleted meanwhile are missing. Throws ApiError: 'not_found' for an expired link, 'unavailable' while four
   * run.
   */
  open(key: string): { name: string; content: AsyncGenerator<Uint8Array> } {
    const link = this.#links.get(key)
    const now = this.#parts.now()
    if (!link || link.goodUntil < now) throw new ApiError('not_found', fileMessages.linkOver)
    if (this.#running >= runningMax) throw new ApiError('unavailable', fileMessages.tooManyJobs)
    return { name: `files-${toTimestamp(now).slice(0, 10)}.zip`, content: this.#counted(link.selection) }
  }

  async *#counted(selection: FileSelection): AsyncGenerator<Uint8Array> {
    this.#running += 1
    try {
      yield* zipStream(this.#entries(selection))
    } finally {
      this.#running -= 1
    }
  }

  async *#entries(selection: FileSelection): AsyncGenerator<ZipEntry> {
    const { catalogue, service, now } = this.#parts
    const names = new EntryNames()
    for await (const hashes of hashesOf(this.#parts, selection, { until: Math.floor(now() / 1000) })) {
      const rows = await catalogue.byHashes(hashes)
      for (const hash of hashes) {
        const row = rows.get(hash)
        const blob = row && (await service.openAny(hash))
        if (!row || !blob) continue
        const name = names.take(shownName(row), hash)
        // Opened first: an entry that has started cannot be taken back.
        const content = await blob.content.stream().catch(() => null)
        if (!content) continue
        const open = () => content
        yield { name, modifiedAt: new Date(row.received_at * 1000), open }
      }
    }
  }
}
