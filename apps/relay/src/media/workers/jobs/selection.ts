import type { FileJobAction, FileSelection } from '@hornets/contract/admin/files/file-changes'
import type { StoreName } from '@hornets/contract/admin/files/store-names'
import type { CatalogueStore } from '../../library/catalogue/catalogue-store.ts'
import { type FileCursor, type FileQuery, queryOf } from '../../library/catalogue/file-query.ts'
import { sortValue } from '../../library/catalogue/list-order.ts'
import type { JobStore } from './job-store.ts'

export type JobSelection = FileSelection | { readonly job: number }

export interface MoveSelection {
  readonly to: StoreName
}

export interface SelectionParts {
  readonly catalogue: CatalogueStore
  readonly jobs: Pick<JobStore, 'trashedHashes' | 'trashedBy'>
}

const batchFiles = 100

/** The action determines where it looks (stored files or trash), whatever the filter says. */
function queryFor(selection: Extract<FileSelection, { filter: unknown }>, action?: FileJobAction): FileQuery {
  const query = queryOf(selection.filter)
  if (action === undefined) return query
  return { ...query, status: action === 'trash' ? 'stored' : 'trashed' }
}

/** The number of files in a selection, and their bytes. */
export async function amountOf(
  { catalogue, jobs }: SelectionParts,
  selection: JobSelection,
  action?: FileJobAction,
): Promise<{ files: number; bytes: number }> {
  if ('job' in selection) return jobs.trashedBy(selection.job)
  const exactly = async (hashes: readonly string[], query?: FileQuery) => {
    const rows = [...(await catalogue.byHashes(hashes)).values()]
    const trashed = action === undefined ? undefined : action === 'trash' ? 0 : 1
    const fitting = rows.filter(row => trashed === undefined || row.trashed === trashed)
    const counted = query
      ? await inQuery(
          catalogue,
          query,
          fitting.map(row => row.hash),
        )
      : undefined
    const chosen = fitting.filter(row => counted?.has(row.hash) ?? true)
    return { files: chosen.length, bytes: chosen.reduce((sum, row) => sum + row.bytes, 0) }
  }
  if ('hashes' in selection) return exactly(selection.hashes)
  const query = queryFor(selection, action)
  const all = await catalogue.amount(query)
  const spared = await exactly(selection.except, query)
  return { files: all.files - spared.files, bytes: all.bytes - spared.bytes }
}

async function inQuery(catalogue: CatalogueStore, query: FileQuery, hashes: readonly string[]): Promise<Set<string>> {
  return hashes.length === 0 ? new Set() : new Set(await catalogue.amongst(query, hashes))
}

/** Each file at most once, and none that arrived after `until` (Unix seconds). */
export async function* hashesOf(
  { catalogue, jobs }: SelectionParts,
  selection: JobSelection,
  { action, until }: { readonly action?: FileJobAction; readonly until: number },
): AsyncGenerator<string[]> {
  if ('hashes' in selection) {
    const hashes = [...new Set(selection.hashes)]
    for (let at = 0; at < hashes.length; at += batchFiles) yield hashes.slice(at, at + batchFiles)
    return
  }
  if ('job' in selection) {
    for (;;) {
      const hashes = await jobs.trashedHashes(selection.job, batchFiles)
      if (hashes.length === 0) return
      yield hashes
    }
  }
  const asked = queryFor(selection, action)
  const query = { ...asked, to: Math.min(asked.to ?? until + 1, until + 1) }
  const spared = new Set(selection.except)
  let after: FileCursor | undefined
  for (;;) {
    const { rows } = await catalogue.page(query, { sort: 'oldest', after, offset: 0, limit: batchFiles })
    const last = rows.at(-1)
    if (!last) return
    after = { value: sortValue('oldest', last), hash: last.hash }
    yield rows.map(({ hash }) => hash).filter(hash => !spared.has(hash))
  }
}
