import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { ApiError } from '@hornets/server/api-error'
import type { Logger } from '@hornets/server/process/logger'
import type { FileIndex } from '../files/file-index.ts'
import type { Outcome, Thumbnail } from '../files/thumbnail.ts'
import { isPicture } from '../mime/mime.ts'
import { BannedIndex, type Match } from '../similarity/banned-index.ts'
import type { ImagePrint } from '../similarity/image-print.ts'
import type { PrintStore } from '../similarity/print-store.ts'
import type { BanStore } from './ban-store.ts'
import type { ListedImages } from './listed-images.ts'
import type { SimilarStore } from './similar-store.ts'

export interface FileCases {
  readonly open: (hash: string) => Promise<void>
  readonly close: (hash: string) => Promise<void>
}

export interface BanGuardParts {
  readonly store: Pick<BanStore, 'banned' | 'ban'>
  readonly prints: Pick<PrintStore, 'banned' | 'finesOf'>
  readonly listed: Pick<ListedImages, 'isEmpty' | 'look' | 'store'>
  readonly similar: Pick<SimilarStore, 'isAllowed' | 'note'>
  readonly index: Pick<FileIndex, 'find' | 'ban'>
  readonly cases: Pick<FileCases, 'open'>
  /** A picture on this disk, or why it could not be read. */
  readonly read: (path: string) => Promise<Pick<Thumbnail, 'webp' | 'prints'> | Exclude<Outcome, Thumbnail>>
  readonly now: () => number
  readonly logger: Logger
}

export interface ArrivingFile {
  readonly hash: string
  readonly mime: string
  readonly bytes: number
  readonly pubkey: string
}

interface BannedMatch extends Match<string> {
  readonly isListed: boolean
}

/** Refuses banned files, whichever way they come in, and pictures that look the same. */
export class BanGuard {
  readonly #parts: BanGuardParts
  #banned: BannedIndex<string>

  private constructor(parts: BanGuardParts) {
    this.#parts = parts
    this.#banned = this.#newIndex()
  }

  static async open(parts: BanGuardParts): Promise<BanGuard> {
    const guard = new BanGuard(parts)
    await guard.readAgain()
    return guard
  }

  async readAgain(): Promise<void> {
    const banned = this.#newIndex()
    for (const [hash, prints] of await this.#parts.prints.banned()) banned.add(hash, prints)
    this.#banned = banned
  }

  /** Throws ApiError('forbidden') for a banned file. */
  async assertAllowed(hash: string): Promise<void> {
    if ((await this.#parts.store.banned([hash])).has(hash))
      throw new ApiError('forbidden', fileMessages.fileBanned, banned)
  }

  /**
   * Throws ApiError: 'forbidden' if it looks like a banned one, 'unprocessable' if unreadable, 'unavailable' if cut
   * short.
   */
  async assertUnlike(file: ArrivingFile, path: string): Promise<void> {
    const { index, similar, read } = this.#parts
    if (!this.#compares || !isPicture(file.mime)) return
    if ((await index.find(file.hash)) || (await similar.isAllowed(file.hash))) return
    const picture = await read(path)
    // Without a decoder for this machine nothing can be compared, which the log has said.
    if (picture === 'unavailable') return
    if (picture === 'none') throw new ApiError('unprocessable', fileMessages.pictureUnreadable)
    if (picture === 'ended') throw new ApiError('unavailable', fileMessages.pictureUnread)
    const match = await this.#look(picture.prints)
    if (!match?.isSame) return
    // What a list names nobody has to look at.
    await this.#note(file, match, match.isListed ? null : picture.webp)
    throw new ApiError('forbidden', fileMessages.pictureBanned, banned)
  }

  /** Why a file from elsewhere is banned, or an image that looks the same; null if it is not. `path`: on this disk. */
  async reasonOf({ hash, mime }: Pick<ArrivingFile, 'hash' | 'mime'>, path: string) {
    const { store, similar, read } = this.#parts
    const own = (await store.ban(hash))?.reason
    if (own) return own
    if (!this.#compares || !isPicture(mime) || (await similar.isAllowed(hash))) return null
    const picture = await read(path)
    const match = typeof picture === 'string' ? null : await this.#look(picture.prints)
    return match?.isSame ? ((await this.#banOf(match))?.reason ?? null) : null
  }

  /** Bans a stored file that arrived after a ban and looks the same; if it is only near, moderators decide. */
  async review(hash: string, prints: readonly ImagePrint[]): Promise<void> {
    const match = await this.#look(prints)
    if (!match) return
    const { similar, index, cases, now, logger } = this.#parts
    const [file, ban] = [await index.find(hash), await this.#banOf(match)]
    // Of a list nobody has seen what it hits: what is stored already counts as well.
    const isOlder = file && ban && !match.isListed && file.uploadedAt < ban.at
    if (!file || !ban || isOlder || (await similar.isAllowed(hash))) return
    await this.#note({ ...file, pubkey: null }, match, null)
    if (!match.isSame) return cases.open(hash)
    await index.ban([{ hash, alike: 0, reason: ban.reason, at: Math.floor(now() / 1000), by: null }])
    logger.info({ hash, banned: match.id }, 'a file that looks the same as a banned one was moved to the trash')
  }

  get #compares(): boolean {
    return !this.#banned.isEmpty || !this.#parts.listed.isEmpty
  }

  /** What a list names comes first, and what is the same before what is only near. */
  async #look(prints: readonly ImagePrint[]): Promise<BannedMatch | null> {
    const listed = this.#parts.listed.look(prints)
    if (listed?.isSame) return { ...listed, isListed: true }
    const banned = await this.#banned.look(prints)
    if (banned) return { ...banned, isListed: false }
    return listed && { ...listed, isListed: true }
  }

  #banOf({ id, isListed }: BannedMatch) {
    return isListed ? this.#parts.listed.store.ban(id) : this.#parts.store.ban(id)
  }

  #newIndex(): BannedIndex<string> {
    return new BannedIndex(hash => this.#parts.prints.finesOf(hash))
  }

  #note(
    { hash, mime, bytes, pubkey }: Omit<ArrivingFile, 'pubkey'> & { readonly pubkey: string | null },
    { id, distance, isSame }: Match<string>,
    thumbnail: Uint8Array | null,
  ): Promise<void> {
    const at = Math.floor(this.#parts.now() / 1000)
    const refused = isSame ? 1 : 0
    return this.#parts.similar.note({ hash, mime, bytes, pubkey, banned: id, distance, refused, at, thumbnail })
  }
}

const banned = { why: { cause: 'moderation' } } as const
