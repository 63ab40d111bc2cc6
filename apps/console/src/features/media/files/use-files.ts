import { filesPerPage, type StoredFile } from '@hornets/contract/admin/files/catalogue'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FileQuery, filesPage } from './file-queries.ts'
import { type MediaFile, toMediaFile } from './media-file.ts'
import { useHeldPages, useLettingGo } from './use-held-pages.ts'

const pageOf = (index: number) => Math.floor(index / filesPerPage) + 1

/** Places of files that are looked at, both inclusive. */
export interface View {
  readonly first: number
  readonly last: number
}

export interface Meta {
  readonly total: number
  readonly total_bytes: number
  readonly total_pages: number
}

/** How far a query has been gone into. */
interface Reached {
  readonly key: string
  readonly pages: number
}

/**
 * By place among all; read where they are looked at, up to the end reached (`loadMore`). `viewsOf` says what is in
 * view.
 */
export function useFiles(query: FileQuery, viewsOf: (count: number) => readonly View[]) {
  const client = useQueryClient()
  const key = JSON.stringify(query)
  const [kept, keep] = useState<Reached>({ key, pages: 1 })
  const pages = kept.key === key ? kept.pages : 1
  const held = useHeldPages(key)
  // What any page that is held said last of all that match: pages that are gone to may still be coming.
  const meta = newestOf([1, ...held.current.pages].map(page => client.getQueryState(filesPage(query, page).queryKey)))
  const count = meta && Math.min(meta.total, pages * filesPerPage)
  const numbers = pagesIn(viewsOf(count ?? 0), pages)
  const results = useQueries({ queries: numbers.map(page => filesPage(query, page)) })
  const byPage = new Map(numbers.map((page, at) => [page, results[at]?.data?.data]))
  useLettingGo(held, query, numbers)
  const failed = results.filter(({ isError, data }) => isError && !data)

  const storedIn = (page: number): readonly StoredFile[] =>
    client.getQueryData(filesPage(query, page).queryKey)?.data ?? []

  return {
    /** All that match; undefined until the first answer. */
    meta,
    /** Files that have a place, loaded or not; undefined until the first answer. */
    count,
    fileAt(index: number): MediaFile | undefined {
      const stored = byPage.get(pageOf(index))?.[index % filesPerPage]
      return stored && toMediaFile(stored)
    },
    /** Is the end of what was reached loaded, and is there more behind it (MEDIA-22)? */
    canLoadMore: meta !== undefined && pages < meta.total_pages && byPage.get(pages) !== undefined,
    isAtEnd: meta !== undefined && pages >= meta.total_pages,
    loadMore: () => keep({ key, pages: pages + 1 }),
    /** Gives every file up to this one a place. */
    reach: (index: number) => keep({ key, pages: Math.max(pages, pageOf(index)) }),
    isLoading: results.some(({ isPending }) => isPending),
    error: failed[0]?.error ?? undefined,
    isRetrying: failed.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
    /** The files that are loaded (MEDIA-04), in their order, with their places. */
    loaded: (): readonly { readonly file: MediaFile; readonly index: number }[] =>
      [...held.current.pages]
        .sort((a, b) => a - b)
        .flatMap(page =>
          storedIn(page).map((stored, at) => ({ file: toMediaFile(stored), index: (page - 1) * filesPerPage + at })),
        ),
  }
}

export type Files = ReturnType<typeof useFiles>

/** Pages that are looked at, and the last one while one is near it. */
function pagesIn(views: readonly View[], pages: number): readonly number[] {
  const wanted = new Set<number>()
  for (const { first, last } of views) {
    const end = Math.min(pages, pageOf(last))
    for (let page = Math.max(1, pageOf(first)); page <= end; page += 1) wanted.add(page)
    if (end >= pages - 1) wanted.add(pages)
  }
  return [...(wanted.size > 0 ? wanted : [1])].sort((a, b) => a - b)
}

interface Said {
  readonly data: { readonly meta: Meta } | undefined
  readonly dataUpdatedAt: number
}

function newestOf(states: readonly (Said | undefined)[]): Meta | undefined {
  let newest: Said | undefined
  for (const state of states)
    if (state?.data && !(newest && newest.dataUpdatedAt >= state.dataUpdatedAt)) newest = state
  return newest?.data?.meta
}
