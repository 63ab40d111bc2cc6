import { getFileDetails } from '@hornets/contract/admin/files/catalogue'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useUrlParameters } from '../../../ui/page/use-url-parameters.ts'
import { type MediaFile, toMediaFile } from '../files/media-file.ts'
import type { Files } from '../files/use-files.ts'

/** The open file is in the URL, `?file=<hash>`: a link opens it, and Back closes it. */
export function useOpenFile() {
  const [{ file }, change] = useUrlParameters()
  const hash = /^[0-9a-f]{64}$/.test(String(file)) ? String(file) : undefined
  return {
    hash,
    open: ({ id }: MediaFile) => change({ file: id }, { replace: hash !== undefined }),
    close: () => change({ file: undefined }, { replace: true }),
  }
}

/** `guess`: where it was last, since files that come or go move it; a link leads to one that is not loaded. */
export function useLightbox(files: Files, hash: string | undefined, guess: number | undefined) {
  const guessed = guess === undefined ? undefined : files.fileAt(guess)
  const index =
    hash === undefined
      ? undefined
      : guessed?.id === hash
        ? guess
        : files.loaded().find(({ file }) => file.id === hash)?.index
  const { data, error } = useQuery({
    ...apiQuery(getFileDetails, { params: { hash: hash ?? '' } }),
    enabled: hash !== undefined && index === undefined && !files.isLoading,
  })
  const total = files.meta?.total ?? 0
  const neighbour = (by: 1 | -1) => (index === undefined ? undefined : files.fileAt(index + by))
  return {
    index,
    file:
      index === undefined
        ? data && data.file.Hash === hash
          ? toMediaFile(data.file)
          : undefined
        : (files.fileAt(index) ?? files.loaded().find(one => one.index === index)?.file),
    place: index === undefined ? undefined : { index, total },
    previous: neighbour(-1),
    next: neighbour(1),
    /** The link leads to no file. */
    error: index === undefined ? error : undefined,
  }
}
