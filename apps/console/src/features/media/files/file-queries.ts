import {
  type FileFilterInput,
  type FileSort,
  fileMonths,
  filesPerPage,
  listFiles,
} from '@hornets/contract/admin/files/catalogue'
import { keepPreviousData, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { type FileSearch, filterOf } from '../filters/file-search.ts'

/** What a list of files is asked by: the filters and an order. */
export type FileQuery = FileFilterInput & { readonly sort?: FileSort }

export const queryOf = (search: FileSearch): FileQuery => ({
  ...filterOf(search),
  ...(search.sort !== 'newest' && { sort: search.sort }),
})

/** A page of files (MEDIA-21); kept until the page of the console lets go of it. */
export const filesPage = (query: FileQuery, page: number) =>
  queryOptions({
    ...apiQuery(listFiles, { query: { page, limit: filesPerPage, ...query } }),
    gcTime: Number.POSITIVE_INFINITY,
    // A page that is new shares nothing: comparing would copy it.
    structuralSharing: (before, now) => (before === undefined ? now : replaceEqualDeep(before, now)),
  })

/** How many came in each month, newest first. */
export const filesByMonth = (filter: FileFilterInput) =>
  queryOptions({ ...apiQuery(fileMonths, { query: filter }), retry: false, placeholderData: keepPreviousData })
