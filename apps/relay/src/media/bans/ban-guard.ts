import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { ApiError } from '@hornets/server/api-error'
import type { Logger } from '@hornets/server/process/logger'
import { isTelling, likenessDistance } from '../../database/likeness.ts'
import type { FileIndex } from '../files/file-index.ts'
import { isPicture } from '../mime/mime.ts'
import type { BanRow } from './ban-sql.ts'
import type { BanStore } from './ban-store.ts'

export interface BanGuardParts {
  readonly store: Pick<BanStore, 'banned' | 'likenesses'>
  readonly index: Pick<FileIndex, 'find' | 'ban'>
  /** Likeness of a picture on this disk; null if it cannot be read. */
  readonly readLikeness: (path: string) => Promise<string | null>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly logger: Logger
}

/** A picture that differs from a banned one in at most so many of 64 bits is refused with it. */
export const refusedWithin = 5

/** Refuses banned files, whichever way they come in, and pictures that look nearly the same. */
export class BanGuard {
  readonly #parts: BanGuardParts
  /** In memory: every uploaded picture is compared. */
  #likenesses: readonly BanRow[] = []

  private constructor(parts: BanGuardParts) {
    this.#parts = parts
  }

  static async open(parts: BanGuardParts): Promise<BanGuard> {
    const guard = new BanGuard(parts)
    await guard.readAgain()
    return guard
  }

  /** After bans were added or removed. */
  async readAgain(): Promise<void> {
    this.#likenesses = await this.#parts.store.likenesses()
  }

  /** Throws ApiError('forbidden') for a banned file. */
  async assertAllowed(hash: string): Promise<void> {
    if ((await this.#parts.store.banned([hash])).has(hash)) throw new ApiError('forbidden', fileMessages.fileBanned)
  }

  /**
   * Throws ApiError('forbidden') for a picture that is nearly the same as a banned one, unless the relay stores it: then
   * somebody decided to keep it. A picture that cannot be read is let through.
   */
  async assertUnlike({ hash, mime }: { readonly hash: string; readonly mime: string }, path: string): Promise<void> {
    if (this.#likenesses.length === 0 || !isPicture(mime)) return
    if (await this.#parts.index.find(hash)) return
    const likeness = await this.#parts.readLikeness(path)
    if (likeness !== null && this.#banLike(likeness)) throw new ApiError('forbidden', fileMessages.pictureBanned)
  }

  /**
   * Bans a stored file that arrived after a ban and is nearly the same as the banned one: its likeness was not known on
   * arrival, as with films.
   */
  async review(hash: string, likeness: string): Promise<void> {
    const ban = this.#banLike(likeness)
    if (!ban) return
    const { index, now, logger } = this.#parts
    const file = await index.find(hash)
    if (!file || file.uploadedAt < ban.at) return
    const at = Math.floor(now() / 1000)
    await index.ban([{ hash, likeness: '', reason: ban.reason, at, by: null }])
    logger.info({ hash, banned: ban.hash }, 'a file that is nearly the same as a banned one went to the trash')
  }

  #banLike(likeness: string): BanRow | undefined {
    if (!isTelling(likeness)) return undefined
    return this.#likenesses.find(ban => likenessDistance(ban.likeness, likeness) <= refusedWithin)
  }
}
