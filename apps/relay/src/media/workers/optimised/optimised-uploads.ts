import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ApiError } from '@hornets/server/api-error'
import { LRUCache } from 'lru-cache'
import type { StoredFile } from '../../library/files/file-index.ts'
import { KeyedMutex } from '../../library/files/keyed-mutex.ts'
import type { MediaService } from '../../library/media-service.ts'
import { detectMime } from '../../library/mime/detect-mime.ts'
import { extensionOf, isPicture, unknownMime } from '../../library/mime/mime.ts'
import { receiveUpload, type UploadLimits } from '../../library/uploads/receive-upload.ts'
import {
  assertContent,
  type FileOffer,
  type Uploader,
  type UploadOffer,
  uploaderOf,
} from '../../library/uploads/upload-offer.ts'
import type { UploadSlots } from '../../library/uploads/upload-slots.ts'
import { FairTurns } from './fair-turns.ts'
import type { Optimised } from './optimised.ts'
import { type OptimiseOutcome, optimiseApart } from './optimiser.ts'

export interface OptimisedUploadsParts {
  readonly folder: string
  readonly service: Pick<MediaService, 'admit' | 'assertAllowed' | 'checkOffer' | 'find' | 'open' | 'uploadFor'>
  readonly slots: UploadSlots
  readonly limits: () => Omit<UploadLimits, 'slot'>
  readonly optimise?: (from: string, to: string) => Promise<OptimiseOutcome>
}

export interface OptimisedUpload {
  readonly file: StoredFile
  readonly created: boolean
  readonly original: string
  readonly picture: Optimised
}

const limits = { runningMax: 2, waitingMax: 32, waitingPerCustomerMax: 16 }
/** Originals whose outcome is remembered for a while, so that the same one is not optimised again. */
const outcomesMax = 1000
const outcomeMs = 10 * 60_000
const verbs = ['media'] as const

/** Uploads of which a smaller copy without metadata is kept (BUD-05). The original leaves no trace. */
export class OptimisedUploads {
  readonly #parts: OptimisedUploadsParts
  readonly #turns = new FairTurns(limits)
  readonly #locks = new KeyedMutex()
  readonly #outcomes = new LRUCache<string, { picture: Optimised; hash: string }>({ max: outcomesMax, ttl: outcomeMs })

  private constructor(parts: OptimisedUploadsParts) {
    this.#parts = parts
  }

  /** Deletes what an earlier run left in the folder. */
  static async open(parts: OptimisedUploadsParts): Promise<OptimisedUploads> {
    await rm(parts.folder, { recursive: true, force: true })
    await mkdir(parts.folder, { recursive: true })
    return new OptimisedUploads(parts)
  }

  /** Whether this upload would be accepted. Throws the ApiError with the reason. */
  async check(offer: UploadOffer): Promise<void> {
    await this.#parts.service.checkOffer(offer, verbs)
    assertPicture(offer.mime ?? unknownMime)
  }

  /** Receives a picture, keeps its optimised copy in the signer's name. Throws the ApiError with the reason. */
  async upload(offer: UploadOffer, body: AsyncIterator<Uint8Array>, address: string): Promise<OptimisedUpload> {
    return this.uploadFor(await this.#parts.service.admit(offer, verbs), offer, body, address)
  }

  async uploadFor(
    uploader: Uploader,
    offer: FileOffer,
    body: AsyncIterator<Uint8Array>,
    address: string,
  ): Promise<OptimisedUpload> {
    assertPicture(offer.mime ?? unknownMime)
    const path = join(this.#parts.folder, randomUUID())
    try {
      const original = await this.#receive(path, offer, uploader, body, address)
      const { pubkey } = uploader
      return await this.#turns.run({ pubkey, address }, () =>
        this.#locks.run(original, async () => {
          const known = this.#outcomes.get(original)
          const isKept = known !== undefined && (await this.#parts.service.find(known.hash)) !== null
          const picture = isKept ? known.picture : await this.#optimise(path)
          await offer.beforeKept?.()
          const made = isKept ? await this.#parts.service.open(known.hash) : await contentAt(`${path}.out`)
          if (!made) throw new ApiError('unavailable', 'The image was deleted meanwhile. Please try again.')
          const kept = await this.#keep(made, picture, uploader, { address, name: offer.name })
          this.#outcomes.set(original, { picture, hash: kept.file.hash })
          return { ...kept, original, picture }
        }),
      )
    } finally {
      await Promise.all([rm(path, { force: true }), rm(`${path}.out`, { force: true })])
    }
  }

  async #receive(
    path: string,
    offer: FileOffer,
    uploader: Uploader,
    body: AsyncIterator<Uint8Array>,
    address: string,
  ): Promise<string> {
    const slot = this.#parts.slots.take(address)
    try {
      await using handle = await open(path, 'wx', 0o600)
      const received = await receiveUpload(body, handle, { ...this.#parts.limits(), slot })
      assertContent(received, offer, uploader)
      await this.#parts.service.assertAllowed(received.hash)
      assertPicture(detectMime(offer.mime, received.head))
      return received.hash
    } finally {
      slot.release()
    }
  }

  async #optimise(path: string): Promise<Optimised> {
    const { optimise = optimiseApart } = this.#parts
    const outcome = await optimise(path, `${path}.out`)
    if (outcome === 'unavailable')
      throw new ApiError('unavailable', 'This server cannot optimise pictures. Please use /upload.')
    if (outcome === 'none')
      throw new ApiError('unprocessable', 'This picture cannot be read here: it is broken, too large or unusual')
    return outcome
  }

  async #keep(
    { file: { bytes }, content }: ReducedFile,
    { mime }: Optimised,
    { pubkey }: Uploader,
    { address, name }: { readonly address: string; readonly name: string | undefined },
  ) {
    const body = (await content.stream())[Symbol.asyncIterator]()
    return this.#parts.service.uploadFor(
      uploaderOf(pubkey),
      { hash: null, mime, bytes, ...(name && { name: withExtension(name, mime) }) },
      body,
      address,
    )
  }
}

interface ReducedFile {
  readonly file: { readonly bytes: number }
  readonly content: { stream(): Promise<Readable> }
}

async function contentAt(path: string): Promise<ReducedFile> {
  const { size } = await stat(path)
  return { file: { bytes: size }, content: { stream: async () => createReadStream(path) } }
}

const withExtension = (name: string, mime: string) => `${name.replace(/\.[^.]{1,8}$/, '')}.${extensionOf(mime)}`

/** An unknown type may be one until its content is there. Throws ApiError('unsupported_media_type'). */
function assertPicture(mime: string): void {
  if (mime === unknownMime || isPicture(mime)) return
  throw new ApiError('unsupported_media_type', `Only pictures are optimised here, not ${mime}. Please use /upload.`)
}
