import type { Logger } from '@hornets/server/process/logger'
import { checkedContent } from '../stores/checked-content.ts'
import type { Content } from '../stores/content.ts'
import type { FileStores } from '../stores/file-stores.ts'
import type { FileIndex, PlacedFile, StoredFile } from './file-index.ts'

export interface OpenFile {
  readonly file: StoredFile
  readonly content: Content
}

/** What `find` finds, opened in its store. Null if either is missing. Throws ApiError('unavailable'). */
export async function openFound(
  parts: { readonly stores: Pick<FileStores, 'of'>; readonly logger: Logger },
  find: () => Promise<PlacedFile | null>,
): Promise<OpenFile | null> {
  const { stores, logger } = parts
  const file = await find()
  if (!file) return null
  const content = await stores.of(file.store).open(file.hash)
  if (content) return { file, content: file.store === 'disk' ? content : checkedContent(content, file) }
  const now = await find()
  if (now && now.store !== file.store) return openFound(parts, find)
  logger.error({ hash: file.hash, store: file.store }, 'a stored file is missing')
  return null
}

/** Lends contents as files on this disk while `work` runs; null for a file that is missing. */
export const withFileBy =
  ({ index, stores }: { readonly index: Pick<FileIndex, 'findAny'>; readonly stores: Pick<FileStores, 'withFile'> }) =>
  async <Result>(hash: string, work: (path: string) => Promise<Result>): Promise<Result | null> => {
    const file = await index.findAny(hash)
    return file && stores.withFile(file, work)
  }
