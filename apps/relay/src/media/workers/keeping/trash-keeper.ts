import type { Clock } from '@hornets/server/clock'
import type { FreeSpace } from '@hornets/server/disk/free-space'
import type { Logger } from '@hornets/server/process/logger'
import type { Round, Rounds } from '@hornets/server/rounds'
import type { CatalogueStore } from '../../library/catalogue/catalogue-store.ts'
import { trashSeconds } from '../../library/catalogue/file-rows.ts'
import type { MediaService } from '../../library/media-service.ts'

export interface TrashKeeperOptions {
  readonly catalogue: Pick<CatalogueStore, 'trashedBefore'>
  readonly service: Pick<MediaService, 'purge'>
  readonly freeSpace: Pick<FreeSpace, 'isTight' | 'refresh'>
  readonly rounds: Rounds
  readonly now: Clock
  readonly logger: Logger
}

const lookEveryMs = 60_000
const batchFiles = 50

/** Deletes files that have been in the trash for 30 days, and the oldest ones early while the disk is full. */
export class TrashKeeper {
  readonly #options: TrashKeeperOptions
  readonly #round: Round<number>
  #isClosing = false

  constructor(options: TrashKeeperOptions) {
    this.#options = options
    this.#round = options.rounds.open({ name: 'trash', everyMs: lookEveryMs, isLong: true, work: () => this.#empty() })
  }

  async look(): Promise<number> {
    return (await this.#round.run()) ?? 0
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#round.close()
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
