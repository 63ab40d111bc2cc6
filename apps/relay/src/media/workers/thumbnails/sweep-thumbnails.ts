import { rm } from 'node:fs/promises'
import type { FactsStore } from './facts-store.ts'
import type { ThumbnailFolder } from './thumbnail-folder.ts'

const prefixes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** After a crash: deletes thumbnails without facts, forgets facts without thumbnail. Nothing may be made meanwhile. */
export async function sweepThumbnails(
  folder: ThumbnailFolder,
  facts: Pick<FactsStore, 'withThumbnail' | 'hasThumbnail' | 'forget'>,
  signal: AbortSignal,
): Promise<{ deleted: number; forgotten: number }> {
  const swept = { deleted: 0, forgotten: 0 }
  // As at most starts of a small relay, for which looking for each prefix was a fifth of the start's work.
  if ((await folder.isEmpty()) && !(await facts.hasThumbnail())) return swept
  for (const prefix of prefixes) {
    if (signal.aborted) break
    const { hashes, others } = await folder.list(prefix)
    const known = await facts.withThumbnail(prefix)
    for (const hash of hashes.difference(known)) await folder.remove(hash)
    for (const path of others) await rm(path, { force: true })
    const missing = known.difference(hashes)
    if (missing.size > 0) facts.forget([...missing])
    swept.deleted += hashes.difference(known).size + others.length
    swept.forgotten += missing.size
  }
  return swept
}
