import { useMemo } from 'react'
import { useTyped } from '../../../ui/forms/use-typed.ts'
import { useUrlParameters } from '../../../ui/page/use-url-parameters.ts'
import { type FileSearch, readFileSearch, trashSearch, usualSearch, writeFileSearch } from './file-search.ts'

/** What is typed: it is on screen at once, and asked for once typing rests. */
type Typed = Pick<FileSearch, 'q' | 'from' | 'to'>

const typedOf = ({ q, from, to }: FileSearch): Typed => ({ q, from, to })

/** The filters, kept in the URL in the place of those before: Back leads to the page before this one. */
export function useFileSearch() {
  const [parameters, change] = useUrlParameters()
  const search = useMemo(() => readFileSearch(parameters), [parameters])
  const { typed, type, sending } = useTyped<keyof Typed>({
    inUrl: typedOf(search),
    read: texts => typedOf(readFileSearch({ ...texts })),
    onSettled: texts => go({ ...search, ...texts }),
  })
  const go = (next: FileSearch) => {
    const readable = readFileSearch({ ...next })
    sending(typedOf(readable))
    change(writeFileSearch(readable), { replace: true })
  }
  /** Shows something else altogether: nothing that is being typed for this comes later. */
  const show = (next: FileSearch) => {
    type(typedOf(next))
    go(next)
  }
  return {
    search,
    typed,
    type,
    choose: (part: Partial<Omit<FileSearch, keyof Typed>>) => go({ ...search, ...typed, ...part }),
    /** Takes out what narrows the list; its type and order stay. */
    clear: () => show({ ...usualSearch, type: search.type, status: search.status, sort: search.sort }),
    showStatus: (status: FileSearch['status']) => show(status === 'trashed' ? trashSearch : usualSearch),
  }
}

export type FileSearchState = ReturnType<typeof useFileSearch>
