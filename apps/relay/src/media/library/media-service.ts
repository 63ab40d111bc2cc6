import { ApiError } from '@hornets/server/api-error'
import type { Authorization, Credentials, Verb } from './authorization.ts'
import { fileReaders } from './file-readers.ts'
import type { FileIndex, ListOptions, PlacedFile, StoredFile } from './files/file-index.ts'
import { cleanName } from './files/file-name.ts'
import { KeyedMutex } from './files/keyed-mutex.ts'
import { type OpenFile, openFound } from './files/open-file.ts'
import { removeContent } from './files/remove-content.ts'
import { detectMime } from './mime/detect-mime.ts'
import { mimeOfPath, normaliseMime } from './mime/mime.ts'
import type { MediaParts } from './service-parts.ts'
import type { LocalFile } from './stores/blob-store.ts'
import { diskFull, type ReceivedUpload, receiveUpload, takeRoom } from './uploads/receive-upload.ts'
import { UploadAdmission } from './uploads/upload-admission.ts'
import type { UploadClaim } from './uploads/upload-claim.ts'
import { assertContent, emptyFile, type FileOffer, type Uploader, type UploadOffer } from './uploads/upload-offer.ts'
import type { UploadSlot } from './uploads/upload-slots.ts'

type Incoming = { readonly body: AsyncIterator<Uint8Array>; readonly slot: UploadSlot }
type Kept = { readonly file: StoredFile; readonly created: boolean }

/** Stores files by hash for those who signed for them (BUD-01, BUD-02, BUD-06). */
export class MediaService {
  readonly #parts: MediaParts
  readonly #admission: UploadAdmission
  /** Uploaders whose files are limited as a whole keep them one by one, so that each is counted. */
  readonly #uploaders = new KeyedMutex()

  constructor(parts: MediaParts) {
    this.#parts = parts
    this.#admission = new UploadAdmission(parts)
  }

  /** Would this upload be accepted? Its hash and size must be announced. Throws the ApiError with the reason (BUD-06). */
  async checkUpload(offer: UploadOffer, address: string): Promise<void> {
    const uploader = await this.checkOffer(offer)
    if (offer.bytes === 0) throw emptyFile()
    const claim = this.#admission.claimFor(uploader, address)
    claim.raise(offer.bytes ?? 0)
    claim.release()
  }

  /** The same without the quotas by day, of which only the file that is kept in the end takes a part. */
  async checkOffer(offer: UploadOffer, verbs?: readonly Verb[]): Promise<Authorization> {
    const uploader = await this.admit(offer, verbs)
    if (offer.hash === null) throw new ApiError('bad_request', 'Expected the hash of the file in X-SHA-256')
    if (offer.bytes === null) throw new ApiError('length_required', 'Expected the size of the file in X-Content-Length')
    return uploader
  }

  /** Durable when it resolves. `created` is false if the file existed. Throws the ApiError with the reason. */
  async upload(offer: UploadOffer, body: AsyncIterator<Uint8Array>, address: string): Promise<Kept> {
    const uploader = await this.admit(offer)
    return this.#inSlot(address, slot => this.#receive(offer, uploader, { body, slot }, address))
  }

  /**
   * Stores a file from another server (BUD-04). The authorization must name its hash. Throws an ApiError if refused, if
   * possible before anything is fetched.
   */
  async mirror(credentials: Credentials, url: string, address: string): Promise<Kept> {
    const unknown = { ...credentials, hash: null, mime: null, bytes: null }
    const uploader = await this.admit(unknown)
    // Before the other server is asked: nobody may send the relay to others without limit.
    return this.#inSlot(address, async slot => {
      const remote = await this.#parts.remoteFiles.open(url, slot.signal)
      try {
        const mime = normaliseMime(remote.contentType) ?? mimeOfPath(URL.parse(url)?.pathname ?? '')
        const offer = { hash: null, mime, bytes: remote.bytes }
        await this.#admission.assertWelcome(offer, uploader)
        return await this.#receive(offer, uploader, { body: remote.body, slot }, address)
      } finally {
        remote.close()
      }
    })
  }

  /** As `upload`, for a key that is known otherwise (a session, NIP-98), with the same limits on types and sizes. */
  async uploadFor(
    uploader: Uploader,
    offer: FileOffer,
    body: AsyncIterator<Uint8Array>,
    address: string,
  ): Promise<Kept> {
    await this.#admission.assertWelcome(offer, uploader)
    return this.#inSlot(address, slot => this.#receive(offer, uploader, { body, slot }, address))
  }

  async #inSlot<Result>(address: string, work: (slot: UploadSlot) => Promise<Result>): Promise<Result> {
    const slot = this.#parts.slots.take(address)
    try {
      return await work(slot)
    } catch (error) {
      throw this.#explain(error)
    } finally {
      slot.release()
    }
  }

  async #receive(offer: FileOffer, uploader: Uploader, incoming: Incoming, address: string): Promise<Kept> {
    const claim = this.#admission.claimFor(uploader, address)
    // In the turn of the last check, so that parallel uploads cannot pass one limit together.
    claim.raise(offer.bytes ?? 0)
    try {
      return await this.#receiveFor(claim, offer, uploader, incoming)
    } catch (error) {
      claim.release()
      throw error
    }
  }

  async #receiveFor(claim: UploadClaim, offer: FileOffer, uploader: Uploader, { body, slot }: Incoming): Promise<Kept> {
    const incoming = await this.#parts.stores.receive()
    let arrived = 0
    try {
      const room = (bytes: number) => {
        arrived += bytes
        claim.raise(arrived)
        return takeRoom(this.#parts.freeSpace, bytes)
      }
      const limits = { ...this.#parts.limits, bytesMax: this.#admission.bytesMaxOf(uploader), takeRoom: room, slot }
      const received = await receiveUpload(body, incoming.handle, limits)
      await offer.beforeKept?.()
      return await this.#keep(incoming, received, { ...offer, claim }, uploader)
    } finally {
      await this.#parts.stores.discard(incoming)
    }
  }

  /** Whether it waits for its judgement, or is blocked: then only the console gets it. */
  isHidden(hash: string): boolean {
    return this.#parts.held.isHidden(hash)
  }

  readersOf(hash: string, credentials: Credentials): ReturnType<typeof fileReaders> {
    return fileReaders(this.#parts, hash, credentials)
  }

  find(hash: string): Promise<StoredFile | null> {
    return this.#parts.index.find(hash)
  }

  /** The file and its content. Null if missing. Throws ApiError('unavailable') if its store is not set up. */
  open(hash: string): Promise<OpenFile | null> {
    return openFound(this.#parts, () => this.#parts.index.find(hash))
  }

  noteFetch(hash: string): void {
    this.#parts.onFetch(hash)
  }

  openAny(hash: string): Promise<OpenFile | null> {
    return openFound(this.#parts, () => this.#parts.index.findAny(hash))
  }

  async list(pubkey: string, options: ListOptions, credentials: Credentials): Promise<StoredFile[]> {
    await this.#assertReader(credentials)
    const files = await this.#parts.index.list(pubkey, options)
    if (!files) throw new ApiError('bad_request', 'Invalid cursor')
    return files
  }

  /** Lists follow who can read here; a signature is asked for only where it matters. */
  async #assertReader(credentials: Credentials): Promise<void> {
    const { judgeReading, authorizer } = this.#parts
    if (!judgeReading(new Set())) return
    const { pubkey } = await authorizer.authorize(credentials, 'list')
    const refusal = judgeReading(new Set([pubkey]))
    if (refusal) throw new ApiError('forbidden', refusal.reason, { why: refusal })
  }

  /** Removes the signer from the file's owners; without owners the file is deleted. */
  async release(hash: string, credentials: Credentials): Promise<void> {
    const authorization = await this.#parts.authorizer.authorize(credentials, 'delete')
    if (!authorization.allows(hash)) throw new ApiError('forbidden', 'The authorization is for a different file')
    await this.releaseFor(hash, authorization)
  }

  /** The same for a signature that was checked otherwise (NIP-98). */
  async releaseFor(hash: string, by: Parameters<FileIndex['release']>[1]): Promise<void> {
    await this.#parts.locks.run(hash, async () => {
      const file = await this.#parts.index.findAny(hash)
      const outcome = await this.#parts.index.release(hash, by, Math.floor(this.#parts.now() / 1000))
      if (outcome === 'not_found') throw new ApiError('not_found', 'This file does not exist')
      if (outcome === 'spent') throw new ApiError('forbidden', 'The authorization was already used')
      if (outcome === 'not_owner') throw new ApiError('forbidden', 'Only the uploader can delete a file')
      if (file && outcome === 'removed') await removeContent(this.#parts, file)
    })
  }

  remove(hash: string): Promise<boolean> {
    return this.#parts.locks.run(hash, async () => {
      const file = await this.#parts.index.findAny(hash)
      const removed = await this.#parts.index.remove(hash)
      if (file && removed) await removeContent(this.#parts, file)
      return removed
    })
  }

  /** Permanently deletes files that are in the trash. Resolves with their number and bytes. */
  async purge(hashes: readonly string[]): Promise<{ files: number; bytes: number }> {
    const gone = { files: 0, bytes: 0 }
    for (const hash of hashes)
      await this.#parts.locks.run(hash, async () => {
        const file = await this.#parts.index.purge(hash)
        if (!file) return
        await removeContent(this.#parts, file)
        gone.files += 1
        gone.bytes += file.bytes
      })
    return gone
  }

  admit(offer: UploadOffer, verbs?: readonly Verb[]): Promise<Authorization> {
    return this.#admission.admit(offer, verbs)
  }

  /** Throws ApiError('forbidden') for a banned file. */
  assertAllowed(hash: string): Promise<void> {
    return this.#parts.bans.assertAllowed(hash)
  }

  async #keep(
    incoming: LocalFile,
    { hash, bytes, head }: ReceivedUpload,
    offer: FileOffer & { readonly claim: UploadClaim },
    uploader: Uploader,
  ): Promise<Kept> {
    assertContent({ hash, bytes }, offer, uploader)
    const mime = detectMime(offer.mime, head)
    offer.claim.settle(bytes, () => this.#admission.judge({ mime, bytes, pubkey: uploader.pubkey }))
    await this.assertAllowed(hash)
    await this.#parts.bans.assertUnlike({ hash, mime, bytes, pubkey: uploader.pubkey }, incoming.path)
    const isLimited = this.#parts.quota.isLimited(uploader.pubkey)
    const inTurn = <Result>(work: () => Promise<Result>) =>
      isLimited ? this.#uploaders.run(uploader.pubkey, work) : work()
    return this.#parts.locks.run(hash, () =>
      inTurn(async () => {
        const { stores, index, checks, now, quota } = this.#parts
        await quota.assertRoom(uploader.pubkey, { hash, bytes })
        const before = await index.findAny(hash)
        const isKept =
          before && (await stores.of(before.store).sizeOf(hash)) === bytes && !(await checks.hasFinding(hash))
        const store = isKept ? before.store : stores.target
        if (!isKept) await stores.of(store).put(incoming, hash)
        const uploadedAt = Math.floor(now() / 1000)
        const name = cleanName(offer.name ?? '')
        if (!before) await this.#parts.held.beforeNew({ hash, mime, pubkey: uploader.pubkey })
        const adding = index.add({ hash, mime, bytes, uploadedAt, name, store }, uploader.pubkey)
        const file = await adding.catch(error => this.#takeBack({ hash, store }, before !== null, error))
        if (before && file.uploadedAt !== uploadedAt) offer.claim.release()
        if (!before) this.#parts.onNew(hash, file.mime)
        return { file, created: !before }
      }),
    )
  }

  /** A new file that was banned in the meantime has no row. */
  async #takeBack(file: Pick<PlacedFile, 'hash' | 'store'>, isKnown: boolean, error: unknown): Promise<never> {
    if (!isKnown && error instanceof ApiError) await this.#parts.stores.of(file.store).remove(file.hash)
    throw error
  }

  #explain(error: unknown): unknown {
    const code = (error as NodeJS.ErrnoException | null)?.code
    if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
    this.#parts.logger.error({ err: error }, 'no space left for files')
    return diskFull(error)
  }
}
