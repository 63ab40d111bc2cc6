import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTyped } from '../../ui/forms/use-typed.ts'
import { type AuditSearch, noSearch, readAuditSearch, writeAuditSearch } from './audit-search.ts'

/** Typed filters: shown immediately, applied when typing pauses. */
type Typed = Pick<AuditSearch, 'q' | 'from' | 'to'>

const typedOf = ({ q, from, to }: AuditSearch): Typed => ({ q, from, to })

/** The filters, kept in the URL without history entries: Back leaves the page. */
export function useAuditSearch() {
  const navigate = useNavigate()
  const search = readAuditSearch(useSearch({ strict: false }))
  const { typed, type, sending } = useTyped<keyof Typed>({
    inUrl: typedOf(search),
    read: texts => typedOf(readAuditSearch({ ...texts })),
    onSettled: texts => go({ ...search, ...texts }),
  })
  const go = (next: AuditSearch) => {
    const readable = readAuditSearch({ ...next })
    sending(typedOf(readable))
    void navigate({ to: '.', search: writeAuditSearch(readable) as never, replace: true, resetScroll: false })
  }
  return {
    search,
    typed,
    type,
    choose: (part: Partial<Omit<AuditSearch, keyof Typed>>) => go({ ...search, ...typed, ...part }),
    clear: () => {
      type(typedOf(noSearch))
      go(noSearch)
    },
  }
}
