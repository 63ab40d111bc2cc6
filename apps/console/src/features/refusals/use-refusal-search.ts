import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTyped } from '../../ui/forms/use-typed.ts'
import { noSearch, type RefusalSearch, readRefusalSearch, writeRefusalSearch } from './refusal-search.ts'

/** Typed filters: shown immediately, applied when typing pauses. */
type Typed = Pick<RefusalSearch, 'q' | 'key' | 'address' | 'kind' | 'from' | 'to'>

const typedOf = ({ q, key, address, kind, from, to }: RefusalSearch): Typed => ({ q, key, address, kind, from, to })

/** The filters, kept in the URL without history entries: Back leaves the page. */
export function useRefusalSearch() {
  const navigate = useNavigate()
  const search = readRefusalSearch(useSearch({ strict: false }))
  const { typed, type, sending } = useTyped<keyof Typed>({
    inUrl: typedOf(search),
    read: texts => typedOf(readRefusalSearch({ ...texts })),
    onSettled: texts => go({ ...search, ...texts }),
  })
  const go = (next: RefusalSearch) => {
    const readable = readRefusalSearch({ ...next })
    sending(typedOf(readable))
    void navigate({ to: '.', search: writeRefusalSearch(readable) as never, replace: true, resetScroll: false })
  }
  return {
    search,
    typed,
    type,
    choose: (part: Partial<RefusalSearch>) => {
      type(Object.fromEntries(Object.entries(part).filter(([name]) => name in typed)))
      go({ ...search, ...typed, ...part })
    },
    clear: () => {
      type(typedOf(noSearch))
      go(noSearch)
    },
  }
}

export type RefusalFilters = ReturnType<typeof useRefusalSearch>
