import type { Logger } from '@hornets/server/process/logger'
import type { FileStores } from '../stores/file-stores.ts'
import type { PlacedFile } from './file-index.ts'

interface RemovingParts {
  readonly stores: FileStores
  readonly onGone: (hash: string) => void
  readonly logger: Logger
}

/** Of a file whose row is gone already. What cannot be removed now is a leftover of the next start. */
export async function removeContent(
  { stores, onGone, logger }: RemovingParts,
  { hash, store }: PlacedFile,
): Promise<void> {
  try {
    await stores.of(store).remove(hash)
  } catch (err) {
    if (store === 'disk') throw err
    logger.error({ err, hash, store }, 'a deleted file stays in its store until the next start')
  }
  onGone(hash)
}
