import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { hashOfFile } from '../destinations/hash-file.ts'
import type { Manifest } from '../set/records.ts'
import { countContents, isWhole } from './counts-sql.ts'
import type { Progress } from './make-backup.ts'

/** Hashes and sizes, files that the backup does not have, counts, and what SQLite finds. Empty if all is equal. */
export async function compareRestored(
  folder: string,
  manifest: Manifest,
  onProgress?: (progress: Progress) => void,
): Promise<string[]> {
  const differing: string[] = []
  let done = 0
  for (const { path, hash, bytes } of manifest.files) {
    const found = await hashOfFile(join(folder, path)).catch(() => undefined)
    if (found?.hash !== hash || found.bytes !== bytes) differing.push(path)
    onProgress?.({ step: 'comparison', done: ++done, total: manifest.files.length })
  }
  const known = new Set(manifest.files.map(({ path }) => path))
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name).slice(join(folder, sep).length).replaceAll(sep, '/')
    if (entry.isFile() && !known.has(path) && !/lock$/.test(path)) differing.push(path)
  }
  if (differing.length > 0) return differing
  for (const path of known) if (/(^|\/)\w+\.db$/.test(path) && !isWhole(join(folder, path))) differing.push(path)
  const counts = await countContents(folder)
  for (const [what, count] of Object.entries(manifest.counts))
    if (counts[what as keyof typeof counts] !== count) differing.push(`number of ${what}`)
  return differing
}
