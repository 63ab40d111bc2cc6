import { ApiError } from '@hornets/server/api-error'
import type { FreeSpace } from '@hornets/server/disk/free-space'
import type { HeldFiles } from '../../../policy/held-files.ts'
import type { BanGuard } from '../bans/ban-guard.ts'
import type { FileIndex } from '../files/file-index.ts'
import { cleanName } from '../files/file-name.ts'
import type { KeyedMutex } from '../files/keyed-mutex.ts'
import { detectMime } from '../mime/detect-mime.ts'
import { normaliseMime } from '../mime/mime.ts'
import type { FileStores } from '../stores/file-stores.ts'
import { receiveUpload, takeRoom, type UploadLimits } from './receive-upload.ts'
import { assertContent, uploaderOf } from './upload-offer.ts'

export interface BroughtFilesParts {
  readonly stores: FileStores
  readonly locks: KeyedMutex
  readonly index: FileIndex
  readonly bans: Pick<BanGuard, 'assertAllowed' | 'assertUnlike'>
  readonly held: Pick<HeldFiles, 'beforeNew'>
  readonly freeSpace: Pick<FreeSpace, 'isTight' | 'note'>
  readonly limits: Omit<UploadLimits, 'bytesMax' | 'takeRoom' | 'slot'>
  readonly onNew: (hash: string, mime: string) => void
  readonly now: () => number
}

interface BroughtFile {
  readonly hash: string
  readonly name: string
  readonly mime: string | undefined
  /** What was announced: a longer one is cut off. */
  readonly bytesMax?: number | undefined
}

/** An operator brings them: the disk is the limit. */
const diskBytesMax = 2 ** 40

/** Files that the operator brings along from another server: bans count and the room, quotas and types do not. */
export class BroughtFiles {
  readonly #parts: BroughtFilesParts

  constructor(parts: BroughtFilesParts) {
    this.#parts = parts
  }

  isOwned(hash: string, pubkey: string): Promise<boolean> {
    return this.#parts.index.isOwner(hash, pubkey)
  }

  /** Durable for all its owners when this resolves. Throws ApiError, `conflict` for another content. */
  async bring(
    { hash, name, mime: said, bytesMax = diskBytesMax }: BroughtFile,
    owners: readonly string[],
    body: AsyncIterator<Uint8Array>,
    signal: AbortSignal,
  ): Promise<void> {
    const { stores, locks, index, bans, held, freeSpace, now, onNew } = this.#parts
    const [owner, ...others] = owners
    if (owner === undefined) throw new ApiError('bad_request', 'A file needs an owner')
    await bans.assertAllowed(hash)
    const incoming = await stores.receive()
    try {
      const room = (bytes: number) => takeRoom(freeSpace, bytes)
      const limits = { ...this.#parts.limits, bytesMax, takeRoom: room, slot: { signal, progress: () => {} } }
      const received = await receiveUpload(body, incoming.handle, limits)
      assertContent(received, { hash }, uploaderOf(owner))
      const { bytes, head } = received
      const mime = detectMime(normaliseMime(said), head)
      await bans.assertUnlike({ hash, mime, bytes, pubkey: owner }, incoming.path)
      await locks.run(hash, async () => {
        const before = await index.findAny(hash)
        const store = before?.store ?? stores.target
        if (!before || (await stores.of(store).sizeOf(hash)) !== bytes) await stores.of(store).put(incoming, hash)
        const uploadedAt = Math.floor(now() / 1000)
        if (!before) await held.beforeNew({ hash, mime, pubkey: owner })
        const file = { hash, mime, bytes, uploadedAt, name: cleanName(name), store }
        for (const pubkey of [owner, ...others]) await index.add(file, pubkey)
        if (!before) onNew(hash, mime)
      })
    } finally {
      await stores.discard(incoming)
    }
  }
}
