import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type AuditSearch, noSearch, readAuditSearch, writeAuditSearch } from './audit-search.ts'

const settleMs = 300

/** What is typed: it is on screen at once, and asked for once typing rests. */
type Typed = Pick<AuditSearch, 'q' | 'from' | 'to'>

const typedOf = ({ q, from, to }: AuditSearch): Typed => ({ q, from, to })
const areSame = (a: Typed, b: Typed) => a.q === b.q && a.from === b.from && a.to === b.to

/** The filters, kept in the URL in the place of those before: Back leads to the page before this one. */
export function useAuditSearch() {
  const navigate = useNavigate()
  const search = readAuditSearch(useSearch({ strict: false }))
  const [typed, setTyped] = useState(typedOf(search))
  const [known, setKnown] = useState(typedOf(search))
  // Somebody else has changed the URL: a link, Back.
  if (!areSame(known, typedOf(search))) {
    setKnown(typedOf(search))
    setTyped(typedOf(search))
  }
  const go = (next: AuditSearch) => {
    const readable = readAuditSearch({ ...next })
    setKnown(typedOf(readable))
    void navigate({ to: '.', search: writeAuditSearch(readable) as never, replace: true, resetScroll: false })
  }
  useEffect(() => {
    if (areSame(typedOf(readAuditSearch({ ...search, ...typed })), typedOf(search))) return
    const timer = setTimeout(() => go({ ...search, ...typed }), settleMs)
    return () => clearTimeout(timer)
  })
  return {
    search,
    typed,
    type: (part: Partial<Typed>) => setTyped(now => ({ ...now, ...part })),
    choose: (part: Partial<Omit<AuditSearch, keyof Typed>>) => go({ ...search, ...typed, ...part }),
    clear: () => {
      setTyped(typedOf(noSearch))
      go(noSearch)
    },
  }
}
