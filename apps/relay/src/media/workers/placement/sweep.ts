import type { StoreName } from '@hornets/contract/admin/files/store-names'
import type { Logger } from '@hornets/server/process/logger'
import type { FileIndex } from '../../library/files/file-index.ts'
import type { KeyedMutex } from '../../library/files/keyed-mutex.ts'
import type { FileStores } from '../../library/stores/file-stores.ts'

export interface SweepParts {
  readonly stores: FileStores
  readonly index: Pick<FileIndex, 'known' | 'findAny'>
  readonly locks: KeyedMutex
  readonly logger: Logger
}

/** A crash leaves a few. More means an index older than the files (a restored backup): they are kept and reported. */
export const leftoversMax = 200

/** Deletes contents without a row, and second copies of a move. Resolves with their number. */
export async function sweep(parts: SweepParts, signal: AbortSignal): Promise<number> {
  let swept = 0
  for (const store of parts.stores.names()) {
    const leftovers = await leftoversIn(parts, store, signal)
    if (leftovers.length > leftoversMax) {
      parts.logger.error({ store, files: leftovers.length }, 'too many unindexed files; deleting none')
      continue
    }
    for (const hash of leftovers) {
      if (signal.aborted) return swept
      if (await removeLeftover(parts, store, hash)) swept++
    }
  }
  return swept
}

async function leftoversIn({ stores, index }: SweepParts, store: StoreName, signal: AbortSignal): Promise<string[]> {
  const found: string[] = []
  for await (const blobs of stores.of(store).list()) {
    const hashes = blobs.flatMap(({ hash }) => hash ?? [])
    const known = await index.known(hashes, store)
    found.push(...hashes.filter(hash => !known.has(hash)))
    if (signal.aborted || found.length > leftoversMax) break
  }
  return found
}

function removeLeftover({ stores, index, locks }: SweepParts, store: StoreName, hash: string): Promise<boolean> {
  return locks.run(hash, async () => {
    if ((await index.findAny(hash))?.store === store) return false
    await stores.of(store).remove(hash)
    return true
  })
}
