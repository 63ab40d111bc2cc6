import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTyped } from '../../ui/forms/use-typed.ts'
import { type AuditSearch, noSearch, readAuditSearch, writeAuditSearch } from './audit-search.ts'

/** What is typed: it is on screen at once, and asked for once typing rests. */
type Typed = Pick<AuditSearch, 'q' | 'from' | 'to'>

const typedOf = ({ q, from, to }: AuditSearch): Typed => ({ q, from, to })

/** The filters, kept in the URL in the place of those before: Back leads to the page before this one. */
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
