import type { Clock } from '@hornets/server/clock'
import type { FreeSpace } from '@hornets/server/disk/free-space'
import type { Logger } from '@hornets/server/process/logger'
import type { CatalogueStore } from '../catalogue/catalogue-store.ts'
import { trashSeconds } from '../catalogue/file-rows.ts'
import type { MediaService } from '../files/media-service.ts'

export interface TrashKeeperOptions {
  readonly catalogue: Pick<CatalogueStore, 'trashedBefore'>
  readonly service: Pick<MediaService, 'purge'>
  readonly freeSpace: Pick<FreeSpace, 'isTight' | 'refresh'>
  readonly now: Clock
  readonly logger: Logger
}

const lookEveryMs = 60_000
const batchFiles = 50

/** Deletes files that have been in the trash for 30 days, and the oldest ones early while the disk is full. */
export class TrashKeeper {
  readonly #options: TrashKeeperOptions
  readonly #timer: NodeJS.Timeout
  #looking: Promise<number> | undefined
  #isClosing = false

  constructor(options: TrashKeeperOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.look(), lookEveryMs).unref()
  }

  /** Resolves with the number of deleted files. */
  look(): Promise<number> {
    this.#looking ??= this.#empty()
      .catch(error => {
        this.#options.logger.error({ err: error }, 'could not empty the trash')
        return 0
      })
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#timer)
    await this.#looking
  }

  async #empty(): Promise<number> {
    const { catalogue, service, freeSpace, now, logger } = this.#options
    let gone = 0
    while (!this.#isClosing) {
      const isTight = freeSpace.isTight()
      const nowSeconds = Math.floor(now() / 1000)
      const hashes = await catalogue.trashedBefore(isTight ? nowSeconds + 1 : nowSeconds - trashSeconds, batchFiles)
      if (hashes.length === 0) break
      gone += (await service.purge(hashes)).files
      if (isTight) await freeSpace.refresh()
    }
    if (gone > 0) logger.info({ files: gone }, 'files were deleted from the trash')
    return gone
  }
}
