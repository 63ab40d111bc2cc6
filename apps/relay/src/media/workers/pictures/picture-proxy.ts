import { rm } from 'node:fs/promises'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { getPicture } from '@hornets/contract/admin/files/pictures'
import { ApiError } from '@hornets/server/api-error'
import type { FreeSpace } from '@hornets/server/disk/free-space'
import type { Logger } from '@hornets/server/process/logger'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { LinkProof, SignedLinks } from '../../library/links/signed-links.ts'
import type { RemoteFiles } from '../../library/uploads/remote-file.ts'
import type { Thumbnailer } from '../thumbnails/thumbnailer.ts'
import { type FetchLimits, fetchPicture } from './fetch-picture.ts'
import type { PictureCache } from './picture-cache.ts'

export interface PictureProxyParts {
  readonly cache: PictureCache
  readonly links: SignedLinks
  readonly remoteFiles: Pick<RemoteFiles, 'open'>
  readonly thumbnailer: Pick<Thumbnailer, 'make' | 'close'>
  /** The thumbnail of a file stored here; null if there is none. */
  readonly ownThumbnail: (hash: string) => Promise<Buffer | null>
  readonly addressesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly freeSpace: Pick<FreeSpace, 'hasRoomFor'>
  readonly logger: Logger
  readonly limits?: FetchLimits
}

const usualLimits: FetchLimits = { bytesMax: 10 * 2 ** 20, limitMs: 15_000 }
/** A profile's picture can change without its address. */
const freshMs = 7 * 86_400_000
const failedMs = 10 * 60_000
const failuresKept = 5000
const fetchesAtOnce = 6
const fetchesWaitingMax = 300

/** Fetched once, made small by another process. Only by links signed here, so that nobody else fetches through it. */
export class PictureProxy {
  readonly #parts: PictureProxyParts
  readonly #semaphore = pLimit(fetchesAtOnce)
  readonly #fetching = new Map<string, Promise<Buffer | null>>()
  readonly #failed = new LRUCache<string, true>({ max: failuresKept, ttl: failedMs })

  constructor(parts: PictureProxyParts) {
    this.#parts = parts
  }

  /** Links to the profile pictures of these keys; those without a picture are left out. */
  async linksOf(pubkeys: readonly string[]): Promise<{ pubkey: string; url: string }[]> {
    const addresses = await this.#parts.addressesOf(pubkeys)
    return [...addresses].map(([pubkey, address]) => ({ pubkey, url: this.linkTo(address) }))
  }

  linkTo(address: string): string {
    return `${getPicture.path}?address=${encodeURIComponent(address)}&${this.#parts.links.proofOf(address)}`
  }

  /** A small WebP. Throws ApiError('forbidden') for a link that is not ours, ApiError('not_found') without a picture. */
  async read(address: string, proof: LinkProof): Promise<Buffer> {
    if (!this.#parts.links.isGood(address, proof)) throw new ApiError('forbidden', fileMessages.linkOver)
    const picture = (await this.#ownFile(address)) ?? (await this.#cached(address))
    if (!picture) throw new ApiError('not_found', fileMessages.pictureMissing)
    return picture
  }

  async close(): Promise<void> {
    this.#parts.thumbnailer.close()
    await Promise.all(this.#fetching.values())
  }

  /** Blossom addresses name the content by its hash: what is stored here needs no fetch. */
  async #ownFile(address: string): Promise<Buffer | null> {
    const [, hash] = URL.parse(address)?.pathname.match(/\/([0-9a-f]{64})(\.\w{1,8})?$/) ?? []
    return hash === undefined ? null : this.#parts.ownThumbnail(hash)
  }

  async #cached(address: string): Promise<Buffer | null> {
    const kept = await this.#parts.cache.read(address)
    if (kept && kept.ageMs < freshMs) return kept.webp
    return (await this.#fetchOnce(address)) ?? kept?.webp ?? null
  }

  #fetchOnce(address: string): Promise<Buffer | null> {
    const running = this.#fetching.get(address)
    if (running) return running
    if (this.#failed.has(address) || this.#semaphore.pendingCount >= fetchesWaitingMax) return Promise.resolve(null)
    const fetching = this.#semaphore(() => this.#fetch(address)).finally(() => this.#fetching.delete(address))
    this.#fetching.set(address, fetching)
    return fetching
  }

  async #fetch(address: string): Promise<Buffer | null> {
    const { cache, remoteFiles, thumbnailer, freeSpace, logger, limits = usualLimits } = this.#parts
    if (!freeSpace.hasRoomFor(limits.bytesMax)) return null
    const path = await cache.incomingPath()
    try {
      await fetchPicture(remoteFiles, address, path, limits)
      const made = await thumbnailer.make(path)
      if (typeof made === 'string') throw new Error('the content is no picture that can be made small')
      await cache.write(address, made.webp)
      return Buffer.from(made.webp)
    } catch (err) {
      logger.debug({ err, address }, 'a picture could not be fetched')
      this.#failed.set(address, true)
      return null
    } finally {
      await rm(path, { force: true }).catch(() => {})
    }
  }
}
