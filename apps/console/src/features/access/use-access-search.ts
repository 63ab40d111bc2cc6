import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTyped } from '../../ui/forms/use-typed.ts'
import { readAccessSearch, type SortOrder, writeAccessSearch } from './access-search.ts'

interface AccessSearchState {
  readonly text: string
  readonly setText: (text: string) => void
  readonly sort: SortOrder
  readonly setSort: (sort: SortOrder) => void
}

/** Search text and order, kept in the URL; the text enters the URL when typing pauses. */
export function useAccessSearch(): AccessSearchState {
  const navigate = useNavigate()
  const { q, sort } = readAccessSearch(useSearch({ strict: false }))
  const { typed, type, sending } = useTyped({ inUrl: { q }, onSettled: () => go(sort, true) })
  const go = (order: SortOrder, replace: boolean) => {
    const search = writeAccessSearch({ ...typed, sort: order })
    sending(typed)
    void navigate({ to: '.', search: search as never, replace, resetScroll: false })
  }
  return { text: typed.q, setText: text => type({ q: text }), sort, setSort: order => go(order, false) }
}
